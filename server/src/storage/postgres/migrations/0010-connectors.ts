/** Places where documents live. See storage/tables.ts for what each column means. */
export const connectors = `
CREATE TABLE connectors (
  workspace_id text COLLATE "C" NOT NULL, connector_id text COLLATE "C" NOT NULL, knowledge_base_id text COLLATE "C" NOT NULL, name text NOT NULL,
  kind text NOT NULL, settings text NOT NULL, credentials text, interval_minutes integer, tags text NOT NULL,
  metadata text NOT NULL, allowed text, state text NOT NULL, is_paused integer NOT NULL, error text, failures integer NOT NULL,
  cursor text, resume text, next_sync_at bigint, last_synced_at bigint, created_by text, created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, connector_id),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
);

CREATE TABLE connector_documents (
  workspace_id text COLLATE "C" NOT NULL, connector_id text COLLATE "C" NOT NULL, document_id text COLLATE "C" NOT NULL, status text COLLATE "C" NOT NULL,
  version text, fingerprint text COLLATE "C", label text, source_id text COLLATE "C", seen_in text, found text, attempts integer NOT NULL,
  reason text, updated_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, connector_id, document_id),
  FOREIGN KEY (workspace_id, connector_id) REFERENCES connectors ON DELETE CASCADE
);
CREATE INDEX connector_documents_by_status ON connector_documents (workspace_id, connector_id, status, document_id);
CREATE INDEX connector_documents_by_fingerprint ON connector_documents (workspace_id, connector_id, fingerprint);

CREATE TABLE connector_runs (
  workspace_id text COLLATE "C" NOT NULL, connector_id text COLLATE "C" NOT NULL, run_id text COLLATE "C" NOT NULL, outcome text NOT NULL,
  phase text NOT NULL, covers text, started_at bigint NOT NULL, ended_at bigint, found integer NOT NULL,
  added integer NOT NULL, changed integer NOT NULL, moved integer NOT NULL, deleted integer NOT NULL,
  unchanged integer NOT NULL, skipped integer NOT NULL, failed integer NOT NULL, error text,
  PRIMARY KEY (workspace_id, connector_id, run_id),
  FOREIGN KEY (workspace_id, connector_id) REFERENCES connectors ON DELETE CASCADE
);
`;
