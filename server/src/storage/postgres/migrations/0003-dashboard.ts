/** What the dashboard shows of replies, dismissed questions, and the tokens of chat widgets; see
 *  storage/tables.ts for what each column means. */
export const dashboard = `
ALTER TABLE messages ADD COLUMN is_fallback integer NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN duration_ms integer;
UPDATE messages SET is_fallback = 1 WHERE role = 'agent' AND sources = '[]' AND confidence < 0.5;
CREATE INDEX replies_by_time ON messages (workspace_id, created_at, confidence, is_fallback, rating, duration_ms) WHERE role = 'agent';
CREATE INDEX conversations_by_recency ON conversations (workspace_id, last_activity_at, agent_id, session_id);
CREATE INDEX sources_by_kind ON sources (workspace_id, knowledge_base_id, status, type);
CREATE INDEX events_by_subject ON events (workspace_id, subject_id, event_id);

CREATE TABLE dismissed_gaps (
  workspace_id text COLLATE "C" NOT NULL, gap_key text COLLATE "C" NOT NULL, question text NOT NULL,
  dismissed_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, gap_key),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);

CREATE TABLE publishable_tokens (
  workspace_id text COLLATE "C" NOT NULL, token_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
  name text NOT NULL, token text COLLATE "C" NOT NULL, allowed_origins text NOT NULL, is_enabled integer NOT NULL,
  messages_per_minute integer NOT NULL, created_at bigint NOT NULL, last_used_at bigint,
  PRIMARY KEY (workspace_id, token_id),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
);
CREATE INDEX publishable_tokens_by_text ON publishable_tokens (token);
CREATE INDEX publishable_tokens_by_agent ON publishable_tokens (workspace_id, agent_id, token_id);
`;
