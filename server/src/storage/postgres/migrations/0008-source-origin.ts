/** What a source is called where it comes from, and what its owner notes about it. See storage/tables.ts for what each
 *  column means. */
export const sourceOrigin = `
ALTER TABLE sources ADD COLUMN external_id text COLLATE "C";
ALTER TABLE sources ADD COLUMN metadata text NOT NULL DEFAULT '{}';
CREATE UNIQUE INDEX sources_by_external_id ON sources (workspace_id, knowledge_base_id, external_id)
  WHERE external_id IS NOT NULL;
`;
