/** The order in which sources have changed. See storage/tables.ts. */
export const sourceChanges = `
CREATE TABLE source_changes (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces ON DELETE CASCADE, change_no bigint NOT NULL,
  knowledge_base_id text COLLATE "C" NOT NULL, source_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, change_no)
);
`;
