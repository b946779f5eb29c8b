/** Golden questions and how the search did with them. */
export const evaluations = `
CREATE TABLE evaluations (
  workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  evaluation_id TEXT NOT NULL, name TEXT, status TEXT NOT NULL, progress REAL NOT NULL,
  knowledge_base_ids TEXT, search_types TEXT NOT NULL, question_count INTEGER NOT NULL, questions TEXT NOT NULL,
  results TEXT, outcomes TEXT, error TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, ended_at INTEGER,
  PRIMARY KEY (workspace_id, evaluation_id)
) STRICT;
`;
