/** The models that the service can use. Each is one small interface with several implementations beside this file. */

/** A passage to be found: its text, and what it is known by beside it (the name of its source, the headings it stands
 *  under), which helps to find it. */
export type LabelledPassage = { text: string; label: string };

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
  embedPassages(passages: readonly LabelledPassage[], signal?: AbortSignal): Promise<Float32Array[]>;
};

/** Judges passages by reading each together with the query: slower than comparing vectors, and better. */
export type Reranker = {
  /** As that of an embedder. */
  readonly id: string;
  readonly name: string;
  /** How many of the best passages are worth its time. */
  readonly candidates: number;
  /** The chance that each passage is relevant, 0 to 1, in their order. Throws ModelError as an embedder does. */
  rerank(query: string, passages: readonly LabelledPassage[], signal?: AbortSignal): Promise<number[]>;
};

export type EmbeddedQuery = {
  vector: Float32Array;
  /** A cosine of this model on the scale of the bundled one for English, on which scores are fitted: about 0.1 for two
   *  texts that have nothing in common, 1 for the same text. Never falls while the cosine rises. */
  closenessOf(cosine: number): number;
};

/** The embedding models that this installation can use. */
export type Embedders = {
  /** By name, without repetition; the first is that of knowledge bases that were given none of their own. */
  readonly names: readonly string[];
  /** The version of the index that a knowledge base should have. choice: the name of the model that it was given; null,
   *  or a model that is not configured any more, leads to the first. */
  indexVersionFor(choice: string | null): string;
  /** The model that makes indexes of this version; undefined when it is not configured any more. */
  ofIndex(indexVersion: string): Embedder | undefined;
  /** What the model of such indexes is called: one that is not configured any more by its id. */
  nameOf(indexVersion: string): string;
};

/** What a search needs. */
export type SearchModels = { embedders: Embedders; reranker: Reranker | undefined };

/** All models of this installation. chatModel: without one, replies are made of sentences of the sources. */
export type Models = SearchModels & { chatModel: ChatModel | undefined };

/** Writes replies. */
export type ChatModel = {
  /** As that of an embedder. */
  readonly name: string;
  /** Writes the next turn of a conversation, piece by piece; the last piece is what it cost. Aborting the signal stops the
   *  provider too. Throws ModelError as an embedder does, also in the middle. */
  write(prompt: Prompt, signal: AbortSignal): AsyncIterable<Written>;
};

export type Prompt = {
  /** What the model is told before the conversation begins. */
  instructions: string;
  /** Oldest first; the last is of the user. */
  turns: readonly { role: 'user' | 'assistant'; text: string }[];
  /** 0 to 2; that of the provider when absent. */
  temperature?: number | undefined;
  maxOutputTokens: number;
};

export type Written = { text: string } | { usage: TokenUsage };

/** cost: in the currency of the configured prices; absent without them. model: the one that answered. */
export type TokenUsage = { model: string; inputTokens: number; outputTokens: number; cost?: number };
