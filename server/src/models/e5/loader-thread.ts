import { parentPort, workerData } from 'node:worker_threads';
import { loadWeights, type SharedModel } from './load-weights.ts';

/** Reads the weights in a thread that ends, and takes with it what reading left behind. */

/** threads: how many will read. */
export type LoaderData = { folder: string; threads: number };
export type LoaderResult = { shared: SharedModel } | { fault: string };

function load({ folder, threads }: LoaderData): LoaderResult {
  try {
    return { shared: loadWeights(folder, threads) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(load(workerData as LoaderData));
