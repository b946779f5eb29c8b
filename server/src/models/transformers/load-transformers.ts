import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { OperatorError } from '#lib/operator-error.ts';
import { ModelError } from '#models/model-error.ts';

/** The numbers that a model for transformers.js was rounded to, and the file that holds it then. */
const MODEL_FILE = {
  fp32: 'model.onnx',
  fp16: 'model_fp16.onnx',
  q8: 'model_quantized.onnx',
  q4: 'model_q4.onnx',
} as const;
export type Dtype = keyof typeof MODEL_FILE;

/** A model for transformers.js: a folder (an absolute path, or one that begins with a dot) or an id of the hub. */
export type LocalModel = {
  /** Handed to the library: a path or an id. */
  readonly source: string;
  readonly name: string;
  /** Of the contents of a folder; undefined for a model of the hub. */
  readonly hash: string | undefined;
  readonly options: { dtype: Dtype; local_files_only: boolean };
};

type LoadOptions = LocalModel['options'];
type Tensor = { readonly data: Float32Array; readonly dims: readonly number[] };
/** As much of @huggingface/transformers 4 as is used here. The package is no dependency: with its runtime it has 470 MB. */
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

/** Throws an OperatorError when the library is not installed. */
export function assertTransformersInstalled(setting: string): void {
  try {
    createRequire(import.meta.url).resolve(PACKAGE);
  } catch (cause) {
    throw new OperatorError(
      `${setting}=transformers needs the package ${PACKAGE}, which is not installed: run "npm install --no-save --ignore-scripts ${PACKAGE}@4.3.1" (470 MB), also after each "npm ci".`,
      { exitCode: 2, cause },
    );
  }
}

/** The library. The name is no literal, so that the compiler does not look for what is not there. */
export const loadTransformers = async (): Promise<Transformers> =>
  (await import(PACKAGE as string)) as Transformers;

/** Finds a model; of a folder it reads all that decides results. Throws an OperatorError when a file is missing.
 *  setting: that names the model. */
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

/** What the library or its runtime threw, as the failure of a model. */
export const explainLocalFailure = (name: string, setting: string, error: unknown): ModelError =>
  new ModelError(
    `${name} failed (${error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 200) : 'for no reason given'}): check ${setting}.`,
    { isRetryable: true, cause: error },
  );
