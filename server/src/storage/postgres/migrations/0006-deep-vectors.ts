/** What the encoder that reads passages whole makes of them, and how far it has come; see storage/tables.ts. Every source
 *  waits to be read. */
export const deepVectors = `
ALTER TABLE knowledge_bases ADD COLUMN deep_changes bigint NOT NULL DEFAULT 0;
ALTER TABLE sources ADD COLUMN understood_by text COLLATE "C";
ALTER TABLE sources ADD COLUMN understood_chunks integer NOT NULL DEFAULT 0;
CREATE INDEX sources_by_reader ON sources (workspace_id, understood_by, indexed_at, source_id);
-- All that the counts of a knowledge base need.
CREATE INDEX sources_by_understanding
  ON sources (workspace_id, knowledge_base_id, understood_by, status, indexed_at, chunk_count, understood_chunks);

CREATE TABLE deep_vectors (
  workspace_id text COLLATE "C" NOT NULL, knowledge_base_id text COLLATE "C" NOT NULL, source_id text COLLATE "C" NOT NULL,
  revision integer NOT NULL, model_id text COLLATE "C" NOT NULL, first_position integer NOT NULL,
  chunk_count integer NOT NULL, change_no bigint NOT NULL, bytes bytea NOT NULL,
  PRIMARY KEY (workspace_id, source_id, revision, model_id, first_position),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
);
CREATE INDEX deep_vectors_by_change
  ON deep_vectors (workspace_id, knowledge_base_id, model_id, change_no, source_id, first_position, revision);

CREATE TABLE block_vectors (
  workspace_id text COLLATE "C" NOT NULL, source_id text COLLATE "C" NOT NULL, revision integer NOT NULL,
  model_id text COLLATE "C" NOT NULL, first_position integer NOT NULL, bytes bytea NOT NULL,
  PRIMARY KEY (workspace_id, source_id, revision, model_id, first_position),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
);
-- Vectors do not compress.
ALTER TABLE deep_vectors ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE block_vectors ALTER COLUMN bytes SET STORAGE EXTERNAL;
`;
