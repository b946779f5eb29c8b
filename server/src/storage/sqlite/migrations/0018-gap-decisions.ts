/** How often a question must be asked again before a dismissed gap comes back. */
export const gapDecisions = `
ALTER TABLE dismissed_gaps ADD COLUMN returns_after INTEGER NOT NULL DEFAULT 0;
`;
