import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hashPassword } from '#accounts/password.ts';
import type { Config } from '#config.ts';
import { COMMAND_LINE, recordAudit } from '#http/audit.ts';
import { emailAddress } from '#http/fields.ts';
import { RoleSchema } from '#http/roles.ts';
import type { AuditAction } from '#lib/audit-actions.ts';
import { systemClock, toIso } from '#lib/clock.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import { joinLink, newInvitation } from '#members/new-invitation.ts';
import type { Store, WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow } from '#storage/tables.ts';
import { print, usageError, withStore } from './with-store.ts';

export const ACCOUNTS_USAGE = `footnote accounts list [--json]
footnote accounts invite --role owner|admin|member|viewer [--email ADDRESS] [--workspace ID] [--json]
footnote accounts reset-password EMAIL [--json]
footnote accounts remove EMAIL [--json]`;

/** `footnote accounts …`: people, who are kept in the live environment. Works beside a running server. */
export async function accountsCommand(config: Config, [verb, ...args]: string[]): Promise<void> {
  const commands = { list, invite, 'reset-password': resetPassword, remove };
  const command = Object.entries(commands).find(([name]) => name === verb)?.[1];
  if (!command) throw usageError(`Say what to do with accounts:\n${ACCOUNTS_USAGE}`);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      role: { type: 'string' },
      email: { type: 'string' },
      workspace: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  await withStore(config, 'live', (live) => command(live, { config, positionals, ...values }));
}

type Options = {
  config: Config;
  positionals: string[];
  role?: string | undefined;
  email?: string | undefined;
  workspace?: string | undefined;
  json?: boolean | undefined;
};

async function list(live: Store, { json }: Options): Promise<void> {
  const accounts = await Promise.all(
    (await live.people.accounts.list()).map(async ({ account_id, email, name, last_sign_in_at }) => ({
      id: account_id,
      email,
      name,
      last_sign_in_at: last_sign_in_at === null ? null : toIso(last_sign_in_at),
      workspaces: (await live.people.membershipsOf(account_id)).map(({ workspace_id, role }) => ({
        id: workspace_id,
        role,
      })),
    })),
  );
  const lines = accounts.map(({ id, email, name, workspaces }) =>
    [id, email, name, workspaces.map((each) => `${each.role} of ${each.id}`).join(', ')].join('  '),
  );
  print(json, accounts, lines.join('\n') || 'There are no accounts.');
}

async function invite(live: Store, { config, role, email, workspace, json }: Options): Promise<void> {
  const checkedRole = RoleSchema.safeParse(role);
  if (!checkedRole.success) throw usageError('--role must be owner, admin, member or viewer.');
  const checkedEmail = emailAddress.optional().safeParse(email);
  if (!checkedEmail.success) throw usageError('--email must be an e-mail address.');
  const workspaceIds = await live.workspaceIds();
  const workspaceId = workspace === undefined ? workspaceIds[0] : workspaceIds.find((id) => id === workspace);
  if (!workspaceId)
    throw usageError('There is no such workspace; `footnote workspaces list` shows those that there are.');
  const link = await inviteTo(live, workspaceId, {
    config,
    role: checkedRole.data,
    email: checkedEmail.data ?? null,
  });
  print(json, { link }, `${link}\nThe link works once, for seven days. It is shown this once.`);
}

/** Makes an invitation to a workspace; returns its link. */
export async function inviteTo(
  live: Store,
  workspaceId: WorkspaceId,
  {
    config,
    ...invited
  }: { config: Config; role: Parameters<typeof newInvitation>[1]['role']; email?: string | null },
): Promise<string> {
  const { row, token } = newInvitation(systemClock, invited);
  await live.workspace(workspaceId).transaction(async (tx) => {
    await tx.invitations.insert(row);
    await recordAudit(tx, {
      actor: COMMAND_LINE,
      action: 'invitation.created',
      subjectId: row.invitation_id,
      details: { role: row.role, email: row.email },
      now: row.created_at,
    });
  });
  return joinLink(config.LIVE_BASE_URL ?? `http://${hostOf(config)}:${config.PORT}`, token);
}

/** Where this machine reaches the service. */
const hostOf = ({ HOST }: Config): string => (HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST);

async function resetPassword(live: Store, options: Options): Promise<void> {
  const account = await accountOf(live, options);
  const password = randomBytes(15).toString('base64url');
  const password_hash = await hashPassword(password);
  await change(live, account, 'account.updated', { password: 'changed' }, async (tx) => {
    await tx.accounts.update(account.account_id, { password_hash });
    await tx.signIns.end(account.account_id);
  });
  print(
    options.json,
    { email: account.email, password },
    `${password}\nThe new password of ${account.email}, shown this once. All their browsers are signed out.`,
  );
}

async function remove(live: Store, options: Options): Promise<void> {
  const account = await accountOf(live, options);
  const { account_id, email } = account;
  await change(live, account, 'account.removed', { email }, async (tx) => {
    await tx.signIns.end(account_id);
    await tx.members.remove(account_id);
    // With the first workspace; of the others, it is the membership that goes.
    await tx.accounts.remove(account_id);
  });
  print(options.json, { email, removed: true }, `${email} is removed.`);
}

async function accountOf(live: Store, { positionals: [email] }: Options): Promise<AccountRow> {
  if (email === undefined) throw usageError('Name the account by its e-mail address.');
  const account = await live.people.accounts.findByEmail(email.toLowerCase());
  if (!account)
    throw usageError(`No account has the e-mail address ${email}; \`footnote accounts list\` shows them.`);
  return account;
}

/** Does and notes a change in each workspace that the account is a member of, or in the first when it is of none. */
async function change(
  live: Store,
  { account_id }: AccountRow,
  action: AuditAction,
  details: Record<string, unknown>,
  work: (tx: WorkspaceTransaction) => Promise<void>,
): Promise<void> {
  const memberships = await live.people.membershipsOf(account_id);
  const workspaceIds = memberships.map(({ workspace_id }) => workspace_id);
  for (const id of workspaceIds.length > 0 ? workspaceIds : (await live.workspaceIds()).slice(0, 1)) {
    await live.workspace(id).transaction(async (tx) => {
      await work(tx);
      await recordAudit(tx, {
        actor: COMMAND_LINE,
        action,
        subjectId: account_id,
        details,
        now: systemClock.now(),
      });
    });
  }
}
