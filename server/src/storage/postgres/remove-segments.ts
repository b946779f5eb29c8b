import type { WorkspaceId } from '#lib/ids.ts';
import { decodeSegment } from '#segment/segment.ts';
import type { Execute } from './connections.ts';
import { withoutChunks } from './posting-blocks.ts';
import { termKey } from './term-key.ts';

/** Terms per statement. */
const TERMS_PER_STATEMENT = 1_000;

/** Removes the segments of a source, in one version of its index or in all, with everything merged from them. Nothing
 *  of the source is found or counted afterwards. */
export async function removeSegments(
  run: Execute,
  {
    workspaceId,
    sourceId,
    indexVersion,
  }: { workspaceId: WorkspaceId; sourceId: string; indexVersion?: string },
): Promise<void> {
  const { rows } = await run(
    `DELETE FROM segments WHERE workspace_id = $1 AND source_id = $2 AND ($3::text IS NULL OR index_version = $3)
     RETURNING index_no, first_chunk_no, chunk_count, token_count, language,
       CASE WHEN first_chunk_no IS NOT NULL THEN bytes END AS bytes`,
    [workspaceId, sourceId, indexVersion ?? null],
  );
  for (const row of rows) {
    if (row['first_chunk_no'] === null) continue;
    const first = Number(row['first_chunk_no']);
    await removeMerged(run, {
      workspaceId,
      indexNo: Number(row['index_no']),
      first,
      end: first + Number(row['chunk_count']),
      tokenCount: Number(row['token_count']),
      language: String(row['language']),
      bytes: row['bytes'] as Uint8Array,
    });
  }
}

/** A merged segment with the chunk numbers [first, end). */
type Merged = {
  workspaceId: WorkspaceId;
  indexNo: number;
  first: number;
  end: number;
  tokenCount: number;
  language: string;
  bytes: Uint8Array;
};

async function removeMerged(run: Execute, merged: Merged): Promise<void> {
  const { workspaceId, indexNo, first, end } = merged;
  // Lock the index before its postings and vectors, as index-maintenance.ts does.
  await run('SELECT index_no FROM search_indexes WHERE workspace_id = $1 AND index_no = $2 FOR UPDATE', [
    workspaceId,
    indexNo,
  ]);
  const keys = decodeSegment(merged.bytes).terms.map(termKey);
  for (let from = 0; from < keys.length; from += TERMS_PER_STATEMENT)
    await removePostings(run, merged, keys.slice(from, from + TERMS_PER_STATEMENT));
  const { rows } = await run(
    `DELETE FROM chunk_vectors WHERE workspace_id = $1 AND index_no = $2 AND chunk_no >= $3 AND chunk_no < $4
     RETURNING graph_dimensions IS NOT NULL AS in_graph`,
    [workspaceId, indexNo, first, end],
  );
  await run(
    `UPDATE search_indexes SET changes = changes + 1, chunk_count = chunk_count - $3, token_count = token_count - $4, graph_count = graph_count - $5,
       languages = (
         SELECT coalesce(json_object_agg(language, sources), '{}')::text
         FROM (SELECT key AS language, value::bigint - (key = $6)::int AS sources FROM json_each_text(languages::json)) AS counts
         WHERE sources > 0
       )
     WHERE workspace_id = $1 AND index_no = $2`,
    [
      workspaceId,
      indexNo,
      end - first,
      merged.tokenCount,
      rows.filter((row) => row['in_graph'] === true).length,
      merged.language,
    ],
  );
}

/** Removes the chunks from the blocks of these terms. Each statement names the terms with ANY, even when it joins them:
 *  without statistics the planner would otherwise read the whole index for each. */
async function removePostings(
  run: Execute,
  { workspaceId, indexNo, first, end }: Merged,
  terms: readonly string[],
): Promise<void> {
  // Most blocks of a large source contain nothing else, and can be deleted unread.
  await run(
    `DELETE FROM postings
     WHERE workspace_id = $1 AND index_no = $2 AND term = ANY($3) AND first_chunk_no >= $4 AND last_chunk_no < $5`,
    [workspaceId, indexNo, terms, first, end],
  );
  const { rows } = await run(
    `SELECT term, first_chunk_no, entries FROM postings
     WHERE workspace_id = $1 AND index_no = $2 AND term = ANY($3) AND first_chunk_no < $5 AND last_chunk_no >= $4
     ORDER BY term, first_chunk_no FOR UPDATE`,
    [workspaceId, indexNo, terms, first, end],
  );
  const cut = rows.map((row) => {
    const firstChunkNo = Number(row['first_chunk_no']);
    const entries = withoutChunks({ firstChunkNo, entries: row['entries'] as Uint8Array }, first, end);
    return { term: row['term'], firstChunkNo, entries };
  });
  const [kept, empty] = [
    cut.filter(({ entries }) => entries.length > 0),
    cut.filter(({ entries }) => entries.length === 0),
  ];
  if (kept.length > 0) {
    await run(
      `UPDATE postings SET entries = cut.entries
       FROM unnest($3::text[], $4::bigint[], $5::bytea[]) AS cut (term, first_chunk_no, entries)
       WHERE workspace_id = $1 AND index_no = $2 AND postings.term = ANY($3) AND postings.term = cut.term
         AND postings.first_chunk_no = cut.first_chunk_no`,
      [
        workspaceId,
        indexNo,
        kept.map(({ term }) => term),
        kept.map(({ firstChunkNo }) => firstChunkNo),
        kept.map(({ entries }) => Buffer.from(entries)),
      ],
    );
  }
  if (empty.length > 0) {
    await run(
      `DELETE FROM postings USING unnest($3::text[], $4::bigint[]) AS cut (term, first_chunk_no)
       WHERE workspace_id = $1 AND index_no = $2 AND postings.term = ANY($3) AND postings.term = cut.term
         AND postings.first_chunk_no = cut.first_chunk_no`,
      [workspaceId, indexNo, empty.map(({ term }) => term), empty.map(({ firstChunkNo }) => firstChunkNo)],
    );
  }
}
