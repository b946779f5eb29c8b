import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createEncoder, type WindowReader } from './encoder.ts';
import {
  type EncoderReply,
  type EncoderRequest,
  type EncoderThreadData,
  QUESTIONS,
} from './encoder-thread-data.ts';
import { createKernelWindows } from './kernel-windows.ts';
import { createOnnxWindows } from './onnx/onnx-windows.ts';

/** A thread that reads questions or passages, one at a time. */

/** A passage waits no longer than this between two layers, so that it gets ahead under any load. */
const GIVE_WAY_MS = 50;
const LOWEST_PRIORITY = 19;

class Stopped extends Error {}

const { shared, thread, reads, signals } = workerData as EncoderThreadData;
// On Linux this lowers only the thread; elsewhere it would lower the process.
if (reads === 'passages' && process.platform === 'linux') lowerPriority();
const windows: WindowReader =
  'graph' in shared ? await createOnnxWindows(shared) : createKernelWindows(shared, thread);
const encoder = createEncoder(shared, windows);

function lowerPriority(): void {
  try {
    setPriority(0, LOWEST_PRIORITY);
  } catch {
    // A sandbox may forbid it: passages are then read at the priority of the process.
  }
}

function betweenLayers(): void {
  if (Atomics.load(signals, 1 + thread) !== 0) throw new Stopped();
  const questions = Atomics.load(signals, QUESTIONS);
  if (questions > 0) Atomics.wait(signals, QUESTIONS, questions, GIVE_WAY_MS);
}

async function read({ text, blocks }: EncoderRequest): Promise<EncoderReply> {
  if (reads === 'questions') return { passage: await encoder.readQuery(text), blocks: [] };
  try {
    return await encoder.readPassage(text, blocks, betweenLayers);
  } catch (error) {
    if (error instanceof Stopped) return { stopped: true };
    throw error;
  }
}

parentPort?.on('message', async (request: EncoderRequest) => parentPort?.postMessage(await read(request)));
