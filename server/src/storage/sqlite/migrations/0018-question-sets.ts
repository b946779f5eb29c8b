/** Questions that are kept to be asked again and again, and what evaluations were made of. See storage/tables.ts. */
export const questionSets = `
CREATE TABLE question_sets (
  workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE, question_set_id TEXT NOT NULL, name TEXT NOT NULL,
  question_count INTEGER NOT NULL, questions TEXT NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, question_set_id)
) STRICT;
ALTER TABLE evaluations ADD COLUMN question_set_id TEXT;
ALTER TABLE evaluations ADD COLUMN agent_settings TEXT;
CREATE INDEX evaluations_by_set ON evaluations (workspace_id, question_set_id, evaluation_id)
  WHERE question_set_id IS NOT NULL;
`;
