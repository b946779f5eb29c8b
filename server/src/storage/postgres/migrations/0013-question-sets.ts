/** Questions that are kept to be asked again and again, and what evaluations were made of. See storage/tables.ts. */
export const questionSets = `
CREATE TABLE question_sets (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  question_set_id text COLLATE "C" NOT NULL, name text NOT NULL, question_count integer NOT NULL, questions text NOT NULL,
  version integer NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, question_set_id)
);
ALTER TABLE evaluations ADD COLUMN question_set_id text COLLATE "C";
ALTER TABLE evaluations ADD COLUMN agent_settings text;
CREATE INDEX evaluations_by_set ON evaluations (workspace_id, question_set_id, evaluation_id)
  WHERE question_set_id IS NOT NULL;
`;
