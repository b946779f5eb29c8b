import type { Kysely } from 'kysely';
import type { SourceId } from '#lib/ids.ts';
import { decodeSegment, type Segment } from '#segment/segment.ts';
import type { Engine, SearchEngine, SearchScope } from '#storage/engine.ts';
import { IndexSwitchedError } from '#storage/index-switched-error.ts';
import {
  countTerms,
  type SearchIndex,
  searchIndexes,
  vectorsAt,
} from '#storage/memory-index/search-index.ts';
import type { Tables } from '#storage/tables.ts';
import { createLoadedIndexes, type IndexAddress } from './loaded-indexes.ts';

type SegmentSearchOptions = { reads: Kysely<Tables>; memoryBytes: number };

/** How many segments to merge before other requests get a turn. */
const SEGMENTS_PER_TURN = 50;

/** Search over the segments of knowledge bases, in memory while they are used. The first query of a knowledge base
 *  loads its index (about 4 µs a chunk); each commit then updates it synchronously. The least recently used indexes are
 *  evicted when the memory budget is spent. */
export function createSegmentSearch({
  reads,
  memoryBytes,
}: SegmentSearchOptions): SearchEngine & Pick<Engine, 'indexMemoryBytes'> {
  const indexes = createLoadedIndexes({
    memoryBytes,
    load: (address, index) => loadSegments(reads, address, index),
  });
  const openAll = ({ workspaceId, knowledgeBaseIds, indexVersion }: SearchScope): Promise<SearchIndex[]> =>
    Promise.all(
      knowledgeBaseIds.map((knowledgeBaseId) => indexes.open({ workspaceId, knowledgeBaseId, indexVersion })),
    );

  return {
    indexMemoryBytes: indexes.byteSize,
    writeSegment: async (tx, address, { chunkCount, bytes }) => {
      const { workspaceId, knowledgeBaseId, sourceId, revision, indexVersion } = address;
      // Decode before writing: bytes that cannot be read or searched must not be committed.
      const segment = decodeSegment(bytes);
      assertFits(segment, indexes.find(address));
      const content = { revision, chunk_count: chunkCount, bytes };
      await tx.db
        .insertInto('segments')
        .values({
          workspace_id: workspaceId,
          knowledge_base_id: knowledgeBaseId,
          source_id: sourceId,
          index_version: indexVersion,
          ...content,
        })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'source_id', 'index_version']).doUpdateSet(content),
        )
        .execute();
      tx.afterCommit(() => indexes.find(address)?.add({ sourceId, revision }, segment));
    },
    removeSegment: async (tx, { workspaceId, knowledgeBaseId, sourceId }) => {
      await tx.db
        .deleteFrom('segments')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .execute();
      tx.afterCommit(() => {
        for (const index of indexes.findAll({ workspaceId, knowledgeBaseId })) index.remove(sourceId);
      });
    },
    keepVersions: async (tx, { workspaceId, knowledgeBaseId, indexVersions }) => {
      await tx.db
        .deleteFrom('segments')
        .where('workspace_id', '=', workspaceId)
        .where('knowledge_base_id', '=', knowledgeBaseId)
        .where('index_version', 'not in', indexVersions)
        .execute();
      tx.afterCommit(() => indexes.dropAllBut({ workspaceId, knowledgeBaseId, indexVersions }));
    },
    languages: async (scope) => {
      const opened = await openAll(scope);
      return [...new Set(opened.flatMap((index) => index.languages(scope.hiddenSourceIds)))];
    },
    termCounts: async (scope, terms) => countTerms(await openAll(scope), terms, scope.hiddenSourceIds),
    candidates: async (scope, { vector, terms, limit, addresses }) =>
      searchIndexes(await openAll(scope), {
        limit,
        sourceIds: scope.sourceIds,
        hiddenSourceIds: scope.hiddenSourceIds,
        ...(vector && { queryVector: vector }),
        ...(terms && { queryTerms: terms }),
        ...(addresses && { addresses }),
      }),
    vectors: async (scope, addresses) => vectorsAt(await openAll(scope), addresses),
  };
}

function assertFits({ dimensions }: Segment, index: SearchIndex | undefined): void {
  if (index?.dimensions === undefined || index.dimensions === dimensions) return;
  throw new Error(
    `The embedding model returned vectors of ${dimensions} numbers, and its earlier vectors have ${index.dimensions}: give a changed model another name.`,
  );
}

async function loadSegments(
  reads: Kysely<Tables>,
  { workspaceId, knowledgeBaseId, indexVersion }: IndexAddress,
  index: SearchIndex,
): Promise<void> {
  const ofVersion = reads
    .selectFrom('segments')
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .where('index_version', '=', indexVersion);
  const sources = await ofVersion.select(['source_id', 'revision']).execute();
  const bytesOf = async (sourceId: SourceId, revision: number): Promise<Uint8Array | undefined> => {
    const row = await ofVersion
      .select('bytes')
      .where('source_id', '=', sourceId)
      .where('revision', '=', revision)
      .executeTakeFirst();
    return row?.bytes;
  };
  for (const [count, { source_id, revision }] of sources.entries()) {
    if (count % SEGMENTS_PER_TURN === SEGMENTS_PER_TURN - 1) await new Promise(setImmediate);
    // A commit since the list was read may already have added or removed this source: check the row.
    const bytes = await bytesOf(source_id, revision);
    if (bytes && !index.has(source_id)) index.add({ sourceId: source_id, revision }, decodeSegment(bytes));
  }
  await assertAnswers(reads, { workspaceId, knowledgeBaseId, indexVersion });
}

/** Segments that vanished while loading belong to a version that was switched off, so check the version. A deleted
 *  knowledge base has no segments, which is right. */
async function assertAnswers(
  reads: Kysely<Tables>,
  { workspaceId, knowledgeBaseId, indexVersion }: IndexAddress,
): Promise<void> {
  const row = await reads
    .selectFrom('knowledge_bases')
    .select('index_version')
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .executeTakeFirst();
  if (row && row.index_version !== indexVersion) throw new IndexSwitchedError(knowledgeBaseId, indexVersion);
}
