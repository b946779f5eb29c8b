import { CompiledQuery } from 'kysely';
import { decodeSegment } from '#segment/segment.ts';
import type { Engine, SearchEngine, SearchScope, Transaction } from '#storage/engine.ts';
import { countChunks as countInPart } from '#storage/memory-index/bm25.ts';
import type { Connections, Execute, Result } from './connections.ts';
import type { createMaintenance } from './index-maintenance.ts';
import { languagesOf, type OpenIndex, withIndexes } from './indexes.ts';
import { ENTRY_BYTES } from './posting-blocks.ts';
import { countChunks, createPostingLists, type PostingLists, toBlock } from './posting-lists.ts';
import { readVectors } from './read-vectors.ts';
import { removeSegments } from './remove-segments.ts';
import { openUnmerged, searchChunks } from './search-chunks.ts';
import { coverageOf, findSearched } from './source-ranges.ts';
import { termKey } from './term-key.ts';
import { createUnmergedIndexes } from './unmerged-segments.ts';

/** Search in SQL. A new segment is a row, and each node searches it in memory until it is merged. So it is found from
 *  its commit on, and writing it costs only its bytes. In the background (index-maintenance.ts) unmerged segments are
 *  merged into tables: posting lists in blocks, and vectors, with a graph over those of large indexes. */
export function createSqlSearch({
  connections,
  maintenance,
  memoryBytes,
}: {
  connections: Connections;
  maintenance: Pick<ReturnType<typeof createMaintenance>, 'wrote'>;
  memoryBytes: number;
}): SearchEngine & Pick<Engine, 'indexMemoryBytes'> {
  // Unmerged segments and cached posting lists get half of the memory each.
  const tools = { connections, unmerged: createUnmergedIndexes({ memoryBytes: memoryBytes / 2 }) };
  const lists = createPostingLists({ memoryBytes: memoryBytes / 2 });
  return {
    indexMemoryBytes: () => tools.unmerged.byteSize() + lists.byteSize(),
    writeSegment: async (tx, address, { chunkCount, bytes }) => {
      const { workspaceId, knowledgeBaseId, sourceId, revision, indexVersion } = address;
      const run = runOn(tx);
      // Decode before writing: bytes that cannot be read or searched must not be committed.
      const { dimensions, lengths, language } = decodeSegment(bytes);
      const indexNo = await indexFor(run, [workspaceId, knowledgeBaseId, indexVersion], dimensions);
      await removeSegments(run, { workspaceId, sourceId, indexVersion });
      const tokenCount = lengths.reduce((sum, length) => sum + Math.max(1, length), 0);
      await run(
        `INSERT INTO segments (workspace_id, knowledge_base_id, source_id, revision, index_version, chunk_count, bytes, index_no, token_count, language)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          workspaceId,
          knowledgeBaseId,
          sourceId,
          revision,
          indexVersion,
          chunkCount,
          bytes,
          indexNo,
          tokenCount,
          language,
        ],
      );
      tx.afterCommit(() => maintenance.wrote({ workspaceId, indexNo }, chunkCount));
    },
    removeSegment: (tx, { workspaceId, sourceId }) => removeSegments(runOn(tx), { workspaceId, sourceId }),
    keepVersions: async (tx, { workspaceId, knowledgeBaseId, indexVersions }) => {
      const run = runOn(tx);
      // This comes first because it waits for a running merge.
      const { rows } = await run(
        `DELETE FROM search_indexes WHERE workspace_id = $1 AND knowledge_base_id = $2 AND index_version <> ALL($3) RETURNING index_no`,
        [workspaceId, knowledgeBaseId, indexVersions],
      );
      const indexNos = rows.map((row) => row['index_no']);
      if (indexNos.length === 0) return;
      await run(
        'DELETE FROM segments WHERE workspace_id = $1 AND knowledge_base_id = $2 AND index_version <> ALL($3)',
        [workspaceId, knowledgeBaseId, indexVersions],
      );
      for (const table of ['postings', 'chunk_vectors'])
        await run(`DELETE FROM ${table} WHERE workspace_id = $1 AND index_no = ANY($2)`, [
          workspaceId,
          indexNos,
        ]);
    },
    languages: (scope) => languagesOf(connections.read, scope),
    termCounts: (scope, terms) =>
      withIndexes(tools, scope, async (read, indexes) => {
        const merged = await countMerged({ read, lists }, scope, indexes, terms);
        const unmerged = countUnmerged(indexes, scope, terms);
        return terms.map((_, i) => (merged[i] ?? 0) + (unmerged[i] ?? 0));
      }),
    candidates: (scope, query) =>
      withIndexes(tools, scope, (read, indexes) => searchChunks({ read, lists }, scope, indexes, query)),
    vectors: (scope, addresses) =>
      withIndexes(tools, scope, (read, indexes) => readVectors(read, scope.workspaceId, indexes, addresses)),
  };
}

/** Runs the statements of a transaction that the engine itself writes as SQL. */
const runOn =
  ({ db }: Transaction): Execute =>
  async (sql, parameters = []): Promise<Result> => {
    const { rows, numAffectedRows } = await db.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(sql, [...parameters]),
    );
    return { rows, changes: Number(numAffectedRows ?? 0) };
  };

/** The number of an index, created if missing. Throws when its vectors have other dimensions. */
async function indexFor(run: Execute, address: readonly string[], dimensions: number): Promise<number> {
  await run(
    `INSERT INTO search_indexes (workspace_id, knowledge_base_id, index_version, dimensions) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [...address, dimensions],
  );
  const { rows } = await run(
    'SELECT index_no, dimensions FROM search_indexes WHERE workspace_id = $1 AND knowledge_base_id = $2 AND index_version = $3',
    address,
  );
  const known = Number(rows[0]?.['dimensions']);
  if (known !== dimensions) {
    throw new Error(
      `The embedding model returned vectors of ${dimensions} numbers, and its earlier vectors have ${known}: give a changed model another name.`,
    );
  }
  return Number(rows[0]?.['index_no']);
}

/** How many unmerged chunks hold each term, in the order of `terms`. */
function countUnmerged(
  indexes: readonly OpenIndex[],
  { hiddenSourceIds }: SearchScope,
  terms: readonly string[],
): number[] {
  if (!hiddenSourceIds)
    return terms.map((term) => indexes.reduce((sum, { unmerged }) => sum + unmerged.index.count(term), 0));
  const { parts } = openUnmerged(indexes, { hiddenSourceIds });
  return terms.map((term) => parts.reduce((sum, part) => sum + countInPart(part, term), 0));
}

/** A longer list holds typo candidates, not a query's own terms: most of them have no postings and aren't worth
 *  caching. */
const TERMS_OF_A_QUERY = 64;

/** How many merged chunks hold each term, in the order of `terms`. A query's own terms are read through the cache,
 *  because scoring needs their lists next. */
async function countMerged(
  { read, lists }: { read: Execute; lists: PostingLists },
  { workspaceId, hiddenSourceIds }: SearchScope,
  indexes: readonly OpenIndex[],
  terms: readonly string[],
): Promise<number[]> {
  const merged = indexes.filter(({ chunkCount }) => chunkCount > 0);
  const searched = await findSearched(read, workspaceId, merged, { hiddenSourceIds });
  const coverage = merged.map(({ indexNo }) => coverageOf(searched, indexNo));
  if (terms.length <= TERMS_OF_A_QUERY) {
    const found = await lists.read(read, workspaceId, merged, terms);
    return terms.map((term) =>
      found.reduce((sum, ofIndex, i) => sum + countChunks(ofIndex.get(term) ?? [], coverage[i]), 0),
    );
  }
  if (coverage.some((isCounted) => isCounted !== undefined)) {
    const { rows } = await read(
      `SELECT index_no, term, first_chunk_no, entries FROM postings
       WHERE workspace_id = $1 AND index_no = ANY($2) AND term = ANY($3)`,
      [workspaceId, merged.map(({ indexNo }) => indexNo), terms.map(termKey)],
    );
    const counts = new Map<string, number>();
    for (const row of rows) {
      const isCounted = coverage[merged.findIndex(({ indexNo }) => indexNo === Number(row['index_no']))];
      const term = String(row['term']);
      counts.set(term, (counts.get(term) ?? 0) + countChunks([toBlock(row)], isCounted));
    }
    return terms.map((term) => counts.get(termKey(term)) ?? 0);
  }
  const { rows } = await read(
    `SELECT term, sum(octet_length(entries)) / ${ENTRY_BYTES} AS count FROM postings
     WHERE workspace_id = $1 AND index_no = ANY($2) AND term = ANY($3) GROUP BY term`,
    [workspaceId, merged.map(({ indexNo }) => indexNo), terms.map(termKey)],
  );
  const counts = new Map(rows.map((row) => [String(row['term']), Number(row['count'])]));
  return terms.map((term) => counts.get(termKey(term)) ?? 0);
}
