import type { Span } from '#text/sentences.ts';

/** The interfaces of the models that the service can use. */

/** The names of the bundled embedding models. */
export const BUNDLED_MODELS = { instant: 'static-en-multi-256', deep: 'multilingual-e5-small' } as const;

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

/** An encoder that reads a passage whole: better than an instant Embedder and slow, so it runs in threads of its own, after the
 *  instant pass. Both methods throw the reason of an aborted signal, and ModelError if the model cannot be loaded. */
export type DeepModel = {
  /** Identifies the model, its weights and its runtime, such as `multilingual-e5-small/wasm/1`: vectors of two ids are never
   *  compared. */
  readonly id: string;
  /** The name for users, such as `multilingual-e5-small`. */
  readonly name: string;
  readonly dimensions: number;
  /** The vector of a query, L2-normalised; zeros for one without words. Undefined if reading it could not begin within
   *  patienceMs (50 by default). */
  embedQuery(
    text: string,
    options?: { patienceMs?: number; signal?: AbortSignal | undefined },
  ): Promise<Float32Array | undefined>;
  /** The vectors of a passage and of blocks of it, from one reading, L2-normalised; zeros for those that have no words, or
   *  would be near every question. blocks: in UTF-16 units of `text`, in order. */
  embedPassage(text: string, blocks: readonly Span[], signal?: AbortSignal): Promise<DeepVectors>;
  /** Ends the threads and releases the memory. Calls that still run reject. */
  close(): Promise<void>;
};

/** blocks: one for each, in order. */
export type DeepVectors = { passage: Float32Array; blocks: Float32Array[] };

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
  /** Distinct names; the first is the default of knowledge bases. With a deep model there are two names for the bundled index:
   *  the deep model's, which means both passes, and the instant model's, which means only the instant pass. */
  readonly names: readonly string[];
  /** The index version that a knowledge base should have. choice: the name of its model; null, or a model no longer
   *  configured, means the first. */
  indexVersionFor(choice: string | null): string;
  /** The model that builds indexes of this version; undefined if no longer configured. */
  ofIndex(indexVersion: string): Embedder | undefined;
  /** The model that reads passages whole, for a knowledge base with this index and this choice; undefined if there is none, if
   *  the knowledge base chose only the instant pass, or if it is on its way to another model. */
  deepOf(indexVersion: string, choice: string | null): DeepModel | undefined;
  /** Why the deep model cannot be used now although it is not switched off, a sentence. */
  deepFault?(): string | undefined;
  /** The name of the model of a knowledge base with this index and this choice, or the id of a model that is no longer
   *  configured. */
  nameOf(indexVersion: string, choice: string | null): string;
};

/** The models of a search. */
export type SearchModels = { embedders: Embedders; reranker: Reranker | undefined };

/** All models of this installation. Without a chatModel, replies consist of sentences of the sources. */
export type Models = SearchModels & {
  chatModel: ChatModel | undefined;
  /** Those that a trial may choose from, each without another to take over, by distinct names: that of `chatModel` first. */
  chatModels?: readonly ChatModel[];
};

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
  /** JSON instead of words. Not every provider keeps to the schema. */
  format?: JsonFormat | undefined;
};

/** schema: a JSON Schema. */
export type JsonFormat = { name?: string; description?: string; schema?: Record<string, unknown> };

/** isCut: it reached the limit of tokens before its end. */
export type Written = { text: string } | { usage: TokenUsage; isCut?: true };

/** cost: in the currency of the configured prices; absent without them. model: the one that answered. */
export type TokenUsage = { model: string; inputTokens: number; outputTokens: number; cost?: number };
