import type { LabelledPassage } from './model.ts';

/** An embedding model as it comes: vectors, whose cosines mean whatever they mean to it. `withMeasuredScale` makes an
 *  Embedder of it. */
export type RawEmbedder = {
  readonly id: string;
  readonly name: string;
  /** Queries -> a unit vector each, in their order. */
  embedQueries(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** As that of an Embedder. */
  embedPassages(passages: readonly LabelledPassage[], signal?: AbortSignal): Promise<Float32Array[]>;
};

/** Embeds texts, of which those of white space alone get the zero vector and are not shown to the model: some services
 *  refuse them, and some models divide by their length. */
export async function embedVisible(
  texts: readonly string[],
  embed: (visible: readonly string[]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  if (texts.length === 0) return [];
  const visible = texts.filter(isVisible);
  // The zero vector has a length too, which the model alone knows.
  const vectors = await embed(visible.length > 0 ? visible : ['text']);
  const zero = new Float32Array(vectors[0]?.length ?? 0);
  let next = 0;
  return texts.map((text) => (isVisible(text) ? vectors[next++] : undefined) ?? zero);
}

const isVisible = (text: string): boolean => text.trim() !== '';

/** A passage as one text, for models that read it as a whole: what it is known by comes first. */
export const passageText = ({ text, label }: LabelledPassage): string =>
  label === '' ? text : `${label}\n\n${text}`;
