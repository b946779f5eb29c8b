import type { ChunkId, SourceId } from '#lib/ids.ts';
import type { Usage } from '#models/model.ts';
import type { Citation, SourceReference } from '#storage/citation.ts';

/** A chunk that retrieval found, as the answerers see it. */
export type Passage = {
  chunkId: ChunkId;
  sourceId: SourceId;
  sourceName: string;
  /** The slice of the source's extracted text that begins at `start`. */
  text: string;
  start: number;
  page?: number | undefined;
  heading?: string | undefined;
  /** Hybrid score of search.ts: P(relevant), 0 to 1. */
  score: number;
  /** Raw evidence: closeness (see EmbeddedQuery), and BM25 as a share of the most that the query could reach. */
  closeness: number;
  share: number;
};

/** An answer with what it rests on. `sources`: best first, one row a source. */
export type Reply = {
  text: string;
  sources: SourceReference[];
  citations: Citation[];
  /** 0 to 1; under 0.5 the knowledge base may lack enough information. */
  confidence: number;
  /** An English sentence that explains the confidence. */
  confidenceReason: string;
  /** The language model was out of reach, and the reply was made, or ended, without it. */
  isDegraded: boolean;
  /** What the language model took; undefined when it was not asked. */
  usage: Usage | undefined;
};
