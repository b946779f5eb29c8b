import type { ChunkId, SourceId } from '#lib/ids.ts';

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
  /** Raw scores: closeness (see EmbeddedQuery), and BM25 as a share of the most that the query could reach. */
  closeness: number;
  share: number;
};
