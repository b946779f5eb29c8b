/** Who may see a source, and on whose behalf a conversation is held. What earlier conversations quote everyone could see.
 *  See storage/tables.ts for what each column means. */
export const permissions = `
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
`;
