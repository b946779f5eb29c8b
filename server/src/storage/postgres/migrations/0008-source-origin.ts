/** What a source is called where it comes from, and what its owner notes about it. See storage/tables.ts for what each
 *  column means. */
export const sourceOrigin = `
ALTER TABLE sources ADD COLUMN external_id text COLLATE "C";
ALTER TABLE sources ADD COLUMN metadata text NOT NULL DEFAULT '{}';
CREATE UNIQUE INDEX sources_by_external_id ON sources (workspace_id, knowledge_base_id, external_id)
  WHERE external_id IS NOT NULL;

CREATE TABLE source_metadata (
  workspace_id text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, value_type text COLLATE "C" NOT NULL,
  text_value text COLLATE "C" NOT NULL, number_value double precision NOT NULL, source_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, key, value_type, text_value, number_value, source_id),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
);
CREATE INDEX source_metadata_by_source ON source_metadata (workspace_id, source_id);
ALTER TABLE crawls ADD COLUMN metadata text NOT NULL DEFAULT '{}';
`;
