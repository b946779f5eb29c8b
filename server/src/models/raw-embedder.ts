import type { LabelledPassage } from './model.ts';

/** An embedding model whose cosines are on a scale of its own. `withMeasuredScale` makes it an Embedder. */
export type RawEmbedder = {
  readonly id: string;
  readonly name: string;
  /** A unit vector for each query, in order. */
  embedQueries(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** See Embedder. */
  embedPassages(passages: readonly LabelledPassage[], signal?: AbortSignal): Promise<Float32Array[]>;
};

/** Embeds texts. Blank texts get the zero vector and are not sent to the model: some services refuse them, and some
 *  models divide by their length. */
export async function embedVisible(
  texts: readonly string[],
  embed: (visible: readonly string[]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  if (texts.length === 0) return [];
  const visible = texts.filter(isVisible);
  // Only the model knows the length of the zero vector.
  const vectors = await embed(visible.length > 0 ? visible : ['text']);
  const zero = new Float32Array(vectors[0]?.length ?? 0);
  let next = 0;
  return texts.map((text) => (isVisible(text) ? vectors[next++] : undefined) ?? zero);
}

const isVisible = (text: string): boolean => text.trim() !== '';

/** A passage as one text, with its label first. */
export const passageText = ({ text, label }: LabelledPassage): string =>
  label === '' ? text : `${label}\n\n${text}`;
