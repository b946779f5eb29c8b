/** Answers that people have written to certain questions, with their earlier versions; see storage/tables.ts for what each
 *  column means. */
export const pinnedAnswers = `
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
`;
