import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { OperatorError } from '#lib/operator-error.ts';
import { installHint } from '#lib/started-from.ts';
import { ModelError } from '#models/model-error.ts';

/** The precisions of a transformers.js model, and their files. */
const MODEL_FILE = {
  fp32: 'model.onnx',
  fp16: 'model_fp16.onnx',
  q8: 'model_quantized.onnx',
  q4: 'model_q4.onnx',
} as const;
export type Dtype = keyof typeof MODEL_FILE;

/** A transformers.js model: a folder (an absolute path, or one that begins with a dot) or an id of the hub. */
export type LocalModel = {
  /** A path or an id, passed to the library. */
  readonly source: string;
  readonly name: string;
  /** Hash of the folder's contents; undefined for a model of the hub. */
  readonly hash: string | undefined;
  readonly options: { dtype: Dtype; local_files_only: boolean };
};

type LoadOptions = LocalModel['options'];
type Tensor = { readonly data: Float32Array; readonly dims: readonly number[] };
/** The part of @huggingface/transformers 4 that is used. The package is not a dependency: with its runtime it takes 470
 *  MB. */
export type Transformers = {
  pipeline(
    task: 'feature-extraction',
    source: string,
    options: LoadOptions,
  ): Promise<(texts: string[], options: { pooling: 'mean' | 'cls'; normalize: true }) => Promise<Tensor>>;
  AutoTokenizer: {
    from_pretrained(
      source: string,
      options: LoadOptions,
    ): Promise<
      (texts: string[], options: { text_pair: string[]; padding: true; truncation: true }) => object
    >;
  };
  AutoModelForSequenceClassification: {
    from_pretrained(
      source: string,
      options: LoadOptions,
    ): Promise<(inputs: object) => Promise<{ logits: Tensor }>>;
  };
};

const PACKAGE = '@huggingface/transformers';

/** Throws an OperatorError if the library is not installed. */
export function assertTransformersInstalled(setting: string): void {
  try {
    createRequire(import.meta.url).resolve(PACKAGE);
  } catch (cause) {
    throw new OperatorError(
      `${setting}=transformers needs the package ${PACKAGE}, which is not installed (470 MB): ${installHint(`${PACKAGE}@4.3.1`)}.`,
      { exitCode: 2, cause },
    );
  }
}

/** Imports the library. The name is not a literal, so that the compiler does not look for it. */
export const loadTransformers = async (): Promise<Transformers> =>
  (await import(PACKAGE as string)) as Transformers;

/** Finds a model; reads all files of a folder that decide results. Throws an OperatorError if a file is missing.
 *  setting: the one that names the model. */
export async function findLocalModel(model: string, dtype: Dtype, setting: string): Promise<LocalModel> {
  const isFolder = isAbsolute(model) || model.startsWith('.');
  const options = { dtype, local_files_only: isFolder };
  if (!isFolder) return { source: model, name: `transformers/${model}`, hash: undefined, options };
  const source = resolve(model);
  const hash = createHash('sha256');
  const files = ['config.json', 'tokenizer.json', `onnx/${MODEL_FILE[dtype]}`];
  for (const file of files) {
    try {
      for await (const bytes of createReadStream(join(source, file))) hash.update(bytes as Uint8Array);
    } catch (cause) {
      throw new OperatorError(
        `${setting}=${model} cannot be used: its file ${file} cannot be read. The folder must have ${files.join(', ')}.`,
        { exitCode: 2, cause },
      );
    }
  }
  return { source, name: `transformers/${basename(source)}`, hash: hash.digest('hex').slice(0, 12), options };
}

/** Translates an error of the library or its runtime. */
export const explainLocalFailure = (name: string, setting: string, error: unknown): ModelError =>
  new ModelError(
    `${name} failed (${error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 200) : 'for no reason given'}): check ${setting}.`,
    { isRetryable: true, cause: error },
  );
