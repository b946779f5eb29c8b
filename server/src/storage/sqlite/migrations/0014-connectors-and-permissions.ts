/** Permissions, connectors, what a crawl repeats, resumable uploads, places and archives. See storage/tables.ts for what each
 *  column means. */
export const connectorsAndPermissions = `
-- Who may see a source, and on whose behalf a conversation is held. What earlier conversations quote everyone
-- could see.
ALTER TABLE sources ADD COLUMN allowed TEXT;
CREATE INDEX restricted_sources ON sources (workspace_id, knowledge_base_id, source_id) WHERE allowed IS NOT NULL;

CREATE TABLE source_principals (
  workspace_id TEXT NOT NULL, principal TEXT NOT NULL, source_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, principal, source_id),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX source_principals_by_source ON source_principals (workspace_id, source_id);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('source_principals', 'source_principals', '500000 500000 500 1'),
  ('source_principals', 'source_principals_by_source', '500000 500000 5 1');

ALTER TABLE conversations ADD COLUMN as_user TEXT;
UPDATE conversations SET as_user = '[]';

-- Places where documents live.
CREATE TABLE connectors (
  workspace_id TEXT NOT NULL, connector_id TEXT NOT NULL, knowledge_base_id TEXT NOT NULL, name TEXT NOT NULL,
  kind TEXT NOT NULL, settings TEXT NOT NULL, credentials TEXT, interval_minutes INTEGER, tags TEXT NOT NULL,
  metadata TEXT NOT NULL, allowed TEXT, state TEXT NOT NULL, is_paused INTEGER NOT NULL, error TEXT, failures INTEGER NOT NULL,
  cursor TEXT, resume TEXT, next_sync_at INTEGER, last_synced_at INTEGER, created_by TEXT, created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, connector_id),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE connector_documents (
  workspace_id TEXT NOT NULL, connector_id TEXT NOT NULL, document_id TEXT NOT NULL, status TEXT NOT NULL,
  version TEXT, fingerprint TEXT, label TEXT, source_id TEXT, seen_in TEXT, found TEXT, attempts INTEGER NOT NULL,
  reason TEXT, updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, connector_id, document_id),
  FOREIGN KEY (workspace_id, connector_id) REFERENCES connectors ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX connector_documents_by_status ON connector_documents (workspace_id, connector_id, status, document_id);
CREATE INDEX connector_documents_by_fingerprint ON connector_documents (workspace_id, connector_id, fingerprint);

CREATE TABLE connector_runs (
  workspace_id TEXT NOT NULL, connector_id TEXT NOT NULL, run_id TEXT NOT NULL, outcome TEXT NOT NULL,
  phase TEXT NOT NULL, covers TEXT, started_at INTEGER NOT NULL, ended_at INTEGER, found INTEGER NOT NULL,
  added INTEGER NOT NULL, changed INTEGER NOT NULL, moved INTEGER NOT NULL, deleted INTEGER NOT NULL,
  unchanged INTEGER NOT NULL, skipped INTEGER NOT NULL, failed INTEGER NOT NULL, error TEXT,
  PRIMARY KEY (workspace_id, connector_id, run_id),
  FOREIGN KEY (workspace_id, connector_id) REFERENCES connectors ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('connectors', 'connectors', '1000 20 1'),
  ('connector_documents', 'connector_documents', '100000 100000 10000 1'),
  ('connector_documents', 'connector_documents_by_status', '100000 100000 10000 2000 1'),
  ('connector_documents', 'connector_documents_by_fingerprint', '100000 100000 10000 2'),
  ('connector_runs', 'connector_runs', '10000 1000 100 1');

-- What the pages of a crawl repeat.
ALTER TABLE crawls ADD COLUMN repeated_lines TEXT;

-- Files that clients upload in parts.
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

-- Where a text is in the original.
ALTER TABLE source_texts ADD COLUMN places BLOB;

-- Archives that are unpacked into sources.
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
