/** Accounts, the audit log, webhooks, usage, and what makes requests safe to repeat; see storage/tables.ts for what each
 *  column means. */
export const platform = `
ALTER TABLE api_keys ADD COLUMN knowledge_base_ids TEXT;

CREATE TABLE accounts (
  account_id TEXT NOT NULL, email TEXT NOT NULL, name TEXT NOT NULL, password_hash TEXT, identity TEXT,
  created_at INTEGER NOT NULL, last_sign_in_at INTEGER,
  PRIMARY KEY (account_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX accounts_by_email ON accounts (email);
CREATE UNIQUE INDEX accounts_by_identity ON accounts (identity) WHERE identity IS NOT NULL;

CREATE TABLE members (
  workspace_id TEXT NOT NULL, account_id TEXT NOT NULL, role TEXT NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, account_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_account ON members (account_id);

CREATE TABLE invitations (
  workspace_id TEXT NOT NULL, invitation_id TEXT NOT NULL, role TEXT NOT NULL, email TEXT, secret_hash TEXT NOT NULL,
  invited_by TEXT, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, invitation_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_by_hash ON invitations (secret_hash);

CREATE TABLE sign_ins (
  workspace_id TEXT NOT NULL, sign_in_id TEXT NOT NULL, account_id TEXT NOT NULL, secret_hash TEXT NOT NULL,
  user_agent TEXT NOT NULL, created_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, sign_in_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_ins_by_hash ON sign_ins (secret_hash);
CREATE INDEX sign_ins_by_account ON sign_ins (account_id);

CREATE TABLE audit_log (
  workspace_id TEXT NOT NULL, entry_id TEXT NOT NULL, actor_type TEXT NOT NULL, actor_id TEXT,
  actor_name TEXT NOT NULL, action TEXT NOT NULL, subject_id TEXT NOT NULL, details TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, entry_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  workspace_id TEXT NOT NULL, event_id TEXT NOT NULL, type TEXT NOT NULL, subject_id TEXT NOT NULL,
  data TEXT NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, event_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX events_by_age ON events (created_at);

CREATE TABLE webhooks (
  workspace_id TEXT NOT NULL, webhook_id TEXT NOT NULL, url TEXT NOT NULL, description TEXT NOT NULL, events TEXT,
  is_enabled INTEGER NOT NULL, disabled_reason TEXT, secret TEXT NOT NULL, previous_secret TEXT,
  previous_secret_until INTEGER, failing_since INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, webhook_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE deliveries (
  workspace_id TEXT NOT NULL, delivery_id TEXT NOT NULL, webhook_id TEXT NOT NULL, event_id TEXT NOT NULL,
  subject_id TEXT NOT NULL, status TEXT NOT NULL, attempt_count INTEGER NOT NULL, next_attempt_at INTEGER,
  attempts TEXT NOT NULL, created_at INTEGER NOT NULL, ended_at INTEGER,
  PRIMARY KEY (workspace_id, delivery_id),
  FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, event_id) REFERENCES events ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_by_webhook ON deliveries (workspace_id, webhook_id, delivery_id);
CREATE INDEX deliveries_pending ON deliveries (workspace_id, webhook_id, subject_id, delivery_id) WHERE status = 'pending';
CREATE INDEX deliveries_by_event ON deliveries (workspace_id, event_id);

CREATE TABLE usage_counts (
  workspace_id TEXT NOT NULL, day TEXT NOT NULL, actor_id TEXT NOT NULL, metric TEXT NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, day, actor_id, metric),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotent_requests (
  workspace_id TEXT NOT NULL, idempotency_key TEXT NOT NULL, actor_id TEXT NOT NULL, request_hash TEXT,
  lease_until INTEGER, lease_token TEXT NOT NULL, status INTEGER, location TEXT, body TEXT,
  source_ids TEXT, created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, idempotency_key),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotent_requests_by_age ON idempotent_requests (created_at);

CREATE TABLE rate_counts (
  workspace_id TEXT NOT NULL, bucket TEXT NOT NULL, window_start INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, bucket)
) STRICT, WITHOUT ROWID;

CREATE TABLE running_chats (
  workspace_id TEXT NOT NULL, actor_id TEXT NOT NULL, running_chat_id TEXT NOT NULL, lease_until INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, actor_id, running_chat_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
`;
