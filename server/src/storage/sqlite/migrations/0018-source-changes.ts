/** The order in which sources have changed. See storage/tables.ts. */
export const sourceChanges = `
CREATE TABLE source_changes (
  workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE, change_no INTEGER NOT NULL,
  knowledge_base_id TEXT NOT NULL, source_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, change_no)
) STRICT, WITHOUT ROWID;
`;
