/** Files that clients upload in parts. See storage/tables.ts for what each column means. */
export const uploads = `
CREATE TABLE uploads (
  workspace_id TEXT NOT NULL, upload_id TEXT NOT NULL, actor_id TEXT NOT NULL, length_bytes INTEGER NOT NULL,
  received_bytes INTEGER NOT NULL, metadata TEXT NOT NULL, source_id TEXT, created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, upload_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX uploads_by_expiry ON uploads (expires_at);

CREATE TABLE upload_parts (
  workspace_id TEXT NOT NULL, upload_id TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL,
  PRIMARY KEY (workspace_id, upload_id, part),
  FOREIGN KEY (workspace_id, upload_id) REFERENCES uploads ON DELETE CASCADE
) STRICT;
`;
