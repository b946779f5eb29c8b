/** Keys begin with workspace_id in every table; see storage/tables.ts for what each column means. */
export const initial = `
CREATE TABLE environment_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE workspaces (
  workspace_id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE api_keys (
  workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  key_id TEXT NOT NULL, name TEXT NOT NULL, scope TEXT NOT NULL, secret_hash TEXT NOT NULL, last_four TEXT NOT NULL,
  created_at INTEGER NOT NULL, last_used_at INTEGER, expires_at INTEGER, revoked_at INTEGER,
  PRIMARY KEY (workspace_id, key_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX api_keys_by_hash ON api_keys (secret_hash);

CREATE TABLE knowledge_bases (
  workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  knowledge_base_id TEXT NOT NULL, name TEXT NOT NULL, description TEXT NOT NULL, is_default INTEGER NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, knowledge_base_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX knowledge_bases_one_default ON knowledge_bases (workspace_id) WHERE is_default = 1;

CREATE TABLE agents (
  workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  agent_id TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL,
  welcome_message TEXT, fallback_message TEXT, system_prompt TEXT, response_length TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, agent_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE agent_knowledge_bases (
  workspace_id TEXT NOT NULL, agent_id TEXT NOT NULL, knowledge_base_id TEXT NOT NULL, position INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, agent_id, knowledge_base_id),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_knowledge_bases_by_base ON agent_knowledge_bases (workspace_id, knowledge_base_id);

CREATE TABLE sources (
  workspace_id TEXT NOT NULL, source_id TEXT NOT NULL, knowledge_base_id TEXT NOT NULL,
  type TEXT NOT NULL, name TEXT NOT NULL, url TEXT, file_name TEXT, mime_type TEXT, size_bytes INTEGER, content_sha256 TEXT,
  status TEXT NOT NULL, stage TEXT NOT NULL, progress REAL NOT NULL, error TEXT,
  revision INTEGER NOT NULL, indexed_revision INTEGER, chunk_count INTEGER NOT NULL, tags TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, indexed_at INTEGER,
  PRIMARY KEY (workspace_id, source_id),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_by_status ON sources (workspace_id, status, source_id);
CREATE INDEX sources_by_base ON sources (workspace_id, knowledge_base_id, source_id);

CREATE TABLE source_tags (
  workspace_id TEXT NOT NULL, tag TEXT NOT NULL, source_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, tag, source_id),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX source_tags_by_source ON source_tags (workspace_id, source_id);

CREATE TABLE source_files (
  workspace_id TEXT NOT NULL, source_id TEXT NOT NULL, revision INTEGER NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL,
  PRIMARY KEY (workspace_id, source_id, revision, part),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
) STRICT;

CREATE TABLE source_texts (
  workspace_id TEXT NOT NULL, source_id TEXT NOT NULL, revision INTEGER NOT NULL, text TEXT NOT NULL, outline TEXT NOT NULL,
  PRIMARY KEY (workspace_id, source_id, revision),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
) STRICT;

CREATE TABLE chunks (
  workspace_id TEXT NOT NULL, source_id TEXT NOT NULL, revision INTEGER NOT NULL, position INTEGER NOT NULL,
  start_offset INTEGER NOT NULL, end_offset INTEGER NOT NULL, page INTEGER, heading TEXT, text TEXT NOT NULL,
  PRIMARY KEY (workspace_id, source_id, revision, position),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
) STRICT;

CREATE TABLE segments (
  workspace_id TEXT NOT NULL, knowledge_base_id TEXT NOT NULL, source_id TEXT NOT NULL, revision INTEGER NOT NULL,
  index_version TEXT NOT NULL, chunk_count INTEGER NOT NULL, bytes BLOB NOT NULL,
  PRIMARY KEY (workspace_id, source_id),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
) STRICT;
CREATE INDEX segments_by_base ON segments (workspace_id, knowledge_base_id, source_id);

CREATE TABLE jobs (
  workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  job_id TEXT NOT NULL, kind TEXT NOT NULL, subject_id TEXT NOT NULL, payload TEXT NOT NULL,
  run_at INTEGER NOT NULL, lease_until INTEGER, lease_token TEXT, attempts INTEGER NOT NULL, failures INTEGER NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, job_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_by_time ON jobs (coalesce(lease_until, run_at), job_id);
CREATE INDEX jobs_by_subject ON jobs (workspace_id, subject_id);

CREATE TABLE conversations (
  workspace_id TEXT NOT NULL, agent_id TEXT NOT NULL, session_id TEXT NOT NULL,
  message_count INTEGER NOT NULL, started_at INTEGER NOT NULL, last_activity_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, agent_id, session_id),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX conversations_by_activity ON conversations (workspace_id, agent_id, last_activity_at, session_id);

CREATE TABLE messages (
  workspace_id TEXT NOT NULL, agent_id TEXT NOT NULL, session_id TEXT NOT NULL, message_id TEXT NOT NULL,
  role TEXT NOT NULL, text TEXT NOT NULL, confidence REAL, sources TEXT NOT NULL, citations TEXT NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, agent_id, session_id, message_id),
  FOREIGN KEY (workspace_id, agent_id, session_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX messages_by_id ON messages (workspace_id, message_id);

CREATE TABLE message_sources (
  workspace_id TEXT NOT NULL, source_id TEXT NOT NULL, message_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, source_id, message_id),
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages (workspace_id, message_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX message_sources_by_message ON message_sources (workspace_id, message_id);
`;
