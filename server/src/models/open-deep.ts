import { fileURLToPath } from 'node:url';
import { E5_NAME } from './e5/e5-threads.ts';
import type { Runtime } from './e5/loader-thread.ts';
import { damagedFile, missingFile } from './e5/model-files.ts';
import { hasOnnxRuntime, loadOnnxRuntime } from './e5/onnx/load-onnxruntime.ts';
import { openE5 } from './e5/open-e5.ts';
import type { DeepModel } from './model.ts';

/** folder: of the model. runtime: onnx where onnxruntime-node is installed. hasRelaxedSimd: whether this machine and its Node can run
 *  the kernel. onFault: called with the sentence
 *  each time the model cannot be opened or loaded. */
export type DeepOptions = {
  folder?: string;
  runtime?: Runtime;
  hasRelaxedSimd?: boolean;
  onFault?: (fault: string) => void;
};

/** deepModel: undefined if it cannot run here. fault: a sentence for operators why it cannot, or could not be loaded last time. */
export type OpenedDeep = { deepModel: DeepModel | undefined; fault(): string | undefined };

const FOLDER = fileURLToPath(new URL('../../models/multilingual-e5-small', import.meta.url));

/** A module that returns i16x8.relaxed_dot_i8x16_i7x16_s of two zeros. */
const RELAXED_SIMD = Uint8Array.from(
  Buffer.from('0061736d010000000105016000017b030201000a0f010d004100fd0f4100fd0ffd92020b', 'hex'),
);

/** Opens the bundled deep model, and loads nothing: only the machine and the sizes of the model's files are checked. Its first
 *  reading checks them whole. */
export function openDeep({
  folder = FOLDER,
  runtime = bestRuntime(),
  hasRelaxedSimd = WebAssembly.validate(RELAXED_SIMD),
  onFault = () => {},
}: DeepOptions = {}): OpenedDeep {
  const missing = missingFile(folder);
  const fault = runtime === 'wasm' && !hasRelaxedSimd ? NO_RELAXED_SIMD : missing && faultOf(missing);
  if (fault !== undefined) {
    onFault(fault);
    return { deepModel: undefined, fault: () => fault };
  }
  let loadFault: string | undefined;
  const deepModel = openE5({
    folder,
    runtime,
    onLoaded: (reason) => {
      loadFault = reason && faultOf(reason);
      if (loadFault !== undefined) onFault(loadFault);
    },
  });
  return { deepModel, fault: () => loadFault };
}

/** Checks everything the deep model needs, and reads all of its files. Returns its id; throws an Error with the fault, a sentence. */
export async function checkDeep(options: DeepOptions = {}): Promise<string> {
  const { deepModel, fault } = openDeep(options);
  if (!deepModel) throw new Error(fault());
  await deepModel.close();
  const damaged = damagedFile(options.folder ?? FOLDER);
  if (damaged !== undefined) throw new Error(faultOf(damaged));
  if ((options.runtime ?? bestRuntime()) === 'onnx') tryOnnxRuntime();
  return deepModel.id;
}

const bestRuntime = (): Runtime => (hasOnnxRuntime() ? 'onnx' : 'wasm');

function tryOnnxRuntime(): void {
  try {
    loadOnnxRuntime();
  } catch (error) {
    throw new Error(faultOf(error instanceof Error ? error.message : String(error)), { cause: error });
  }
}

const NO_RELAXED_SIMD = `${E5_NAME} cannot run here, because this Node or its processor has no relaxed SIMD; search uses the instant model alone. Set EMBEDDING_MODEL=instant if that is meant to be so.`;

const faultOf = (reason: string): string =>
  `${reason}; search uses the instant model alone. Install again what is damaged, or set EMBEDDING_MODEL=instant.`;
