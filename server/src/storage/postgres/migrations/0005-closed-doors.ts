/** Who proved an e-mail address and made what, second factors, and budgets of tokens; see storage/tables.ts for what each
 *  column means. */
export const closedDoors = `
ALTER TABLE accounts ADD COLUMN email_proved_at bigint;
UPDATE accounts SET email_proved_at = created_at WHERE identity IS NOT NULL;
ALTER TABLE members ADD COLUMN is_proved integer NOT NULL DEFAULT 0;
ALTER TABLE members ADD COLUMN invited_by text COLLATE "C";

ALTER TABLE accounts ADD COLUMN totp_secret text;
ALTER TABLE accounts ADD COLUMN totp_confirmed_at bigint;
ALTER TABLE accounts ADD COLUMN totp_last_step bigint;
ALTER TABLE accounts ADD COLUMN recovery_codes text;
ALTER TABLE sign_ins ADD COLUMN confirmed_at bigint;
UPDATE sign_ins SET expires_at = least(last_seen_at + 43200000, created_at + 2592000000);
CREATE TABLE passkeys (
  passkey_id text COLLATE "C" NOT NULL, account_id text COLLATE "C" NOT NULL, name text NOT NULL,
  credential_id text COLLATE "C" NOT NULL, public_key text NOT NULL, sign_count bigint NOT NULL,
  transports text NOT NULL, created_at bigint NOT NULL, last_used_at bigint,
  PRIMARY KEY (passkey_id),
  FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE
);
CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (credential_id);
CREATE INDEX passkeys_by_account ON passkeys (account_id);

ALTER TABLE api_keys ADD COLUMN created_by text COLLATE "C";
ALTER TABLE api_keys ADD COLUMN made_by text COLLATE "C";
ALTER TABLE publishable_tokens ADD COLUMN created_by text COLLATE "C";
ALTER TABLE publishable_tokens ADD COLUMN made_by text COLLATE "C";
ALTER TABLE webhooks ADD COLUMN created_by text COLLATE "C";
ALTER TABLE webhooks ADD COLUMN made_by text COLLATE "C";
CREATE INDEX events_by_subject ON events (workspace_id, subject_id);
ALTER TABLE workspaces ADD COLUMN members_may_publish integer NOT NULL DEFAULT 0;

ALTER TABLE workspaces ADD COLUMN tokens_per_day bigint;
ALTER TABLE workspaces ADD COLUMN tokens_per_month bigint;
ALTER TABLE agents ADD COLUMN tokens_per_day bigint;
ALTER TABLE agents ADD COLUMN tokens_per_month bigint;
ALTER TABLE publishable_tokens ADD COLUMN tokens_per_day bigint;
ALTER TABLE publishable_tokens ADD COLUMN tokens_per_month bigint;
CREATE TABLE spent_tokens (
  workspace_id text COLLATE "C" NOT NULL, spender_id text COLLATE "C" NOT NULL, period text COLLATE "C" NOT NULL,
  tokens bigint NOT NULL, reserved bigint NOT NULL, told integer NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, spender_id, period),
  FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);
`;
