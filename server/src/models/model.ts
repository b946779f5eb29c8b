/** The models that the service can use. Each is one small interface with several implementations beside this file. */

/** A passage to be found: its text, and what it is known by beside it (the name of its source, the headings it stands
 *  under), which helps to find it. */
export type Passage = { text: string; label: string };

/** Turns text into vectors. Vectors are L2-normalised, so that a dot product is the cosine; a text without a
 *  known token gives the zero vector. Throws ModelError when the model cannot be reached or refuses. */
export type Embedder = {
  /** Names the model and all that decides its vectors; stored with what it indexed, because vectors of two models never
   *  mix. */
  readonly id: string;
  /** What people call it, such as `static-en-multi-256` or `openai/text-embedding-3-small`. */
  readonly name: string;
  /** One query -> its vector, and what a cosine with it means. */
  embedQuery(text: string, signal?: AbortSignal): Promise<EmbeddedQuery>;
  /** Passages -> a vector each, in their order. */
  embedPassages(passages: readonly Passage[], signal?: AbortSignal): Promise<Float32Array[]>;
};

/** Judges passages by reading each together with the query: slower than comparing vectors, and better. */
export type Reranker = {
  /** As that of an embedder. */
  readonly id: string;
  readonly name: string;
  /** The chance that each passage is relevant, 0 to 1, in their order. Throws ModelError as an embedder does. */
  rerank(query: string, passages: readonly Passage[], signal?: AbortSignal): Promise<number[]>;
};

export type EmbeddedQuery = {
  vector: Float32Array;
  /** A cosine of this model on the scale of the bundled one for English, on which scores are fitted: about 0.1 for two
   *  texts that have nothing in common, 1 for the same text. Never falls while the cosine rises. */
  closenessOf(cosine: number): number;
};
