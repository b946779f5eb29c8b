/** The tables of storage/tables.ts. Every key begins with workspace_id, so that the tables can be distributed by it. Texts
 *  are compared byte by byte, as on the embedded engine. Installations before 0010 also have tables of a search in SQL, which
 *  needed an extension: see sql-search-tables.ts. */
export const initial = `
CREATE TABLE environment_settings (name text COLLATE "C" PRIMARY KEY, value text NOT NULL);

CREATE TABLE workspaces (
  workspace_id text COLLATE "C" PRIMARY KEY, name text NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL
);

CREATE TABLE api_keys (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  key_id text COLLATE "C" NOT NULL, name text NOT NULL, scope text NOT NULL, secret_hash text COLLATE "C" NOT NULL, last_four text NOT NULL,
  created_at bigint NOT NULL, last_used_at bigint, expires_at bigint, revoked_at bigint,
  PRIMARY KEY (workspace_id, key_id)
);
CREATE INDEX api_keys_by_hash ON api_keys (secret_hash);

CREATE TABLE knowledge_bases (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  knowledge_base_id text COLLATE "C" NOT NULL, name text NOT NULL, description text NOT NULL, is_default integer NOT NULL,
  embedding_choice text, index_version text COLLATE "C" NOT NULL, index_error text,
  created_at bigint NOT NULL, updated_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, knowledge_base_id)
);
CREATE UNIQUE INDEX knowledge_bases_one_default ON knowledge_bases (workspace_id) WHERE is_default = 1;

CREATE TABLE agents (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  agent_id text COLLATE "C" NOT NULL, name text NOT NULL, status text NOT NULL,
  welcome_message text, fallback_message text, system_prompt text, response_length text NOT NULL,
  min_confidence double precision, temperature double precision,
  created_at bigint NOT NULL, updated_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, agent_id)
);

CREATE TABLE agent_knowledge_bases (
  workspace_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
  knowledge_base_id text COLLATE "C" NOT NULL, position integer NOT NULL,
  PRIMARY KEY (workspace_id, agent_id, knowledge_base_id),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
);
CREATE INDEX agent_knowledge_bases_by_base ON agent_knowledge_bases (workspace_id, knowledge_base_id);

CREATE TABLE sources (
  workspace_id text COLLATE "C" NOT NULL, source_id text COLLATE "C" NOT NULL, knowledge_base_id text COLLATE "C" NOT NULL,
  type text NOT NULL, name text NOT NULL, url text COLLATE "C", file_name text, mime_type text, size_bytes bigint, content_sha256 text COLLATE "C",
  status text COLLATE "C" NOT NULL, stage text NOT NULL, progress double precision NOT NULL, error text,
  revision integer NOT NULL, indexed_revision integer, chunk_count integer NOT NULL, tags text NOT NULL,
  created_at bigint NOT NULL, updated_at bigint NOT NULL, indexed_at bigint,
  duplicate_of text COLLATE "C", canonical_url text, etag text, last_modified text, fetched_at bigint,
  refresh_interval_hours integer, refresh_at bigint, refresh_error text, crawl_id text COLLATE "C",
  PRIMARY KEY (workspace_id, source_id),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
);
CREATE INDEX sources_by_status ON sources (workspace_id, status, source_id);
CREATE INDEX sources_by_base ON sources (workspace_id, knowledge_base_id, source_id);
CREATE INDEX sources_by_content ON sources (workspace_id, knowledge_base_id, content_sha256) WHERE content_sha256 IS NOT NULL;
-- By hash, because an address may be longer than an entry of another index may be.
CREATE INDEX sources_by_url ON sources USING hash (url) WHERE url IS NOT NULL;
CREATE INDEX sources_by_original ON sources (workspace_id, duplicate_of) WHERE duplicate_of IS NOT NULL;
CREATE INDEX sources_by_refresh ON sources (refresh_at) WHERE refresh_at IS NOT NULL;

CREATE TABLE source_tags (
  workspace_id text COLLATE "C" NOT NULL, tag text COLLATE "C" NOT NULL, source_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, tag, source_id),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
);
CREATE INDEX source_tags_by_source ON source_tags (workspace_id, source_id);

CREATE TABLE source_files (
  workspace_id text COLLATE "C" NOT NULL, source_id text COLLATE "C" NOT NULL, revision integer NOT NULL, part integer NOT NULL, bytes bytea NOT NULL,
  PRIMARY KEY (workspace_id, source_id, revision, part),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
);

CREATE TABLE source_texts (
  workspace_id text COLLATE "C" NOT NULL, source_id text COLLATE "C" NOT NULL, revision integer NOT NULL, text text NOT NULL, outline text NOT NULL,
  PRIMARY KEY (workspace_id, source_id, revision),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
);

CREATE TABLE chunks (
  workspace_id text COLLATE "C" NOT NULL, source_id text COLLATE "C" NOT NULL, revision integer NOT NULL, position integer NOT NULL,
  start_offset integer NOT NULL, end_offset integer NOT NULL, page integer, heading text, text text NOT NULL,
  PRIMARY KEY (workspace_id, source_id, revision, position),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
);

-- Refers to no other table: it is claimed from over all workspaces, and stays in one place when the others are spread.
CREATE TABLE jobs (
  workspace_id text COLLATE "C" NOT NULL,
  job_id text COLLATE "C" NOT NULL, kind text NOT NULL, lane text COLLATE "C" NOT NULL, subject_id text COLLATE "C" NOT NULL, payload text NOT NULL,
  run_at bigint NOT NULL, lease_until bigint, lease_token text, attempts integer NOT NULL, failures integer NOT NULL, created_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, job_id)
);
CREATE INDEX jobs_by_time ON jobs (lane, coalesce(lease_until, run_at), job_id);
CREATE INDEX jobs_by_turn ON jobs (lane, workspace_id, coalesce(lease_until, run_at), job_id);
CREATE INDEX jobs_by_subject ON jobs (workspace_id, subject_id);

CREATE TABLE crawls (
  workspace_id text COLLATE "C" NOT NULL, crawl_id text COLLATE "C" NOT NULL, knowledge_base_id text COLLATE "C" NOT NULL,
  url text NOT NULL, mode text NOT NULL, max_pages integer NOT NULL, max_depth integer NOT NULL, tags text NOT NULL,
  refresh_interval_hours integer,
  status text NOT NULL, error text, created_at bigint NOT NULL, updated_at bigint NOT NULL, ended_at bigint,
  PRIMARY KEY (workspace_id, crawl_id),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
);

CREATE TABLE crawl_pages (
  workspace_id text COLLATE "C" NOT NULL, crawl_id text COLLATE "C" NOT NULL, position integer NOT NULL, url text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, depth integer NOT NULL,
  status text COLLATE "C" NOT NULL, source_id text, reason text,
  PRIMARY KEY (workspace_id, crawl_id, position),
  FOREIGN KEY (workspace_id, crawl_id) REFERENCES crawls ON DELETE CASCADE
);
CREATE INDEX crawl_pages_by_url ON crawl_pages USING hash (url);
CREATE INDEX crawl_pages_by_kind ON crawl_pages (workspace_id, crawl_id, kind, status);
CREATE INDEX crawl_pages_by_status ON crawl_pages (workspace_id, crawl_id, status, position);

CREATE TABLE evaluations (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  evaluation_id text COLLATE "C" NOT NULL, name text, status text NOT NULL, progress double precision NOT NULL,
  knowledge_base_ids text, search_types text NOT NULL, question_count integer NOT NULL, questions text NOT NULL,
  results text, outcomes text, error text,
  created_at bigint NOT NULL, updated_at bigint NOT NULL, ended_at bigint,
  PRIMARY KEY (workspace_id, evaluation_id)
);

CREATE TABLE conversations (
  workspace_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL, session_id text COLLATE "C" NOT NULL,
  message_count integer NOT NULL, metadata text NOT NULL, started_at bigint NOT NULL, last_activity_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, agent_id, session_id),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
);
CREATE INDEX conversations_by_activity ON conversations (workspace_id, agent_id, last_activity_at, session_id);
CREATE INDEX conversations_by_age ON conversations (last_activity_at);

CREATE TABLE messages (
  workspace_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL, session_id text COLLATE "C" NOT NULL, message_id text COLLATE "C" NOT NULL,
  role text NOT NULL, text text NOT NULL, confidence double precision, confidence_reason text, sources text NOT NULL, citations text NOT NULL,
  is_degraded integer NOT NULL, usage text, rating text, comment text, created_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, agent_id, session_id, message_id),
  FOREIGN KEY (workspace_id, agent_id, session_id) REFERENCES conversations ON DELETE CASCADE
);
CREATE UNIQUE INDEX messages_by_id ON messages (workspace_id, message_id);

CREATE TABLE message_sources (
  workspace_id text COLLATE "C" NOT NULL, source_id text COLLATE "C" NOT NULL, message_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, source_id, message_id),
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages (workspace_id, message_id) ON DELETE CASCADE
);
CREATE INDEX message_sources_by_message ON message_sources (workspace_id, message_id);

CREATE TABLE turn_tickets (
  workspace_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL, session_id text COLLATE "C" NOT NULL, ticket_id text COLLATE "C" NOT NULL,
  lease_until bigint NOT NULL,
  PRIMARY KEY (workspace_id, agent_id, session_id, ticket_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);

CREATE TABLE segments (
  workspace_id text COLLATE "C" NOT NULL, knowledge_base_id text COLLATE "C" NOT NULL, source_id text COLLATE "C" NOT NULL, revision integer NOT NULL,
  index_version text COLLATE "C" NOT NULL, chunk_count integer NOT NULL, bytes bytea NOT NULL,
  PRIMARY KEY (workspace_id, source_id, index_version),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
);
ALTER TABLE segments ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX segments_by_base ON segments (workspace_id, knowledge_base_id, index_version, source_id, revision);
`;
