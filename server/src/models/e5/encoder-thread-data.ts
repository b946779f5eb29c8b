import type { DeepVectors } from '#models/model.ts';
import type { Span } from '#text/sentences.ts';
import type { SharedModel } from './load-weights.ts';
import type { SharedOnnxModel } from './onnx/load-onnx-weights.ts';

/** thread: its index among all threads of the model. */
export type EncoderThreadData = {
  shared: SharedModel | SharedOnnxModel;
  thread: number;
  reads: 'questions' | 'passages';
  signals: Int32Array<SharedArrayBuffer>;
};
export type EncoderRequest = { text: string; blocks: readonly Span[] };
/** passage: of a question, its vector. stopped: the reading was given up. */
export type EncoderReply = DeepVectors | { stopped: true };

/** In `signals`: how many questions wait or are being read. After it, for each thread, whether it should stop reading. */
export const QUESTIONS = 0;
