/** Copies of many segments, for loading them. See storage/tables.ts. */
export const segmentPacks = `
CREATE TABLE segment_packs (
  workspace_id TEXT NOT NULL, knowledge_base_id TEXT NOT NULL, index_version TEXT NOT NULL,
  first_change INTEGER NOT NULL, first_source TEXT NOT NULL,
  last_change INTEGER NOT NULL, last_source TEXT NOT NULL,
  source_count INTEGER NOT NULL, chunk_count INTEGER NOT NULL, bytes BLOB NOT NULL,
  PRIMARY KEY (workspace_id, knowledge_base_id, index_version, last_change, last_source),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
) STRICT;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('segment_packs', 'sqlite_autoindex_segment_packs_1', '10000 1000 100 50 1 1');
ANALYZE sqlite_schema;
`;
