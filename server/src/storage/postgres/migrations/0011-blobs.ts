/** Bytes of original files that are in an object store, and objects to delete there. See storage/tables.ts. */
export const blobs = `
ALTER TABLE source_files ADD COLUMN blob_key text COLLATE "C";
ALTER TABLE source_files ADD COLUMN blob_bytes bigint;
ALTER TABLE source_files ADD COLUMN blob_sha256 text COLLATE "C";
CREATE INDEX source_files_to_move ON source_files (workspace_id, source_id, revision)
  WHERE part = 0 AND blob_key IS NULL AND octet_length(bytes) >= 65536;
CREATE INDEX source_files_moved ON source_files (workspace_id, source_id) WHERE blob_key IS NOT NULL;
CREATE TABLE blob_deletions (
  workspace_id text COLLATE "C" NOT NULL, blob_key text COLLATE "C" NOT NULL, due_at bigint NOT NULL,
  is_claimed smallint NOT NULL,
  PRIMARY KEY (workspace_id, blob_key)
);
CREATE INDEX blob_deletions_by_time ON blob_deletions (due_at);
`;
