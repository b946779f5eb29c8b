import { openSync, readSync } from 'node:fs';
import { DIMENSIONS, WINDOW, type WindowReader } from '#models/e5/encoder.ts';
import { fromHalf } from '#models/e5/tensor-file.ts';
import { INPUT, OUTPUT } from './encoder-graph.ts';
import type { SharedOnnxModel, TokenTable } from './load-onnx-weights.ts';
import { loadOnnxRuntime } from './load-onnxruntime.ts';

const LOW_BYTES = DIMENSIONS / 4;
const HIGH_BYTES = DIMENSIONS / 8;

/** Reads with onnxruntime, on the thread that calls. */
export async function createOnnxWindows({ graph, tokenTable }: SharedOnnxModel): Promise<WindowReader> {
  const { InferenceSession, Tensor } = loadOnnxRuntime();
  // It takes no shared memory.
  const session = await InferenceSession.create(new Uint8Array(graph).slice(), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const readRow = rowReader(tokenTable);
  const rows = new Float32Array(WINDOW * DIMENSIONS);
  let tokens: Float32Array = new Float32Array(0);
  return {
    read: async (ids, betweenLayers) => {
      betweenLayers();
      for (const [index, id] of ids.entries()) readRow(id, index, rows);
      const input = new Tensor('float32', rows.subarray(0, ids.length * DIMENSIONS), [
        1,
        ids.length,
        DIMENSIONS,
      ]);
      tokens = (await session.run({ [INPUT]: input }))[OUTPUT]?.data ?? tokens;
    },
    average: (from, to) => {
      const mean = new Float32Array(DIMENSIONS);
      for (let i = from * DIMENSIONS; i < to * DIMENSIONS; i++) {
        const d = i % DIMENSIONS;
        mean[d] = (mean[d] ?? 0) + (tokens[i] ?? 0) / (to - from);
      }
      return mean;
    },
  };
}

/** Writes the row of a token at a position into the rows of a window. */
function rowReader(table: TokenTable): (id: number, position: number, rows: Float32Array) => void {
  const { mean, deviation, levels, scales, positions } = table;
  // Open as long as the thread.
  const file = openSync(table.path, 'r');
  const low = new Uint8Array(LOW_BYTES);
  const high = new Uint8Array(HIGH_BYTES);
  return (id, position, rows) => {
    const bytes =
      readSync(file, low, { position: table.lowAt + id * LOW_BYTES }) +
      readSync(file, high, { position: table.highAt + id * HIGH_BYTES });
    if (bytes !== LOW_BYTES + HIGH_BYTES) throw new Error(`${table.path} ends too early.`);
    const scale = fromHalf(scales[id] ?? 0);
    for (let d = 0; d < DIMENSIONS; d++) {
      const code =
        (((low[d >> 2] ?? 0) >> (2 * (d & 3))) & 3) | ((((high[d >> 3] ?? 0) >> (d & 7)) & 1) << 2);
      const at = position * DIMENSIONS + d;
      rows[at] = (levels[code] ?? 0) * scale * (deviation[d] ?? 0) + (mean[d] ?? 0) + (positions[at] ?? 0);
    }
  };
}
