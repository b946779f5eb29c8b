/** What the dashboard shows of replies, dismissed questions, and the tokens of chat widgets; see
 *  storage/tables.ts for what each column means. */
export const dashboard = `
ALTER TABLE messages ADD COLUMN is_fallback INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN duration_ms INTEGER;
UPDATE messages SET is_fallback = 1 WHERE role = 'agent' AND sources = '[]' AND confidence < 0.5;
CREATE INDEX replies_by_time ON messages (workspace_id, created_at, confidence, is_fallback, rating, duration_ms) WHERE role = 'agent';
CREATE INDEX conversations_by_recency ON conversations (workspace_id, last_activity_at, agent_id, session_id);
CREATE INDEX sources_by_kind ON sources (workspace_id, knowledge_base_id, status, type);
CREATE INDEX events_by_subject ON events (workspace_id, subject_id, event_id);

CREATE TABLE dismissed_gaps (
  workspace_id TEXT NOT NULL, gap_key TEXT NOT NULL, question TEXT NOT NULL, dismissed_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, gap_key),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE publishable_tokens (
  workspace_id TEXT NOT NULL, token_id TEXT NOT NULL, agent_id TEXT NOT NULL, name TEXT NOT NULL, token TEXT NOT NULL,
  allowed_origins TEXT NOT NULL, is_enabled INTEGER NOT NULL, messages_per_minute INTEGER NOT NULL,
  created_at INTEGER NOT NULL, last_used_at INTEGER,
  PRIMARY KEY (workspace_id, token_id),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX publishable_tokens_by_text ON publishable_tokens (token);
CREATE INDEX publishable_tokens_by_agent ON publishable_tokens (workspace_id, agent_id, token_id);
`;
