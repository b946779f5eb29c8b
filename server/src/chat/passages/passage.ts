import type { ChunkId, SourceId } from '#lib/ids.ts';
import type { Outline } from '#records/outline.ts';

/** A chunk that retrieval found, as the answerers see it. */
export type Passage = {
  chunkId: ChunkId;
  sourceId: SourceId;
  sourceName: string;
  /** The slice of the source's extracted text that begins at `start`. */
  text: string;
  start: number;
  /** The page that it begins on, and those that begin in it, by their starts in the text of the source. Undefined without pages. */
  pages?: Outline['pages'] | undefined;
  /** Of a source that is a web page. */
  url?: string | undefined;
  fileName?: string | undefined;
  /** See SourceRow. */
  externalId?: string | undefined;
  heading?: string | undefined;
  /** Hybrid score of search.ts: P(relevant), 0 to 1. */
  score: number;
  /** Raw scores: closeness (see EmbeddedQuery), and BM25 as a share of the most that the query could reach. */
  closeness: number;
  share: number;
  /** Closeness of the question and the blocks of the text, by where each begins in the text; undefined where the deep model
   *  has not read the passage. */
  blockCloseness?: ReadonlyMap<number, number> | undefined;
  /** The question is in another language, so that their words cannot be compared. */
  isForeign?: boolean | undefined;
};
