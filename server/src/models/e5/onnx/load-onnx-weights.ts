import { join } from 'node:path';
import type { SharedTexts } from '#models/e5/load-weights.ts';
import { floatsOf, openTensors, readTensor, tensorOf } from '#models/e5/tensor-file.ts';
import { buildEncoderGraph } from './encoder-graph.ts';
import { loadOnnxRuntime } from './load-onnxruntime.ts';

/** The model as onnxruntime needs it, in memory that threads share. */
export type SharedOnnxModel = SharedTexts & {
  /** A file of ONNX. */
  graph: SharedArrayBuffer;
  tokenTable: TokenTable;
};

/** Where the rows of the token table are, and what their codes mean (see encoder.c). Rows stay on disk: a text needs few of them. */
export type TokenTable = {
  path: string;
  /** Positions of the low and the high bits of the first row in the file. */
  lowAt: number;
  highAt: number;
  /** float16, of each row. */
  scales: Uint16Array;
  mean: Float32Array;
  deviation: Float32Array;
  levels: Float32Array;
  /** 512 rows. */
  positions: Float32Array;
};

/** Builds the graph from the bundled weights: 0.3 s. Throws an Error if onnxruntime-node or a file cannot be used. */
export function loadOnnxWeights(folder: string, texts: SharedTexts): SharedOnnxModel {
  loadOnnxRuntime();
  const encoder = openTensors(join(folder, 'encoder.safetensors'));
  const tokens = openTensors(join(folder, 'tokens.safetensors'));
  const bytes = buildEncoderGraph(encoder);
  const graph = new SharedArrayBuffer(bytes.length);
  new Uint8Array(graph).set(bytes);
  const positionOf = (name: string): number => tokens.dataAt + tensorOf(tokens.tensors, name).data_offsets[0];
  return {
    ...texts,
    graph,
    tokenTable: {
      path: tokens.path,
      lowAt: positionOf('rare'),
      highAt: positionOf('rare.high'),
      scales: new Uint16Array(readTensor(tokens, 'rare.scale').buffer),
      mean: floatsOf(tokens, 'mean'),
      deviation: floatsOf(tokens, 'std'),
      levels: floatsOf(tokens, 'levels'),
      positions: floatsOf(encoder, 'positions'),
    },
  };
}
