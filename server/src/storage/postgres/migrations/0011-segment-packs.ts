/** Copies of many segments, for loading them. See storage/tables.ts. */
export const segmentPacks = `
CREATE TABLE segment_packs (
  workspace_id text COLLATE "C" NOT NULL, knowledge_base_id text COLLATE "C" NOT NULL, index_version text NOT NULL,
  first_change bigint NOT NULL, first_source text COLLATE "C" NOT NULL,
  last_change bigint NOT NULL, last_source text COLLATE "C" NOT NULL,
  source_count bigint NOT NULL, chunk_count bigint NOT NULL, bytes bytea NOT NULL,
  PRIMARY KEY (workspace_id, knowledge_base_id, index_version, last_change, last_source),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
);
ALTER TABLE segment_packs ALTER COLUMN bytes SET STORAGE EXTERNAL;
`;
