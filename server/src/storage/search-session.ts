import type { ChunkAddress } from './engine.ts';
import type { BaseVersion } from './tables/knowledge-bases.ts';
import type { ChunkOfSource } from './tables/read-chunks.ts';

/** One search: what it may rely on, and the texts of what it has found. On an engine that other nodes share, that is one
 *  round trip: the search relies on what this node remembers, and the statement that reads the texts proves it. */
export type SearchSession = {
  /** The knowledge bases to search, of those that were asked for. */
  readonly bases: readonly BaseVersion[];
  /** The chunks at these addresses, in their order; undefined where one was removed. Throws OutdatedSearchError if the
   *  session rests on something that holds no longer. */
  chunks(addresses: readonly ChunkAddress[]): Promise<(ChunkOfSource | undefined)[]>;
  /** For a search that has read no chunk. Throws as `chunks` does. */
  prove(): Promise<void>;
  /** Begins the search again, with what the knowledge bases are now. */
  again(): Promise<SearchSession>;
};

/** A search relied on what this node remembered of the knowledge bases, and they have changed. Search again with `next`, which
 *  rests on what they are now. */
export class OutdatedSearchError extends Error {
  readonly next: SearchSession;

  constructor(next: SearchSession) {
    super('The knowledge bases have changed since this node last looked');
    this.name = 'OutdatedSearchError';
    this.next = next;
  }
}
