/** Accounts, the audit log, webhooks, usage, and what makes requests safe to repeat; see storage/tables.ts for what each
 *  column means. */
export const platform = `
ALTER TABLE api_keys ADD COLUMN knowledge_base_ids text;

CREATE TABLE accounts (
  account_id text COLLATE "C" NOT NULL, email text COLLATE "C" NOT NULL, name text NOT NULL, password_hash text,
  identity text COLLATE "C", created_at bigint NOT NULL, last_sign_in_at bigint,
  PRIMARY KEY (account_id)
);
CREATE UNIQUE INDEX accounts_by_email ON accounts (email);
CREATE UNIQUE INDEX accounts_by_identity ON accounts (identity) WHERE identity IS NOT NULL;

CREATE TABLE members (
  workspace_id text COLLATE "C" NOT NULL, account_id text COLLATE "C" NOT NULL, role text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, account_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);
CREATE INDEX members_by_account ON members (account_id);

CREATE TABLE invitations (
  workspace_id text COLLATE "C" NOT NULL, invitation_id text COLLATE "C" NOT NULL, role text NOT NULL,
  email text COLLATE "C", secret_hash text COLLATE "C" NOT NULL, invited_by text, created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, invitation_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);
CREATE INDEX invitations_by_hash ON invitations (secret_hash);

CREATE TABLE sign_ins (
  workspace_id text COLLATE "C" NOT NULL, sign_in_id text COLLATE "C" NOT NULL, account_id text COLLATE "C" NOT NULL,
  secret_hash text COLLATE "C" NOT NULL, user_agent text NOT NULL, created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL, expires_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, sign_in_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);
CREATE INDEX sign_ins_by_hash ON sign_ins (secret_hash);
CREATE INDEX sign_ins_by_account ON sign_ins (account_id);

CREATE TABLE audit_log (
  workspace_id text COLLATE "C" NOT NULL, entry_id text COLLATE "C" NOT NULL, actor_type text NOT NULL,
  actor_id text COLLATE "C", actor_name text NOT NULL, action text NOT NULL, subject_id text COLLATE "C" NOT NULL,
  details text NOT NULL, created_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, entry_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);

CREATE TABLE events (
  workspace_id text COLLATE "C" NOT NULL, event_id text COLLATE "C" NOT NULL, type text NOT NULL,
  subject_id text COLLATE "C" NOT NULL, data text NOT NULL, created_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, event_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);
CREATE INDEX events_by_age ON events (created_at);

CREATE TABLE webhooks (
  workspace_id text COLLATE "C" NOT NULL, webhook_id text COLLATE "C" NOT NULL, url text NOT NULL,
  description text NOT NULL, events text, is_enabled integer NOT NULL, disabled_reason text, secret text NOT NULL,
  previous_secret text, previous_secret_until bigint, failing_since bigint, created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, webhook_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);

CREATE TABLE deliveries (
  workspace_id text COLLATE "C" NOT NULL, delivery_id text COLLATE "C" NOT NULL, webhook_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL, subject_id text COLLATE "C" NOT NULL, status text COLLATE "C" NOT NULL,
  attempt_count integer NOT NULL, next_attempt_at bigint, attempts text NOT NULL, created_at bigint NOT NULL,
  ended_at bigint,
  PRIMARY KEY (workspace_id, delivery_id),
  FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, event_id) REFERENCES events ON DELETE CASCADE
);
CREATE INDEX deliveries_by_webhook ON deliveries (workspace_id, webhook_id, delivery_id);
CREATE INDEX deliveries_pending ON deliveries (workspace_id, webhook_id, subject_id, delivery_id) WHERE status = 'pending';
CREATE INDEX deliveries_by_event ON deliveries (workspace_id, event_id);

CREATE TABLE usage_counts (
  workspace_id text COLLATE "C" NOT NULL, day text COLLATE "C" NOT NULL, actor_id text COLLATE "C" NOT NULL,
  metric text COLLATE "C" NOT NULL, amount bigint NOT NULL,
  PRIMARY KEY (workspace_id, day, actor_id, metric),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);

CREATE TABLE idempotent_requests (
  workspace_id text COLLATE "C" NOT NULL, idempotency_key text COLLATE "C" NOT NULL,
  actor_id text COLLATE "C" NOT NULL, request_hash text, lease_until bigint, lease_token text NOT NULL,
  status integer, location text, body text, source_ids text, created_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, idempotency_key),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);
CREATE INDEX idempotent_requests_by_age ON idempotent_requests (created_at);

CREATE UNLOGGED TABLE rate_counts (
  workspace_id text COLLATE "C" NOT NULL, bucket text COLLATE "C" NOT NULL, window_start bigint NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (workspace_id, bucket)
);

CREATE TABLE running_chats (
  workspace_id text COLLATE "C" NOT NULL, actor_id text COLLATE "C" NOT NULL,
  running_chat_id text COLLATE "C" NOT NULL, lease_until bigint NOT NULL,
  PRIMARY KEY (workspace_id, actor_id, running_chat_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);
`;
