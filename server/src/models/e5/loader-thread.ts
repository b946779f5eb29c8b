import { parentPort, workerData } from 'node:worker_threads';
import { loadWeights, type SharedModel } from './load-weights.ts';
import { damagedFile } from './model-files.ts';
import { loadOnnxWeights, type SharedOnnxModel } from './onnx/load-onnx-weights.ts';

/** Checks and reads the weights in a thread that ends, and takes with it what reading left behind. */

/** What multiplies: the kernel of ours, or onnxruntime-node where it is installed. */
export type Runtime = 'wasm' | 'onnx';

/** threads: how many will read. */
export type LoaderData = { folder: string; threads: number; runtime: Runtime };
/** fault: a clause. */
export type LoaderResult = { shared: SharedModel | SharedOnnxModel } | { fault: string };

function load({ folder, threads, runtime }: LoaderData): LoaderResult {
  const fault = damagedFile(folder);
  if (fault !== undefined) return { fault };
  try {
    return { shared: runtime === 'wasm' ? loadWeights(folder, threads) : loadOnnxWeights(folder) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(load(workerData as LoaderData));
