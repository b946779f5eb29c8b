/** Which replies and conversations count in statistics; see storage/tables.ts. Small talk is known by its reason. */
export const replyKinds = `
ALTER TABLE messages ADD COLUMN kind TEXT;
UPDATE messages SET kind = 'small_talk' WHERE role = 'agent'
  AND confidence_reason = 'The message is small talk: nothing was looked up to answer it.';
ALTER TABLE conversations ADD COLUMN channel TEXT;
UPDATE conversations SET channel = json_extract(metadata, '$.channel') WHERE metadata LIKE '%"channel":%';
CREATE INDEX test_conversations ON conversations (workspace_id, agent_id, session_id) WHERE channel = 'dashboard';
DROP INDEX replies_by_time;
CREATE INDEX replies_by_time ON messages (workspace_id, created_at, confidence, is_fallback, rating, duration_ms, kind)
  WHERE role = 'agent';
`;
