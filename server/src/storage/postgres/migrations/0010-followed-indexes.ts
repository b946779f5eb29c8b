/** How often what is found in a knowledge base has changed, and which change wrote a segment or removed one. See
 *  storage/tables.ts. Nothing is rewritten: a new column with a constant default costs no time. */
export const followedIndexes = `
ALTER TABLE knowledge_bases ADD COLUMN search_changes bigint NOT NULL DEFAULT 1;
ALTER TABLE knowledge_bases ADD COLUMN removals_after bigint NOT NULL DEFAULT 0;
ALTER TABLE segments ADD COLUMN change_no bigint NOT NULL DEFAULT 1;
CREATE INDEX segments_by_change
  ON segments (workspace_id, knowledge_base_id, index_version, change_no, source_id, revision, chunk_count);
CREATE TABLE segment_removals (
  workspace_id text COLLATE "C" NOT NULL, knowledge_base_id text COLLATE "C" NOT NULL, change_no bigint NOT NULL,
  source_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, knowledge_base_id, change_no, source_id),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
);
`;
