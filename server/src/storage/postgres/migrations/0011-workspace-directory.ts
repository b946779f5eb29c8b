/** Adds what is not in the directory yet. */
export const FILL_DIRECTORY = `
INSERT INTO workspace_directory (kind, value, workspace_id)
  SELECT 'workspace', workspace_id, workspace_id FROM workspaces ON CONFLICT DO NOTHING;
INSERT INTO workspace_directory (kind, value, workspace_id)
  SELECT 'api_key', secret_hash, workspace_id FROM api_keys ON CONFLICT DO NOTHING;
INSERT INTO workspace_directory (kind, value, workspace_id)
  SELECT 'publishable_token', token, workspace_id FROM publishable_tokens ON CONFLICT DO NOTHING;
`;

/** Where workspaces, keys and publishable tokens are; see storage/tables.ts. It refers to no other table, because it stays on
 *  the coordinator of Citus, and the others do not. */
export const workspaceDirectory = `
CREATE TABLE workspace_directory (
  kind text COLLATE "C" NOT NULL, value text COLLATE "C" NOT NULL, workspace_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (kind, value)
);
CREATE INDEX workspace_directory_by_workspace ON workspace_directory (workspace_id);
${FILL_DIRECTORY}`;
