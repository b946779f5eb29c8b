/** Archives that are unpacked into sources. See storage/tables.ts for what each column means. */
export const archives = `
CREATE TABLE archives (
  workspace_id TEXT NOT NULL, archive_id TEXT NOT NULL, knowledge_base_id TEXT NOT NULL, name TEXT NOT NULL,
  file_name TEXT NOT NULL, size_bytes INTEGER NOT NULL, fields TEXT NOT NULL, started_by TEXT NOT NULL,
  is_listed INTEGER NOT NULL, status TEXT NOT NULL, error TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  ended_at INTEGER, expires_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, archive_id),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX archives_by_base ON archives (workspace_id, knowledge_base_id);
CREATE INDEX archives_by_expiry ON archives (expires_at);

CREATE TABLE archive_parts (
  workspace_id TEXT NOT NULL, archive_id TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL,
  PRIMARY KEY (workspace_id, archive_id, part),
  FOREIGN KEY (workspace_id, archive_id) REFERENCES archives ON DELETE CASCADE
) STRICT;

CREATE TABLE archive_entries (
  workspace_id TEXT NOT NULL, archive_id TEXT NOT NULL, position INTEGER NOT NULL, path TEXT NOT NULL,
  size_bytes INTEGER NOT NULL, status TEXT NOT NULL, source_id TEXT, reason TEXT,
  PRIMARY KEY (workspace_id, archive_id, position),
  FOREIGN KEY (workspace_id, archive_id) REFERENCES archives ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX archive_entries_by_status ON archive_entries (workspace_id, archive_id, status, position);
`;
