/** Which replies and conversations count in statistics, where small talk is known by its reason; and answers that people have
 *  written to certain questions, with their earlier versions; and conversations that are handed over to people; and what people
 *  say of replies, which evaluations ask again. See storage/tables.ts for what each column means. */
export const betterAnswers = `
ALTER TABLE messages ADD COLUMN kind text COLLATE "C";
UPDATE messages SET kind = 'small_talk' WHERE role = 'agent'
  AND confidence_reason = 'The message is small talk: nothing was looked up to answer it.';
ALTER TABLE conversations ADD COLUMN channel text;
-- Read as text: a cast to json would refuse a character that metadata may hold.
UPDATE conversations SET channel = substring(metadata from '"channel":"([^"\\\\]*)"') WHERE metadata LIKE '%"channel":%';
CREATE INDEX test_conversations ON conversations (workspace_id, agent_id, session_id) WHERE channel = 'dashboard';
DROP INDEX replies_by_time;
CREATE INDEX replies_by_time ON messages
  (workspace_id, created_at, confidence, is_fallback, rating, duration_ms, kind, agent_id, session_id)
  WHERE role = 'agent';

ALTER TABLE knowledge_bases ADD COLUMN answer_changes bigint NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN pinned_answer_id text COLLATE "C";

CREATE TABLE pinned_answers (
  workspace_id text COLLATE "C" NOT NULL, answer_id text COLLATE "C" NOT NULL, knowledge_base_id text COLLATE "C" NOT NULL,
  question text NOT NULL, question_key text COLLATE "C" NOT NULL, variants text NOT NULL, answer text NOT NULL,
  is_enabled integer NOT NULL,
  hits bigint NOT NULL, last_hit_at bigint, version integer NOT NULL, actor_type text NOT NULL, actor_id text COLLATE "C",
  actor_name text NOT NULL, needs_review integer NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, answer_id),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
);
CREATE UNIQUE INDEX pinned_answers_by_question ON pinned_answers (workspace_id, knowledge_base_id, question_key);
CREATE INDEX pinned_answers_by_base ON pinned_answers (workspace_id, knowledge_base_id, answer_id);

CREATE TABLE pinned_answer_sources (
  workspace_id text COLLATE "C" NOT NULL, answer_id text COLLATE "C" NOT NULL, source_id text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (workspace_id, answer_id, source_id),
  FOREIGN KEY (workspace_id, answer_id) REFERENCES pinned_answers ON DELETE CASCADE
);
CREATE INDEX pinned_answer_sources_by_source ON pinned_answer_sources (workspace_id, source_id, answer_id);

CREATE TABLE pinned_answer_versions (
  workspace_id text COLLATE "C" NOT NULL, answer_id text COLLATE "C" NOT NULL, version integer NOT NULL, question text NOT NULL,
  variants text NOT NULL, answer text NOT NULL, source_ids text NOT NULL, is_enabled integer NOT NULL,
  actor_type text NOT NULL, actor_id text COLLATE "C", actor_name text NOT NULL, created_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, answer_id, version),
  FOREIGN KEY (workspace_id, answer_id) REFERENCES pinned_answers ON DELETE CASCADE
);

ALTER TABLE agents ADD COLUMN handover text NOT NULL DEFAULT 'never';
ALTER TABLE messages ADD COLUMN author_id text COLLATE "C";
ALTER TABLE messages ADD COLUMN author_name text;

CREATE TABLE handovers (
  workspace_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL, session_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL, contact_name text, contact_email text, message text, assignee_type text,
  assignee_id text COLLATE "C", assignee_name text, created_at bigint NOT NULL, assigned_at bigint, resolved_at bigint,
  PRIMARY KEY (workspace_id, agent_id, session_id),
  FOREIGN KEY (workspace_id, agent_id, session_id) REFERENCES conversations ON DELETE CASCADE
);
CREATE INDEX handovers_by_status ON handovers (workspace_id, status, agent_id, session_id);

ALTER TABLE messages ADD COLUMN rating_actor_type text;
ALTER TABLE messages ADD COLUMN rating_actor_id text COLLATE "C";
ALTER TABLE messages ADD COLUMN rating_actor_name text;

CREATE TABLE message_verdicts (
  workspace_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL, session_id text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL, actor_id text COLLATE "C" NOT NULL, actor_type text NOT NULL, actor_name text NOT NULL,
  verdict text NOT NULL, note text, must text NOT NULL, source_ids text NOT NULL,
  created_at bigint NOT NULL, updated_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, agent_id, session_id, message_id, actor_id),
  FOREIGN KEY (workspace_id, agent_id, session_id, message_id) REFERENCES messages ON DELETE CASCADE
);

ALTER TABLE evaluations ADD COLUMN agent_id text COLLATE "C";
ALTER TABLE evaluations ADD COLUMN skipped integer;
ALTER TABLE evaluations ADD COLUMN merged integer;
ALTER TABLE evaluations ADD COLUMN reply_results text;
ALTER TABLE evaluations ADD COLUMN reply_outcomes text;

CREATE TABLE evaluation_sources (
  workspace_id text COLLATE "C" NOT NULL, source_id text COLLATE "C" NOT NULL, evaluation_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, source_id, evaluation_id),
  FOREIGN KEY (workspace_id, evaluation_id) REFERENCES evaluations ON DELETE CASCADE
);
CREATE INDEX evaluation_sources_by_evaluation ON evaluation_sources (workspace_id, evaluation_id);
UPDATE jobs SET lane = 'evaluation' WHERE kind = 'run-evaluation';
`;
