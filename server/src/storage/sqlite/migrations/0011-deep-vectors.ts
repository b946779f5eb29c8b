/** What the encoder that reads passages whole makes of them, and how far it has come; see storage/tables.ts. Every source
 *  waits to be read. The statistics are those of a large workspace, as in 0002. */
export const deepVectors = `
ALTER TABLE knowledge_bases ADD COLUMN deep_changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sources ADD COLUMN understood_by TEXT;
ALTER TABLE sources ADD COLUMN understood_chunks INTEGER NOT NULL DEFAULT 0;
CREATE INDEX sources_by_reader ON sources (workspace_id, understood_by, indexed_at, source_id);
-- All that the counts of a knowledge base need.
CREATE INDEX sources_by_understanding
  ON sources (workspace_id, knowledge_base_id, understood_by, status, indexed_at, chunk_count, understood_chunks);

CREATE TABLE deep_vectors (
  workspace_id TEXT NOT NULL, knowledge_base_id TEXT NOT NULL, source_id TEXT NOT NULL, revision INTEGER NOT NULL,
  model_id TEXT NOT NULL, first_position INTEGER NOT NULL, chunk_count INTEGER NOT NULL, change_no INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (workspace_id, source_id, revision, model_id, first_position),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
) STRICT;
CREATE INDEX deep_vectors_by_change
  ON deep_vectors (workspace_id, knowledge_base_id, model_id, change_no, source_id, first_position, revision);

CREATE TABLE block_vectors (
  workspace_id TEXT NOT NULL, source_id TEXT NOT NULL, revision INTEGER NOT NULL, model_id TEXT NOT NULL,
  first_position INTEGER NOT NULL, bytes BLOB NOT NULL,
  PRIMARY KEY (workspace_id, source_id, revision, model_id, first_position),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
) STRICT;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('sources', 'sources_by_kind', '100000 100000 10000 5000 2000'),
  ('sources', 'sources_by_reader', '100000 100000 30000 2 1'),
  ('sources', 'sources_by_understanding', '100000 100000 10000 5000 4000 2 2 2'),
  ('deep_vectors', 'sqlite_autoindex_deep_vectors_1', '100000 100000 2 2 2 1'),
  ('deep_vectors', 'deep_vectors_by_change', '100000 100000 10000 10000 1 1 1 1'),
  ('block_vectors', 'sqlite_autoindex_block_vectors_1', '100000 100000 2 2 2 1');
ANALYZE sqlite_schema;
`;
