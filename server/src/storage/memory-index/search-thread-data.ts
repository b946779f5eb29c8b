import type { WordPart } from './bm25.ts';
import type { FoundInPart, PartQuery, SearchedPart } from './search-part.ts';

/** lane: the number of the thread, from 1; see Vectors. */
export type SearchThreadData = { lane: number };

/** A part in a message: what the thread does not have yet. memory: of its vectors, the first time; memoryBytes: its size. The pages of postings are
 *  those that were added since the last time. */
export type PartMessage = Pick<SearchedPart, 'runs' | 'asked'> & {
  name: number;
  dimensions: number;
  memory?: WebAssembly.Memory;
  memoryBytes: number;
  words?: WordPart;
};

export type SearchRequest = { parts: PartMessage[]; query: PartQuery };
/** The part is no longer searched. */
export type ForgetRequest = { forget: number };
export type SearchReply = { found: FoundInPart[] };
