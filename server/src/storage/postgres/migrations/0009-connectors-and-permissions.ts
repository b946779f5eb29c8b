/** Permissions, connectors, what a crawl repeats, resumable uploads, places and archives. See storage/tables.ts for what each
 *  column means. */
export const connectorsAndPermissions = `
-- Who may see a source, and on whose behalf a conversation is held. What earlier conversations quote everyone
-- could see.
ALTER TABLE sources ADD COLUMN allowed text;
CREATE INDEX restricted_sources ON sources (workspace_id, knowledge_base_id, source_id) WHERE allowed IS NOT NULL;

CREATE TABLE source_principals (
  workspace_id text COLLATE "C" NOT NULL, principal text COLLATE "C" NOT NULL, source_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, principal, source_id),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
);
CREATE INDEX source_principals_by_source ON source_principals (workspace_id, source_id);

ALTER TABLE conversations ADD COLUMN as_user text;
UPDATE conversations SET as_user = '[]';

-- Places where documents live.
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

-- What the pages of a crawl repeat.
ALTER TABLE crawls ADD COLUMN repeated_lines text;

-- Files that clients upload in parts.
CREATE TABLE uploads (
  workspace_id text COLLATE "C" NOT NULL, upload_id text COLLATE "C" NOT NULL, actor_id text COLLATE "C" NOT NULL,
  length_bytes bigint NOT NULL, received_bytes bigint NOT NULL, metadata text NOT NULL, source_id text COLLATE "C",
  created_at bigint NOT NULL, expires_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, upload_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);

CREATE TABLE upload_parts (
  workspace_id text COLLATE "C" NOT NULL, upload_id text COLLATE "C" NOT NULL, part integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (workspace_id, upload_id, part),
  FOREIGN KEY (workspace_id, upload_id) REFERENCES uploads ON DELETE CASCADE
);
ALTER TABLE upload_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Where a text is in the original.
ALTER TABLE source_texts ADD COLUMN places bytea;

-- Archives that are unpacked into sources.
CREATE TABLE archives (
  workspace_id text COLLATE "C" NOT NULL, archive_id text COLLATE "C" NOT NULL, knowledge_base_id text COLLATE "C" NOT NULL,
  name text NOT NULL, file_name text NOT NULL, size_bytes bigint NOT NULL, fields text NOT NULL, started_by text NOT NULL,
  is_listed integer NOT NULL, status text NOT NULL, error text, created_at bigint NOT NULL, updated_at bigint NOT NULL,
  ended_at bigint, expires_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, archive_id),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
);
CREATE INDEX archives_by_base ON archives (workspace_id, knowledge_base_id);
CREATE INDEX archives_by_expiry ON archives (expires_at);

CREATE TABLE archive_parts (
  workspace_id text COLLATE "C" NOT NULL, archive_id text COLLATE "C" NOT NULL, part integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (workspace_id, archive_id, part),
  FOREIGN KEY (workspace_id, archive_id) REFERENCES archives ON DELETE CASCADE
);
ALTER TABLE archive_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE archive_entries (
  workspace_id text COLLATE "C" NOT NULL, archive_id text COLLATE "C" NOT NULL, position integer NOT NULL, path text NOT NULL,
  size_bytes bigint NOT NULL, status text NOT NULL, source_id text COLLATE "C", reason text,
  PRIMARY KEY (workspace_id, archive_id, position),
  FOREIGN KEY (workspace_id, archive_id) REFERENCES archives ON DELETE CASCADE
);
CREATE INDEX archive_entries_by_status ON archive_entries (workspace_id, archive_id, status, position);
`;
