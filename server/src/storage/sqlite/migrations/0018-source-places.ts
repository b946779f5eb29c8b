/** Where a text is in the original. See storage/tables.ts for what the column means. */
export const sourcePlaces = `
ALTER TABLE source_texts ADD COLUMN places BLOB;
`;
