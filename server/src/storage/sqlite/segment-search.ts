import type { Kysely } from 'kysely';
import type { KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import { decodeSegment } from '#lib/segment.ts';
import type { SearchEngine, SearchScope } from '#storage/engine.ts';
import type { Tables } from '#storage/tables.ts';
import { createSearchIndex, type SearchIndex, searchIndexes } from './search-index.ts';

type SegmentSearchOptions = {
  reads: Kysely<Tables>;
  indexVersion: string;
  memoryBytes: number;
};
/** Of workspace and knowledge base: an id alone opens nothing in another workspace. */
type IndexKey = `${WorkspaceId}/${KnowledgeBaseId}`;
type Loaded = { index: SearchIndex; ready: Promise<void>; isLoaded: boolean; usedAt: number };

/** How many segments are read and merged before other requests get a turn. */
const SEGMENTS_PER_TURN = 50;

/** Search over the segments of knowledge bases, held in memory while they are used. An index is loaded at the first
 *  query of its knowledge base (about 4 µs a chunk) and then follows each commit in the same instant; those unused for
 *  longest leave when the memory budget is spent. */
export function createSegmentSearch({
  reads,
  indexVersion,
  memoryBytes,
}: SegmentSearchOptions): SearchEngine {
  const loaded = new Map<IndexKey, Loaded>();
  let uses = 0;

  const load = async (
    workspaceId: WorkspaceId,
    knowledgeBaseId: KnowledgeBaseId,
    index: SearchIndex,
  ): Promise<void> => {
    const of = reads.selectFrom('segments').where('workspace_id', '=', workspaceId);
    const sources = await of
      .select(['source_id', 'revision'])
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .where('index_version', '=', indexVersion)
      .execute();
    for (const [count, { source_id, revision }] of sources.entries()) {
      if (count % SEGMENTS_PER_TURN === SEGMENTS_PER_TURN - 1) await new Promise(setImmediate);
      // A commit since the list was read has already brought or taken this source: the row tells.
      const row = await of
        .select('bytes')
        .where('source_id', '=', source_id)
        .where('revision', '=', revision)
        .executeTakeFirst();
      if (row && !index.has(source_id))
        index.add({ sourceId: source_id, revision }, decodeSegment(row.bytes));
    }
  };

  const open = async (workspaceId: WorkspaceId, knowledgeBaseId: KnowledgeBaseId): Promise<SearchIndex> => {
    const key: IndexKey = `${workspaceId}/${knowledgeBaseId}`;
    let entry = loaded.get(key);
    if (!entry) {
      const index = createSearchIndex();
      entry = { index, ready: load(workspaceId, knowledgeBaseId, index), isLoaded: false, usedAt: 0 };
      loaded.set(key, entry);
      entry.ready.catch(() => loaded.delete(key));
      await entry.ready;
      entry.isLoaded = true;
      evict(loaded, memoryBytes, entry);
    }
    entry.usedAt = ++uses;
    await entry.ready;
    return entry.index;
  };
  const openAll = ({ workspaceId, knowledgeBaseIds }: SearchScope): Promise<SearchIndex[]> =>
    Promise.all(knowledgeBaseIds.map((id) => open(workspaceId, id)));

  return {
    indexVersion,
    writeSegment: async (tx, { workspaceId, knowledgeBaseId, sourceId, revision }, { chunkCount, bytes }) => {
      // Before it is written: bytes that cannot be read must not be committed.
      const segment = decodeSegment(bytes);
      const content = { revision, index_version: indexVersion, chunk_count: chunkCount, bytes };
      await tx.db
        .insertInto('segments')
        .values({
          workspace_id: workspaceId,
          knowledge_base_id: knowledgeBaseId,
          source_id: sourceId,
          ...content,
        })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'source_id']).doUpdateSet(content))
        .execute();
      tx.afterCommit(() =>
        loaded.get(`${workspaceId}/${knowledgeBaseId}`)?.index.add({ sourceId, revision }, segment),
      );
    },
    removeSegment: async (tx, { workspaceId, knowledgeBaseId, sourceId }) => {
      await tx.db
        .deleteFrom('segments')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .execute();
      tx.afterCommit(() => loaded.get(`${workspaceId}/${knowledgeBaseId}`)?.index.remove(sourceId));
    },
    languages: async (scope) => {
      const indexes = await openAll(scope);
      return [...new Set(indexes.flatMap((index) => index.languages))];
    },
    termCounts: async (scope, terms) => {
      const indexes = await openAll(scope);
      return terms.map((term) => indexes.reduce((sum, index) => sum + index.count(term), 0));
    },
    candidates: async (scope, { vector, terms, limit }) =>
      searchIndexes(await openAll(scope), {
        limit,
        ...(vector && { queryVector: vector }),
        ...(terms && { queryTerms: terms }),
        ...(scope.sourceIds && { sourceIds: scope.sourceIds }),
      }),
  };
}

/** Drops the indexes unused for longest until the rest fits; the one just asked for stays whatever its size. */
function evict(loaded: Map<IndexKey, Loaded>, memoryBytes: number, keep: Loaded): void {
  let total = 0;
  for (const { index } of loaded.values()) total += index.byteSize;
  const oldestFirst = [...loaded]
    .filter(([, entry]) => entry !== keep && entry.isLoaded)
    .sort(([, a], [, b]) => a.usedAt - b.usedAt);
  for (const [key, { index }] of oldestFirst) {
    if (total <= memoryBytes) return;
    total -= index.byteSize;
    loaded.delete(key);
  }
}
