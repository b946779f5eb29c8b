import { randomBytes } from 'node:crypto';
import { NO_SECOND_FACTOR } from '#accounts/no-second-factor.ts';
import { hashPassword } from '#accounts/password.ts';
import { hasSecondFactor, recoveryHashesOf } from '#accounts/second-factor.ts';
import type { Config } from '#config/config.ts';
import { endGrants, type Fate, findGrants } from '#grants/end-grants.ts';
import { toGrants } from '#grants/schema.ts';
import type { AuditAction } from '#isomorphic/audit-actions.ts';
import { withVisibleMarks } from '#isomorphic/visible-marks.ts';
import { systemClock, toIso } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import type { AccountId, WorkspaceId } from '#lib/ids.ts';
import { joinLink, newInvitation } from '#members/new-invitation.ts';
import { COMMAND_LINE, listedIds, recordAudit } from '#records/audit.ts';
import { emailAddress } from '#records/fields.ts';
import type { Store, WorkspaceReads, WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow, Role } from '#storage/tables.ts';
import type { Call } from './command.ts';
import { addMade, type MadeThings, madeLines } from './made-things.ts';
import { serviceUrl } from './service-url.ts';
import { print, usageError, withStore } from './with-store.ts';

/** `footnote accounts …` manages people, who are stored in the live environment. Works beside a running server. */
type AccountCall<Values = unknown> = Call<Values & { json: boolean }>;

/** `footnote accounts list`. */
export const listAccounts = ({ config, values }: AccountCall): Promise<void> =>
  withStore(config, 'live', (live) => list(live, values.json));

async function list(live: Store, json: boolean): Promise<void> {
  const accounts = await Promise.all(
    (await live.people.accounts.list()).map(
      async ({ account_id, email, name, last_sign_in_at, email_proved_at }) => ({
        id: account_id,
        email,
        email_proved: email_proved_at !== null,
        name,
        last_sign_in_at: last_sign_in_at === null ? null : toIso(last_sign_in_at),
        workspaces: (await live.people.membershipsOf(account_id)).map(({ workspace_id, role }) => ({
          id: workspace_id,
          role,
        })),
      }),
    ),
  );
  const lines = accounts.map(({ id, email, name, workspaces }) =>
    [
      id,
      withVisibleMarks(email),
      withVisibleMarks(name),
      workspaces.map((each) => `${each.role} of ${each.id}`).join(', '),
    ].join('  '),
  );
  print(json, accounts, lines.join('\n') || 'There are no accounts.');
}

/** `footnote accounts invite`. */
export async function invite({
  config,
  values: { role, email, workspace, json },
}: AccountCall<{
  role: Role;
  email: string | undefined;
  workspace: string | undefined;
}>): Promise<void> {
  const checkedEmail = emailAddress.optional().safeParse(email);
  if (!checkedEmail.success) throw usageError('--email must be an email address.');
  const link = await withStore(config, 'live', async (live) => {
    const workspaceIds = await live.workspaceIds();
    const workspaceId =
      workspace === undefined ? workspaceIds[0] : workspaceIds.find((id) => id === workspace);
    if (!workspaceId) throw usageError('No workspace has this id; `footnote workspaces list` shows them.');
    return await inviteTo(live, workspaceId, { config, role, email: checkedEmail.data ?? null });
  });
  print(json, { link }, `${link}\nThe link works once, for seven days. It is shown only now.`);
}

/** Invites to a workspace; returns the link. */
export async function inviteTo(
  live: Store,
  workspaceId: WorkspaceId,
  { config, ...invited }: { config: Config; role: Role; email?: string | null },
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
  return joinLink(await serviceUrl(config, live), token);
}

/** Runs with the account of an email address. */
const withAccount = (
  { config, args: [email = ''] }: Pick<AccountCall, 'config' | 'args'>,
  work: (live: Store, account: AccountRow) => Promise<void>,
): Promise<void> => withStore(config, 'live', async (live) => work(live, await accountOf(live, email)));

/** `footnote accounts reset-password`. */
export const resetPassword = (call: AccountCall): Promise<void> =>
  withAccount(call, (live, account) => replacePassword(live, account, call.values.json));

async function replacePassword(live: Store, account: AccountRow, json: boolean): Promise<void> {
  const password = randomBytes(15).toString('base64url');
  const password_hash = await hashPassword(password);
  const details = { password: 'changed', second_factors: 'removed' };
  await change(live, account, 'account.updated', details, async (tx) => {
    await tx.accounts.update(account.account_id, { password_hash });
    await endOtherWays(tx, account);
  });
  print(
    json,
    { email: account.email, password },
    `${password}\nThe new password of ${account.email}, shown only now. Besides OpenID Connect it is the only way to sign in: the authenticator app, recovery codes and passkeys are removed, and all browsers are signed out. Their API keys still work: \`footnote keys list\` shows all keys, \`footnote keys revoke\` ends one.`,
  );
}

/** Ends every way to sign in except the password and OpenID Connect. */
async function endOtherWays(tx: WorkspaceTransaction, { account_id }: AccountRow): Promise<void> {
  const present = await tx.accounts.lock(account_id);
  if (present) await tx.accounts.changeSecondFactor(present, NO_SECOND_FACTOR);
  await tx.passkeys.removeOf(account_id);
  await tx.signIns.end(account_id);
}

/** `footnote accounts reset-second-factor`: for people who lost both their phone and their recovery codes. */
export const resetSecondFactor = (call: AccountCall): Promise<void> =>
  withAccount(call, (live, account) => removeSecondFactor(live, account, call.values.json));

async function removeSecondFactor(live: Store, account: AccountRow, json: boolean): Promise<void> {
  const { account_id, email } = account;
  const removed = {
    two_step_sign_in: hasSecondFactor(account),
    recovery_codes: recoveryHashesOf(account).length,
    passkeys: (await live.people.passkeys.ofAccount(account_id)).length,
  };
  const isNothing = !removed.two_step_sign_in && removed.passkeys === 0;
  if (isNothing)
    return print(
      json,
      { email, reset: false, removed },
      `${email} has no two-step sign-in and no passkeys. There is nothing to remove.`,
    );
  await change(live, account, 'second_factor.disabled', { email }, (tx) => endOtherWays(tx, account));
  const parts = [
    removed.two_step_sign_in && `two-step sign-in with ${counted(removed.recovery_codes, 'recovery code')}`,
    removed.passkeys > 0 && counted(removed.passkeys, 'passkey'),
  ].filter((part) => part !== false);
  print(
    json,
    { email, reset: true, removed },
    `Removed from ${email}: ${parts.join(', and ')}. The password is now enough to sign in. All browsers are signed out.`,
  );
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

type RemoveCall = AccountCall<{ 'keep-made': boolean; force: boolean }>;

/** `footnote accounts remove`. */
export const removeAccount = (call: RemoveCall): Promise<void> =>
  withAccount(call, (live, account) => remove(live, account, call));

async function remove(
  live: Store,
  account: AccountRow,
  { config, values: options }: RemoveCall,
): Promise<void> {
  const { account_id, email } = account;
  const memberships = await live.people.membershipsOf(account_id);
  const ownerless: string[] = [];
  for (const { workspace_id, name } of memberships)
    if (await isLastOwner(live.workspace(workspace_id), account_id))
      ownerless.push(`“${name}” (${workspace_id})`);
  if (ownerless.length > 0 && !options.force)
    throw usageError(
      `${email} is the last owner of ${ownerless.join(', ')}: make another member an owner first, or add --force, which leaves ${ownerless.length > 1 ? 'these workspaces' : 'the workspace'} without an owner.`,
    );
  const made: MadeThings = { ended: [], kept: [] };
  const fate: Fate = options['keep-made'] ? { handTo: null } : 'end';
  const endIn = async (tx: WorkspaceTransaction, environment: Environment): Promise<void> => {
    const how = { environment, actor: COMMAND_LINE, now: systemClock.now(), fate };
    const { all } = await findGrants(tx, account_id);
    addMade(made, toGrants(all, environment), await endGrants(tx, account_id, how));
  };
  await withStore(config, 'sandbox', async (sandbox) => {
    const sweep = async () => {
      for (const { workspace_id } of memberships)
        await sandbox.workspace(workspace_id).transaction((tx) => endIn(tx, 'sandbox'));
    };
    // First, so that an interrupted removal can be repeated; and again for what was made meanwhile.
    await sweep();
    const ended = () => made.ended.map(({ id }) => id);
    const details = () => ({ email, ...listedIds('ended', ended()) });
    await change(live, account, 'account.removed', details, async (tx) => {
      // Again: another owner may have left meanwhile.
      if (!options.force && (await isLastOwner(tx, account_id)))
        throw usageError(`${email} has just become the last owner of a workspace. Nothing more was removed.`);
      await tx.signIns.end(account_id);
      await tx.members.remove(account_id);
      await endIn(tx, 'live');
      // Takes effect with the first workspace; the others only lose the membership.
      await tx.accounts.remove(account_id);
    });
    await sweep();
  });
  const lines = [
    `${email} is removed.`,
    ...madeLines(made),
    ...ownerless.map(
      (name) => `${name} now has no owner. Invite one: footnote accounts invite --role owner --workspace …`,
    ),
  ];
  print(options.json, { email, removed: true, ...made }, lines.join('\n'));
}

async function isLastOwner(
  { members }: Pick<WorkspaceReads, 'members'>,
  accountId: AccountId,
): Promise<boolean> {
  return (await members.find(accountId))?.role === 'owner' && (await members.ownerCount()) === 1;
}

async function accountOf(live: Store, email: string): Promise<AccountRow> {
  const account = await live.people.accounts.findByEmail(email.toLowerCase());
  if (!account)
    throw usageError(`No account has the email address ${email}; \`footnote accounts list\` shows them.`);
  return account;
}

/** Applies and audits a change in every workspace of the account, or in the first workspace if it has none. */
async function change(
  live: Store,
  { account_id }: AccountRow,
  action: AuditAction,
  /** For the audit log; a function is called after the work. */
  details: Record<string, unknown> | (() => Record<string, unknown>),
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
        details: typeof details === 'function' ? details() : details,
        now: systemClock.now(),
      });
    });
  }
}
