import { parentPort, workerData } from 'node:worker_threads';
import { loadTexts, loadWeights, type SharedModel, type SharedTexts } from './load-weights.ts';
import { damagedFile } from './model-files.ts';
import { loadOnnxWeights, type SharedOnnxModel } from './onnx/load-onnx-weights.ts';

/** Checks and reads the weights in a thread that ends, and takes with it what reading left behind. */

/** What multiplies: the kernel of ours, or onnxruntime-node where it is installed. */
export type Runtime = 'wasm' | 'onnx';

/** threads: how many will read. texts: of an earlier load of this process, which also checked the files. */
export type LoaderData = {
  folder: string;
  threads: number;
  runtime: Runtime;
  texts: SharedTexts | undefined;
};
/** fault: a clause. */
export type LoaderResult = { shared: SharedModel | SharedOnnxModel } | { fault: string };

function load({ folder, threads, runtime, texts: known }: LoaderData): LoaderResult {
  const fault = known ? undefined : damagedFile(folder);
  if (fault !== undefined) return { fault };
  try {
    const texts = known ?? loadTexts(folder);
    return {
      shared: runtime === 'wasm' ? loadWeights(folder, threads, texts) : loadOnnxWeights(folder, texts),
    };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(load(workerData as LoaderData));
