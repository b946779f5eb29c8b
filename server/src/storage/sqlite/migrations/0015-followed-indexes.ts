/** How often what is found in a knowledge base has changed, and which change wrote a segment or removed one. See
 *  storage/tables.ts. */
export const followedIndexes = `
ALTER TABLE knowledge_bases ADD COLUMN search_changes INTEGER NOT NULL DEFAULT 1;
ALTER TABLE knowledge_bases ADD COLUMN removals_after INTEGER NOT NULL DEFAULT 0;
ALTER TABLE segments ADD COLUMN change_no INTEGER NOT NULL DEFAULT 1;
CREATE INDEX segments_by_change
  ON segments (workspace_id, knowledge_base_id, index_version, change_no, source_id, revision, chunk_count);
CREATE TABLE segment_removals (
  workspace_id TEXT NOT NULL, knowledge_base_id TEXT NOT NULL, change_no INTEGER NOT NULL, source_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, knowledge_base_id, change_no, source_id),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('segments', 'segments_by_change', '100000 100000 10000 10000 1 1 1 1'),
  ('segment_removals', 'segment_removals', '10000 10000 1000 1 1');
ANALYZE sqlite_schema;
`;
