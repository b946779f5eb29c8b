import { createRequire } from 'node:module';

/** The part of onnxruntime-node that is used. The package is no dependency: it takes 290 MB. */
export type OnnxRuntime = {
  InferenceSession: {
    create(
      model: Uint8Array,
      options: { intraOpNumThreads: number; interOpNumThreads: number },
    ): Promise<Session>;
  };
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
};
export type Session = { run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>> };
type Tensor = { readonly data: Float32Array };

const PACKAGE = 'onnxruntime-node';
/** Also finds what is installed in a folder of NODE_PATH. */
const require = createRequire(import.meta.url);

/** Whether someone has installed it. Loads nothing. */
export function hasOnnxRuntime(): boolean {
  try {
    require.resolve(PACKAGE);
    return true;
  } catch {
    return false;
  }
}

/** Throws an Error, a clause, if it is not installed or not made for this machine. */
export function loadOnnxRuntime(): OnnxRuntime {
  try {
    return require(PACKAGE) as OnnxRuntime;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new Error(`${PACKAGE} cannot be loaded (${reason})`, { cause });
  }
}
