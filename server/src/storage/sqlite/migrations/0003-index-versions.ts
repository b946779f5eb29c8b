/** A knowledge base names the version of the index that answers, and a source may have a segment of the next beside it. */
export const indexVersions = `
ALTER TABLE knowledge_bases ADD COLUMN embedding_choice TEXT;
ALTER TABLE knowledge_bases ADD COLUMN index_version TEXT NOT NULL DEFAULT '';
ALTER TABLE knowledge_bases ADD COLUMN index_error TEXT;

UPDATE knowledge_bases SET index_version = coalesce((
  SELECT max(segments.index_version) FROM segments
  WHERE segments.workspace_id = knowledge_bases.workspace_id
    AND segments.knowledge_base_id = knowledge_bases.knowledge_base_id
), '');

CREATE TABLE versioned_segments (
  workspace_id TEXT NOT NULL, knowledge_base_id TEXT NOT NULL, source_id TEXT NOT NULL, revision INTEGER NOT NULL,
  index_version TEXT NOT NULL, chunk_count INTEGER NOT NULL, bytes BLOB NOT NULL,
  PRIMARY KEY (workspace_id, source_id, index_version),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
) STRICT;
INSERT INTO versioned_segments
  SELECT workspace_id, knowledge_base_id, source_id, revision, index_version, chunk_count, bytes FROM segments;
DROP TABLE segments;
ALTER TABLE versioned_segments RENAME TO segments;
CREATE INDEX segments_by_base ON segments (workspace_id, knowledge_base_id, index_version, source_id, revision);

DELETE FROM sqlite_stat1 WHERE tbl IN ('segments', 'versioned_segments');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('segments', 'sqlite_autoindex_segments_1', '100000 100000 1 1'),
  ('segments', 'segments_by_base', '100000 100000 10000 10000 1 1');
ANALYZE sqlite_schema;
`;
