/** Places where documents live. See storage/tables.ts for what each column means. */
export const connectors = `
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
`;
