import type { DeepModel } from '#models/model.ts';
import { type ReadChunk, readChunk } from './read-chunk.ts';

/** onUnreadable: called with the place in `texts` of each that the model cannot read, and why. */
type Options = { signal: AbortSignal; onUnreadable(index: number, error: unknown): void };

/** What a deep model reads in the texts of some chunks, in their order. One that it cannot read, although it reads others
 *  before and after, is near nothing, so that it holds up no other text. Throws when it is the model that fails, and the
 *  reason of an aborted signal. */
export async function readTexts(
  model: DeepModel,
  texts: readonly string[],
  { signal, onUnreadable }: Options,
): Promise<ReadChunk[]> {
  try {
    return await Promise.all(texts.map((text) => readChunk(model, text, signal)));
  } catch {
    signal.throwIfAborted();
  }
  // A text can also fail because of another one that is being read at the same time.
  const oneByOne: (ReadChunk | undefined)[] = [];
  const errors = new Map<number, unknown>();
  for (const [index, text] of texts.entries()) {
    try {
      oneByOne.push(await readChunk(model, text, signal));
    } catch (error) {
      signal.throwIfAborted();
      errors.set(index, error);
      oneByOne.push(undefined);
    }
  }
  if (errors.size === texts.length) throw errors.get(0);
  const readable = texts.find((_, index) => !errors.has(index));
  // Throws if the model has stopped working meanwhile.
  if (errors.size > 0 && readable !== undefined) await readChunk(model, readable, signal);
  for (const [index, error] of errors) onUnreadable(index, error);
  return oneByOne.map((chunk) => chunk ?? { vector: new Float32Array(model.dimensions), blocks: [] });
}
