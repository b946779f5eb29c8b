/** Archives that are unpacked into sources. See storage/tables.ts for what each column means. */
export const archives = `
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
  bytes bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (workspace_id, archive_id, part),
  FOREIGN KEY (workspace_id, archive_id) REFERENCES archives ON DELETE CASCADE
);

CREATE TABLE archive_entries (
  workspace_id text COLLATE "C" NOT NULL, archive_id text COLLATE "C" NOT NULL, position integer NOT NULL, path text NOT NULL,
  size_bytes bigint NOT NULL, status text NOT NULL, source_id text COLLATE "C", reason text,
  PRIMARY KEY (workspace_id, archive_id, position),
  FOREIGN KEY (workspace_id, archive_id) REFERENCES archives ON DELETE CASCADE
);
CREATE INDEX archive_entries_by_status ON archive_entries (workspace_id, archive_id, status, position);
`;
