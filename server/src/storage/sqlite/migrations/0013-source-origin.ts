/** What a source is called where it comes from, and what its owner notes about it. See storage/tables.ts for what each
 *  column means. */
export const sourceOrigin = `
ALTER TABLE sources ADD COLUMN external_id TEXT;
ALTER TABLE sources ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';
CREATE UNIQUE INDEX sources_by_external_id ON sources (workspace_id, knowledge_base_id, external_id)
  WHERE external_id IS NOT NULL;

CREATE TABLE source_metadata (
  workspace_id TEXT NOT NULL, key TEXT NOT NULL, value_type TEXT NOT NULL, text_value TEXT NOT NULL,
  number_value REAL NOT NULL, source_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, key, value_type, text_value, number_value, source_id),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX source_metadata_by_source ON source_metadata (workspace_id, source_id);
ALTER TABLE crawls ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('source_metadata', 'source_metadata', '500000 500000 100000 90000 500 500 1'),
  ('source_metadata', 'source_metadata_by_source', '500000 500000 5 1');
`;
