import type { Execute } from '#storage/postgres/connections.ts';

/** $1: the ids of the workspaces; $2: sources of each. */
const TABLES = [
  `INSERT INTO workspaces SELECT w, 'Filled', 0, 0 FROM unnest($1::text[]) AS w`,
  `INSERT INTO api_keys SELECT w, 'key_' || i, '', 'admin', w || i, '', 0 FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO knowledge_bases
   SELECT w, 'kb_' || i, '', '', (i = 1)::int, NULL, (SELECT min(index_version) FROM knowledge_bases), NULL, 0, 0
   FROM unnest($1::text[]) AS w, generate_series(1, 5) AS i`,
  `INSERT INTO agents SELECT w, 'agt_' || i, '', 'active', NULL, NULL, NULL, 'medium', NULL, NULL, 0, 0
   FROM unnest($1::text[]) AS w, generate_series(1, 5) AS i`,
  `INSERT INTO sources (workspace_id, source_id, knowledge_base_id, type, name, url, content_sha256, status, stage, progress, revision, indexed_revision, chunk_count, tags, created_at, updated_at, allowed)
   SELECT w, 'src_' || i, 'kb_' || 1 + i % 5, 'text', '', 'http://site.example/' || i, md5(i::text), 'indexed', 'done', 1, 1, 1, 2, '[]', 0, 0, CASE WHEN i % 2 = 0 THEN '["group:' || i % 10 || '"]' END
   FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO source_tags SELECT w, 'tag ' || i % 10, 'src_' || i FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO source_metadata SELECT w, 'key' || i % 10, 'string', 'value ' || i % 7, 0, 'src_' || i FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO source_principals SELECT w, 'group:' || i % 10, 'src_' || i FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i WHERE i % 2 = 0`,
  `INSERT INTO source_history SELECT w, 'src_' || i, 'his_' || p, 'indexed', 'service', NULL, 'Footnote', '{}', p
   FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i, generate_series(0, 9) AS p`,
  `INSERT INTO source_files SELECT w, 'src_' || i, 1, 0, '\\x00' FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO source_texts SELECT w, 'src_' || i, 1, '', '{}' FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO chunks SELECT w, 'src_' || i, 1, p, 0, 0, NULL, NULL, ''
   FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i, generate_series(0, 1) AS p`,
  `INSERT INTO jobs SELECT w, 'job_' || i, 'ingest-source', (ARRAY['compute', 'network'])[1 + i % 2], 'src_' || i, '{}', 9e15, NULL, NULL, 0, 0, 0
   FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO crawls SELECT w, 'crl_' || i, 'kb_1', '', 'links', 1, 1, '[]', NULL, 'completed', NULL, 0, 0, 0
   FROM unnest($1::text[]) AS w, generate_series(1, 5) AS i`,
  `INSERT INTO crawl_pages SELECT w, 'crl_' || 1 + i % 5, i, 'http://site.example/' || i, 'page', 1, 'added', NULL, NULL
   FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO conversations SELECT w, 'agt_' || 1 + i % 5, 's' || i, 2, '{}', i, i FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO messages SELECT w, 'agt_' || 1 + i % 5, 's' || i, 'msg_' || i || p, 'agent', '', NULL, NULL, '[]', '[]', 0, NULL, NULL, NULL, 0
   FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i, generate_series(0, 1) AS p`,
  `INSERT INTO message_sources SELECT w, 'src_' || i, 'msg_' || i || 0 FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO turn_tickets SELECT w, 'agt_1', 's' || i, 'tck_' || i, 9e15 FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO dismissed_gaps SELECT w, 'gap ' || i, '', i FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO publishable_tokens SELECT w, 'tok_' || i, 'agt_' || 1 + i % 5, '', w || i, '[]', 1, 60, 0, NULL
   FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO events SELECT w, 'evt_' || i, 'source.indexed', 'src_' || i, '{}', 9e15 FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO webhooks SELECT w, 'wh_' || i, '', '', NULL, 1, NULL, '', NULL, NULL, NULL, 0, 0
   FROM unnest($1::text[]) AS w, generate_series(1, 5) AS i`,
  `INSERT INTO deliveries
   SELECT w, 'dlv_' || i, 'wh_' || 1 + i % 5, 'evt_' || i, 'src_' || i, (ARRAY['pending', 'delivered'])[1 + i % 2], 0, NULL, '[]', 0, NULL
   FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO segments
   SELECT w, knowledge_base_id, source_id, 1, (SELECT min(index_version) FROM knowledge_bases), 2, '\\x00', 1
   FROM unnest($1::text[]) AS w JOIN sources ON sources.workspace_id = w`,
  `INSERT INTO segment_removals SELECT w, 'kb_' || 1 + i % 5, i, 'src_' || i FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO source_changes SELECT w, i, 'kb_' || 1 + i % 5, 'src_' || i FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
  `INSERT INTO segment_packs SELECT w, 'kb_' || 1 + i % 5, 'model/1', i, '', i + 1, '', 1, 1, '', NULL, NULL, NULL FROM unnest($1::text[]) AS w, generate_series(1, $2) AS i`,
];

/** For tests: fills workspaces with `count` sources each, and all that hangs on them, so that the database plans its statements as it
 *  would for many customers. There must be a knowledge base already. */
export async function fillWorkspaces(
  run: Execute,
  workspaceIds: readonly string[],
  count: number,
): Promise<void> {
  for (const statement of TABLES)
    await run(statement, [workspaceIds, ...(statement.includes('$2') ? [count] : [])]);
  await run('ANALYZE');
}
