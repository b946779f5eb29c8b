import { DIMENSIONS, WINDOW, type WindowReader } from './encoder.ts';
import { kernelOf, type SharedModel, STACK_BYTES } from './load-weights.ts';
import { readRows } from './token-rows.ts';

const LAYERS = 12;

/** Reads with the WebAssembly kernel. thread: the index of this thread's workspace. */
export function createKernelWindows(shared: SharedModel, thread: number): WindowReader {
  const { module, memory, model, tokenRows } = shared;
  const kernel = kernelOf(module, memory);
  const workspace = (shared.threadAddresses[thread] ?? 0) + STACK_BYTES;
  kernel.__stack_pointer.value = workspace;
  const windowIds = new Int32Array(memory.buffer, kernel.idsOf(workspace), WINDOW);
  return {
    read: (ids, betweenLayers) => {
      readRows(tokenRows, memory, ids);
      windowIds.set(ids);
      kernel.begin(model, workspace, ids.length);
      for (let layer = 0; layer < LAYERS; layer++) {
        betweenLayers();
        kernel.layer(model, workspace, ids.length, layer);
      }
    },
    average: (from, to) =>
      new Float32Array(memory.buffer, kernel.average(workspace, from, to), DIMENSIONS).slice(),
  };
}
