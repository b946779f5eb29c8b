/** Who may see a source, and on whose behalf a conversation is held. What earlier conversations quote everyone could see.
 *  See storage/tables.ts for what each column means. */
export const permissions = `
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
`;
