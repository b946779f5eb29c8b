/** Where workspaces, keys and publishable tokens are; see storage/tables.ts. */
export const workspaceDirectory = `
CREATE TABLE workspace_directory (
  kind TEXT NOT NULL, value TEXT NOT NULL, workspace_id TEXT NOT NULL,
  PRIMARY KEY (kind, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX workspace_directory_by_workspace ON workspace_directory (workspace_id);
INSERT OR IGNORE INTO workspace_directory (kind, value, workspace_id)
  SELECT 'workspace', workspace_id, workspace_id FROM workspaces
  UNION ALL SELECT 'api_key', secret_hash, workspace_id FROM api_keys
  UNION ALL SELECT 'publishable_token', token, workspace_id FROM publishable_tokens;
`;
