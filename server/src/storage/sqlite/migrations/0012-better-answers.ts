/** Which replies and conversations count in statistics, where small talk is known by its reason; and answers that people have
 *  written to certain questions, with their earlier versions; and conversations that are handed over to people; and what people
 *  say of replies, which evaluations ask again. See storage/tables.ts for what each column means. */
export const betterAnswers = `
ALTER TABLE messages ADD COLUMN kind TEXT;
UPDATE messages SET kind = 'small_talk' WHERE role = 'agent'
  AND confidence_reason = 'The message is small talk: nothing was looked up to answer it.';
ALTER TABLE conversations ADD COLUMN channel TEXT;
UPDATE conversations SET channel = json_extract(metadata, '$.channel') WHERE metadata LIKE '%"channel":%';
CREATE INDEX test_conversations ON conversations (workspace_id, agent_id, session_id) WHERE channel = 'dashboard';
DROP INDEX replies_by_time;
CREATE INDEX replies_by_time ON messages (workspace_id, created_at, confidence, is_fallback, rating, duration_ms, kind)
  WHERE role = 'agent';

ALTER TABLE knowledge_bases ADD COLUMN answer_changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN pinned_answer_id TEXT;

CREATE TABLE pinned_answers (
  workspace_id TEXT NOT NULL, answer_id TEXT NOT NULL, knowledge_base_id TEXT NOT NULL, question TEXT NOT NULL,
  question_key TEXT NOT NULL, variants TEXT NOT NULL, answer TEXT NOT NULL, is_enabled INTEGER NOT NULL,
  hits INTEGER NOT NULL, last_hit_at INTEGER, version INTEGER NOT NULL, actor_type TEXT NOT NULL, actor_id TEXT,
  actor_name TEXT NOT NULL, needs_review INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, answer_id),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX pinned_answers_by_question ON pinned_answers (workspace_id, knowledge_base_id, question_key);
CREATE INDEX pinned_answers_by_base ON pinned_answers (workspace_id, knowledge_base_id, answer_id);

CREATE TABLE pinned_answer_sources (
  workspace_id TEXT NOT NULL, answer_id TEXT NOT NULL, source_id TEXT NOT NULL, position INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, answer_id, source_id),
  FOREIGN KEY (workspace_id, answer_id) REFERENCES pinned_answers ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX pinned_answer_sources_by_source ON pinned_answer_sources (workspace_id, source_id, answer_id);

CREATE TABLE pinned_answer_versions (
  workspace_id TEXT NOT NULL, answer_id TEXT NOT NULL, version INTEGER NOT NULL, question TEXT NOT NULL,
  variants TEXT NOT NULL, answer TEXT NOT NULL, source_ids TEXT NOT NULL, is_enabled INTEGER NOT NULL,
  actor_type TEXT NOT NULL, actor_id TEXT, actor_name TEXT NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, answer_id, version),
  FOREIGN KEY (workspace_id, answer_id) REFERENCES pinned_answers ON DELETE CASCADE
) STRICT;

ALTER TABLE agents ADD COLUMN handover TEXT NOT NULL DEFAULT 'never';
ALTER TABLE messages ADD COLUMN author_id TEXT;
ALTER TABLE messages ADD COLUMN author_name TEXT;

CREATE TABLE handovers (
  workspace_id TEXT NOT NULL, agent_id TEXT NOT NULL, session_id TEXT NOT NULL, status TEXT NOT NULL,
  contact_name TEXT, contact_email TEXT, message TEXT, assignee_type TEXT, assignee_id TEXT, assignee_name TEXT,
  created_at INTEGER NOT NULL, assigned_at INTEGER, resolved_at INTEGER,
  PRIMARY KEY (workspace_id, agent_id, session_id),
  FOREIGN KEY (workspace_id, agent_id, session_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX handovers_by_status ON handovers (workspace_id, status, agent_id, session_id);

ALTER TABLE messages ADD COLUMN rating_actor_type TEXT;
ALTER TABLE messages ADD COLUMN rating_actor_id TEXT;
ALTER TABLE messages ADD COLUMN rating_actor_name TEXT;

CREATE TABLE message_verdicts (
  workspace_id TEXT NOT NULL, agent_id TEXT NOT NULL, session_id TEXT NOT NULL, message_id TEXT NOT NULL,
  actor_id TEXT NOT NULL, actor_type TEXT NOT NULL, actor_name TEXT NOT NULL, verdict TEXT NOT NULL, note TEXT,
  must TEXT NOT NULL, source_ids TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, agent_id, session_id, message_id, actor_id),
  FOREIGN KEY (workspace_id, agent_id, session_id, message_id) REFERENCES messages ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

ALTER TABLE evaluations ADD COLUMN agent_id TEXT;
ALTER TABLE evaluations ADD COLUMN skipped INTEGER;
ALTER TABLE evaluations ADD COLUMN merged INTEGER;
ALTER TABLE evaluations ADD COLUMN reply_results TEXT;
ALTER TABLE evaluations ADD COLUMN reply_outcomes TEXT;

CREATE TABLE evaluation_sources (
  workspace_id TEXT NOT NULL, source_id TEXT NOT NULL, evaluation_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, source_id, evaluation_id),
  FOREIGN KEY (workspace_id, evaluation_id) REFERENCES evaluations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX evaluation_sources_by_evaluation ON evaluation_sources (workspace_id, evaluation_id);
UPDATE jobs SET lane = 'evaluation' WHERE kind = 'run-evaluation';
`;
