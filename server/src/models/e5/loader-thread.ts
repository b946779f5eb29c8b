import { parentPort, workerData } from 'node:worker_threads';
import { loadWeights, type SharedModel } from './load-weights.ts';
import { damagedFile } from './model-files.ts';

/** Checks and reads the weights in a thread that ends, and takes with it what reading left behind. */

/** threads: how many will read. */
export type LoaderData = { folder: string; threads: number };
/** fault: a clause. */
export type LoaderResult = { shared: SharedModel } | { fault: string };

function load({ folder, threads }: LoaderData): LoaderResult {
  const fault = damagedFile(folder);
  if (fault !== undefined) return { fault };
  try {
    return { shared: loadWeights(folder, threads) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(load(workerData as LoaderData));
