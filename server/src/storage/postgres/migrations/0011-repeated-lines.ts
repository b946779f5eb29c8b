/** What the pages of a crawl repeat. See storage/tables.ts for what the column means. */
export const repeatedLines = `
ALTER TABLE crawls ADD COLUMN repeated_lines text;
`;
