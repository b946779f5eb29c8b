import type { Execute } from './connections.ts';

/** Queries that must return no rows, each with its message. */
const FAULTS: { sentence: string; query: string }[] = [
  {
    sentence: 'indexed sources whose chunks are not as many as their rows say',
    query: `SELECT count(*) FROM sources WHERE indexed_revision IS NOT NULL AND chunk_count <> (
      SELECT count(*) FROM chunks WHERE chunks.workspace_id = sources.workspace_id
        AND chunks.source_id = sources.source_id AND chunks.revision = sources.indexed_revision)`,
  },
  {
    sentence: 'merged segments whose vectors are not as many as their chunks',
    query: `SELECT count(*) FROM segments WHERE first_chunk_no IS NOT NULL AND chunk_count <> (
      SELECT count(*) FROM chunk_vectors WHERE chunk_vectors.workspace_id = segments.workspace_id
        AND chunk_vectors.index_no = segments.index_no AND chunk_vectors.first_chunk_no = segments.first_chunk_no)`,
  },
  {
    sentence: 'indexes whose totals are not those of their segments',
    query: `SELECT count(*) FROM search_indexes AS indexes WHERE (chunk_count, token_count) <> (
      SELECT coalesce(sum(chunk_count), 0), coalesce(sum(token_count), 0) FROM segments
      WHERE segments.workspace_id = indexes.workspace_id AND segments.index_no = indexes.index_no AND first_chunk_no IS NOT NULL)`,
  },
  {
    sentence: 'posting lists of an index that is gone',
    query: `SELECT count(*) FROM (SELECT DISTINCT workspace_id, index_no FROM postings) AS listed
      WHERE NOT EXISTS (SELECT FROM search_indexes AS indexes
        WHERE indexes.workspace_id = listed.workspace_id AND indexes.index_no = listed.index_no)`,
  },
];

/** The faults in the stored data, one sentence each. */
export async function checkIntegrity(read: Execute): Promise<string[]> {
  const faults: string[] = [];
  for (const { sentence, query } of FAULTS) {
    const { rows } = await read(query);
    const count = Number(rows[0]?.['count']);
    if (count > 0) faults.push(`${count} ${sentence}`);
  }
  return faults;
}
