/** Files that clients upload in parts. See storage/tables.ts for what each column means. */
export const uploads = `
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
  bytes bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (workspace_id, upload_id, part),
  FOREIGN KEY (workspace_id, upload_id) REFERENCES uploads ON DELETE CASCADE
);
`;
