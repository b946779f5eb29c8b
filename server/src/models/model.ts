/** The interfaces of the models that the service can use. */

/** A passage to index: its text, and a label that helps to find it (the name of its source, its headings). */
export type LabelledPassage = { text: string; label: string };

/** Turns text into L2-normalised vectors, whose dot product is the cosine; a text without known tokens gives the zero
 *  vector. Throws ModelError if the model cannot be reached or refuses. */
export type Embedder = {
  /** Identifies the model and everything that decides its vectors; stored with the index, because vectors of two models
   *  must not mix. */
  readonly id: string;
  /** The name for users, such as `static-en-multi-256` or `openai/text-embedding-3-small`. */
  readonly name: string;
  /** The vector of a query, and the meaning of a cosine with it. */
  embedQuery(text: string, signal?: AbortSignal): Promise<EmbeddedQuery>;
  /** A vector for each passage, in order. */
  embedPassages(passages: readonly LabelledPassage[], signal?: AbortSignal): Promise<Float32Array[]>;
};

/** Scores passages by reading each together with the query: slower than comparing vectors, and better. */
export type Reranker = {
  /** See Embedder. */
  readonly id: string;
  readonly name: string;
  /** How many of the best passages to rerank. */
  readonly candidates: number;
  /** The probability that each passage is relevant, 0 to 1, in order. Throws ModelError as an embedder does. */
  rerank(query: string, passages: readonly LabelledPassage[], signal?: AbortSignal): Promise<number[]>;
};

export type EmbeddedQuery = {
  vector: Float32Array;
  /** Maps a cosine of this model to the scale of the bundled one for English, on which scores are fitted: about 0.1 for
   *  two unrelated texts, 1 for equal texts. Monotonic. */
  closenessOf(cosine: number): number;
};

/** The embedding models that this installation can use. */
export type Embedders = {
  /** Distinct names; the first is the default of knowledge bases. */
  readonly names: readonly string[];
  /** The index version that a knowledge base should have. choice: the name of its model; null, or a model no longer
   *  configured, means the first. */
  indexVersionFor(choice: string | null): string;
  /** The model that builds indexes of this version; undefined if no longer configured. */
  ofIndex(indexVersion: string): Embedder | undefined;
  /** The name of the model of such indexes, or its id if it is no longer configured. */
  nameOf(indexVersion: string): string;
};

/** The models of a search. */
export type SearchModels = { embedders: Embedders; reranker: Reranker | undefined };

/** All models of this installation. Without a chatModel, replies consist of sentences of the sources. */
export type Models = SearchModels & { chatModel: ChatModel | undefined };

/** Writes replies. */
export type ChatModel = {
  /** See Embedder. */
  readonly name: string;
  /** Writes the next turn of a conversation in pieces; the last piece is the token usage. Aborting the signal also
   *  stops the provider. Throws ModelError as an embedder does, also in the middle. */
  write(prompt: Prompt, signal: AbortSignal): AsyncIterable<Written>;
};

export type Prompt = {
  /** The instructions before the conversation. */
  instructions: string;
  /** Oldest first; the last is the user's. */
  turns: readonly { role: 'user' | 'assistant'; text: string }[];
  /** 0 to 2; the default of the provider if absent. */
  temperature?: number | undefined;
  maxOutputTokens: number;
};

export type Written = { text: string } | { usage: TokenUsage };

/** cost: in the currency of the configured prices; absent without them. model: the one that answered. */
export type TokenUsage = { model: string; inputTokens: number; outputTokens: number; cost?: number };
