import { type Kysely, sql } from 'kysely';
import type { Role, Tables } from '#storage/tables.ts';

type Db = Kysely<Tables>;

/** An admin key that is neither revoked nor expired. */
export type WorkingKey = {
  key_id: string;
  workspace_id: string;
  name: string;
  expires_at: number | null;
  /** When it was last used; otherwise when it was created. */
  seen_at: number;
};

/** The admin keys that are neither revoked nor expired, oldest first. */
export async function workingAdminKeys(db: Db, now: number): Promise<WorkingKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['key_id', 'workspace_id', 'name', 'expires_at', 'last_used_at', 'created_at'])
    .where('scope', '=', 'admin')
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('key_id')
    .execute();
  return rows.map(({ last_used_at, created_at, ...row }) => ({
    ...row,
    seen_at: last_used_at ?? created_at,
  }));
}

/** The key that the first start created: the oldest of the first workspace. Revoked keys keep their rows. */
export async function firstKeyId(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('key_id')
    .orderBy('workspace_id')
    .orderBy('key_id')
    .limit(1)
    .executeTakeFirst();
  return row?.key_id;
}

/** A member of a workspace and the ways they can sign in. Booleans are 0 and 1. */
export type SignedInMember = {
  workspace_id: string;
  role: Role;
  email: string;
  has_second_factor: number;
  is_proved: number;
};

/** All members of all workspaces. Without a password, signing in requires a passkey or the provider. A passkey besides
 *  a password is no second factor, because the password still suffices. */
export async function membersWithFactors(db: Db): Promise<SignedInMember[]> {
  const { rows } = await sql<SignedInMember>`
    SELECT members.workspace_id, members.role, accounts.email,
      CASE WHEN accounts.totp_confirmed_at IS NOT NULL OR accounts.password_hash IS NULL
        THEN 1 ELSE 0 END AS has_second_factor,
      CASE WHEN accounts.email_proved_at IS NOT NULL OR members.is_proved = 1 THEN 1 ELSE 0 END AS is_proved
    FROM members JOIN accounts ON accounts.account_id = members.account_id
    ORDER BY members.workspace_id, accounts.email`.execute(db);
  return rows;
}

/** The invitations that can still be used. */
export const openInvitations = async (
  db: Db,
  now: number,
): Promise<{ invitation_id: string; workspace_id: string; role: Role }[]> =>
  await db
    .selectFrom('invitations')
    .select(['invitation_id', 'workspace_id', 'role'])
    .where('expires_at', '>', now)
    .orderBy('invitation_id')
    .execute();

/** The workspaces without a token budget for the language model. */
export async function workspacesWithoutBudget(db: Db): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    SELECT workspace_id FROM workspaces
    WHERE tokens_per_day IS NULL AND tokens_per_month IS NULL ORDER BY workspace_id`.execute(db);
  return rows.map(({ workspace_id }) => workspace_id);
}
