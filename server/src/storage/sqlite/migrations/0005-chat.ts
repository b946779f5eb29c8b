/** What agents, sessions and replies have beside their words. */
export const chat = `
ALTER TABLE agents ADD COLUMN min_confidence REAL;
ALTER TABLE agents ADD COLUMN temperature REAL;
ALTER TABLE conversations ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';
ALTER TABLE messages ADD COLUMN confidence_reason TEXT;
ALTER TABLE messages ADD COLUMN is_degraded INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN usage TEXT;
ALTER TABLE messages ADD COLUMN rating TEXT;
ALTER TABLE messages ADD COLUMN comment TEXT;
CREATE INDEX conversations_by_age ON conversations (last_activity_at);
`;
