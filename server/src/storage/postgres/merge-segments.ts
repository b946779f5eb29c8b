import type { SourceId, WorkspaceId } from '#lib/ids.ts';
import { decodeSegment, type Segment } from '#segment/segment.ts';
import type { Execute } from './connections.ts';
import { buildBlocks, type PostingBlock } from './posting-blocks.ts';
import { termKey } from './term-key.ts';

/** Chunks per merge: enough for many of them to share words, and few enough that a deletion does not wait long. */
const MERGE_CHUNKS = 2_000;
const BLOCKS_PER_INSERT = 1_000;
const VECTORS_PER_INSERT = 500;

type Picked = { sourceId: SourceId; firstChunkNo: number; segment: Segment; tokenCount: number };

/** Merges the oldest unmerged segments of an index into the tables, in the transaction of `run`. Returns how many
 *  chunks it merged: 0 when nothing is unmerged, or when another node is merging. */
export async function mergeSegments(
  run: Execute,
  { workspaceId, indexNo }: { workspaceId: WorkspaceId; indexNo: number },
): Promise<number> {
  const { rows } = await run(
    `SELECT next_chunk_no, languages FROM search_indexes WHERE workspace_id = $1 AND index_no = $2 FOR UPDATE SKIP LOCKED`,
    [workspaceId, indexNo],
  );
  const [index] = rows;
  if (!index) return 0;
  const firstChunkNo = Number(index['next_chunk_no']);
  const picked = await pick(run, workspaceId, indexNo, firstChunkNo);
  const chunkCount = picked.reduce((sum, { segment }) => sum + segment.chunkCount, 0);
  if (picked.length === 0) return 0;
  const blocks = await buildBlocks(picked, () => new Promise(setImmediate));
  await insertBlocks(run, workspaceId, indexNo, blocks);
  for (const one of picked) await insertVectors(run, workspaceId, indexNo, one);
  await run(
    `UPDATE segments SET first_chunk_no = merged.first_chunk_no
     FROM unnest($3::text[], $4::bigint[]) AS merged (source_id, first_chunk_no)
     WHERE workspace_id = $1 AND index_no = $2 AND segments.source_id = merged.source_id`,
    [workspaceId, indexNo, picked.map(({ sourceId }) => sourceId), picked.map((one) => one.firstChunkNo)],
  );
  const languages = JSON.parse(String(index['languages'])) as Record<string, number>;
  for (const { segment } of picked) languages[segment.language] = (languages[segment.language] ?? 0) + 1;
  await run(
    `UPDATE search_indexes SET changes = changes + 1, next_chunk_no = next_chunk_no + $3, chunk_count = chunk_count + $3, token_count = token_count + $4, languages = $5
     WHERE workspace_id = $1 AND index_no = $2`,
    [
      workspaceId,
      indexNo,
      chunkCount,
      picked.reduce((sum, one) => sum + one.tokenCount, 0),
      JSON.stringify(languages),
    ],
  );
  return chunkCount;
}

/** Locks unmerged segments and numbers their chunks. Skips segments that are being deleted. */
async function pick(
  run: Execute,
  workspaceId: WorkspaceId,
  indexNo: number,
  firstChunkNo: number,
): Promise<Picked[]> {
  const { rows } = await run(
    `SELECT source_id, token_count, bytes FROM segments
     WHERE workspace_id = $1 AND index_no = $2 AND first_chunk_no IS NULL AND source_id = ANY(ARRAY(
       SELECT source_id FROM (
         SELECT source_id, sum(chunk_count) OVER (ORDER BY segment_no) - chunk_count AS before FROM segments
         WHERE workspace_id = $1 AND index_no = $2 AND first_chunk_no IS NULL
       ) AS unmerged WHERE before < $3
     ))
     ORDER BY segment_no FOR UPDATE SKIP LOCKED`,
    [workspaceId, indexNo, MERGE_CHUNKS],
  );
  let next = firstChunkNo;
  return rows.map((row) => {
    const segment = decodeSegment(row['bytes'] as Uint8Array);
    const picked = {
      sourceId: row['source_id'] as SourceId,
      firstChunkNo: next,
      segment,
      tokenCount: Number(row['token_count']),
    };
    next += segment.chunkCount;
    return picked;
  });
}

async function insertBlocks(
  run: Execute,
  workspaceId: WorkspaceId,
  indexNo: number,
  blocks: readonly PostingBlock[],
): Promise<void> {
  for (let from = 0; from < blocks.length; from += BLOCKS_PER_INSERT) {
    const batch = blocks.slice(from, from + BLOCKS_PER_INSERT);
    await run(
      `INSERT INTO postings (workspace_id, index_no, term, first_chunk_no, last_chunk_no, entries)
       SELECT $1, $2, term, first, last, entries
       FROM unnest($3::text[], $4::bigint[], $5::bigint[], $6::bytea[]) AS blocks (term, first, last, entries)`,
      [
        workspaceId,
        indexNo,
        batch.map(({ term }) => termKey(term)),
        batch.map((block) => block.firstChunkNo),
        batch.map((block) => block.lastChunkNo),
        batch.map(({ entries }) => Buffer.from(entries)),
      ],
    );
  }
}

async function insertVectors(
  run: Execute,
  workspaceId: WorkspaceId,
  indexNo: number,
  { firstChunkNo, segment: { chunkCount, dimensions, vectors } }: Picked,
): Promise<void> {
  for (let from = 0; from < chunkCount; from += VECTORS_PER_INSERT) {
    const count = Math.min(VECTORS_PER_INSERT, chunkCount - from);
    const rows = Array.from(
      { length: count },
      (_, i) => `[${vectors.subarray((from + i) * dimensions, (from + i + 1) * dimensions).join(',')}]`,
    );
    await run(
      `INSERT INTO chunk_vectors (workspace_id, index_no, chunk_no, first_chunk_no, embedding)
       SELECT $1, $2, $3 + place - 1, $4, embedding::halfvec FROM unnest($5::text[]) WITH ORDINALITY AS rows (embedding, place)`,
      [workspaceId, indexNo, firstChunkNo + from, firstChunkNo, rows],
    );
  }
}
