import { LRUCache } from 'lru-cache';
import { patiently } from '#lib/async/patience.ts';
import { dimensionsOf, SEGMENT_HEADER_BYTES } from '#segment/segment.ts';
import type { Engine, SearchEngine, SearchScope, Transaction } from '#storage/engine.ts';
import {
  countTerms,
  type SearchIndex,
  searchOnThreads,
  vectorsAt,
} from '#storage/memory-index/search-index.ts';
import { SearchThreads } from '#storage/memory-index/search-threads.ts';
import { LoadedIndexes } from './loaded-indexes.ts';
import { Packing } from './packing.ts';
import { findBase, readChanges } from './read-changes.ts';
import { type Commit, createSegmentLog } from './segment-log.ts';
import { packSegments, type ReadBlobs, removePack } from './segment-packs.ts';
import type { IndexAddress, Place } from './segment-places.ts';

type Options = Pick<Engine, 'reads' | 'transaction'> & {
  readBlobs: ReadBlobs;
  memoryBytes: number;
  /** Whether this process packs segments. */
  packsSegments: boolean;
  /** Receives what fails in the background. */
  onFault: (error: unknown) => void;
};

/** The one search engine, in memory on every node. The first query of a knowledge base loads its index, and each commit
 *  changes it: a commit of this node at once, one of another node before the next search that has to see it. The least
 *  recently used indexes are evicted when the memory budget is spent. */
export function createIndexSearch({
  reads,
  readBlobs,
  transaction,
  memoryBytes,
  packsSegments,
  onFault,
}: Options): SearchEngine & Pick<Engine, 'indexMemoryBytes'> & { close(): Promise<void> } {
  const packing = new Packing(async (address, mostChunks) => {
    const base = await findBase(reads, address);
    if (base)
      await packSegments(
        { reads, transaction },
        { ...address, indexVersion: base.index_version },
        mostChunks,
      );
  }, onFault);
  const reader = {
    reads,
    readBlobs,
    discard: async (address: IndexAddress, end: Place, error: unknown) => {
      onFault(error);
      if (packsSegments) await patiently(() => removePack({ transaction }, address, end)).catch(onFault);
    },
    onLoaded: (address: IndexAddress, counts: { unpacked: number; chunks: number }) => {
      if (packsSegments) packing.loaded(address, counts);
    },
  };
  const indexes = new LoadedIndexes({
    memoryBytes,
    read: (address, index, progress) => readChanges(reader, address, index, progress),
  });
  const threads = new SearchThreads();
  const log = createSegmentLog((address, commit) => {
    indexes.apply(address, commit);
    if (packsSegments) packing.wrote(address, chunksIn(commit));
  });
  const assertDimensions = checkDimensions((address) => indexes.dimensionsOf(address));
  const use = <T>(
    { workspaceId, bases, indexVersion }: SearchScope,
    work: (indexes: SearchIndex[]) => T,
  ): Promise<Awaited<T>> =>
    indexes.use(
      bases.map(({ knowledge_base_id: knowledgeBaseId, search_changes: atLeast }) => ({
        workspaceId,
        knowledgeBaseId,
        indexVersion,
        atLeast,
      })),
      work,
    );
  return {
    threads,
    close: async () => {
      await packing.close();
      await threads.close();
    },
    indexMemoryBytes: () => indexes.byteSize,
    warm: async (address) => {
      if (!indexes.has(address)) return;
      const base = await findBase(reads, address);
      if (base) await indexes.warm(address, base.search_changes);
    },
    writeSegments: async (tx, workspaceId, segments) => {
      for (const segment of segments)
        await assertDimensions(tx, { ...segment, workspaceId }, dimensionsOf(segment.bytes));
      await log.write(tx, workspaceId, segments);
    },
    removeSegment: log.remove,
    keepVersions: async (tx, address) => {
      await log.keepVersions(tx, address);
      tx.afterCommit(() => indexes.dropAllBut(address));
    },
    languages: (scope) =>
      use(scope, (opened) =>
        // In the same order on every node: it decides in which order the words of a query are scored.
        [...new Set(opened.flatMap((index) => index.languages(scope.hiddenSourceIds)))].sort(),
      ),
    termCounts: (scope, terms) => use(scope, (opened) => countTerms(opened, terms, scope.hiddenSourceIds)),
    candidates: (scope, { vector, terms, limit, addresses }) =>
      use(scope, (opened) =>
        searchOnThreads(threads, scope.workspaceId, opened, {
          limit,
          sourceIds: scope.sourceIds,
          hiddenSourceIds: scope.hiddenSourceIds,
          ...(vector && { queryVector: vector }),
          ...(terms && { queryTerms: terms }),
          ...(addresses && { addresses }),
        }),
      ),
    vectors: (scope, addresses) => use(scope, (opened) => vectorsAt(opened, addresses)),
  };
}

const chunksIn = ({ changes }: Commit): number =>
  changes.reduce((sum, change) => sum + (change.kind === 'add' ? change.segment.chunkCount : 0), 0);

/** How many indexes are remembered with the length of their vectors. */
const REMEMBERED = 10_000;

/** Returns a function that throws when vectors have another length than those with which they would be compared. */
function checkDimensions(loaded: (address: IndexAddress) => number | undefined) {
  const remembered = new LRUCache<string, number>({ max: REMEMBERED });
  return async (tx: Transaction, address: IndexAddress, dimensions: number): Promise<void> => {
    const { workspaceId, knowledgeBaseId, indexVersion } = address;
    const key = `${workspaceId} ${knowledgeBaseId} ${indexVersion}`;
    const known = loaded(address) ?? remembered.get(key) ?? (await stored(tx, address));
    if (known === undefined) tx.afterCommit(() => remembered.set(key, dimensions));
    else remembered.set(key, known);
    if (known !== undefined && known !== dimensions)
      throw new Error(
        `The embedding model returned vectors of ${dimensions} numbers, and its earlier vectors have ${known}: give a changed model another name.`,
      );
  };
}

async function stored(
  { db }: Transaction,
  { workspaceId, knowledgeBaseId, indexVersion }: IndexAddress,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('segments')
    .select(({ fn, val }) =>
      fn<Uint8Array>('substr', ['bytes', val(1), val(SEGMENT_HEADER_BYTES)]).as('header'),
    )
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .where('index_version', '=', indexVersion)
    .limit(1)
    .executeTakeFirst();
  return row && dimensionsOf(row.header);
}
