import type { FastifyRequest } from 'fastify';
import { endGrants } from '#grants/end-grants.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import { recordAudit } from '#records/audit.ts';
import { writeBarrier } from '#records/write-barrier.ts';
import type { Membership, WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow } from '#storage/tables.ts';
import type { EntranceServices } from './entrance-services.ts';
import { actorOf } from './join.ts';
import { NO_SECOND_FACTOR } from './no-second-factor.ts';
import { type Refusal, RefusedSignIn } from './refused-sign-in.ts';

type Within = (workspaceId: WorkspaceId) => WorkspaceTransaction;

/** How an account is taken over: with an invitation to its email address, or through a provider that has verified it.
 *  Only the provider proves the address everywhere. */
type ReclaimedBy = 'invitation' | 'openid_connect';

type Reclaim = {
  /** Its address was never proved. */
  account: AccountRow;
  by: ReclaimedBy;
  /** The new credentials of its owner. */
  credentials: Pick<AccountRow, 'name' | 'password_hash' | 'identity'>;
  /** The workspaces that the owner joins in the same transaction, and how. */
  joins: readonly WorkspaceId[];
  join: (within: Within, account: AccountRow) => Promise<void>;
  /** Checked in the transaction, with the memberships at that time. */
  isAllowed?: (within: Within, memberships: readonly Membership[]) => Promise<boolean>;
};

/** Gives an account to the owner of its address, because anyone could have created it. In one transaction, this removes
 *  its password, second factors, passkeys and sign-ins, and its unproved memberships with everything made through them;
 *  anything made in the sandbox follows. Memberships in workspaces that invited this address stay. Throws 403 and
 *  tells the owners in the audit log if a workspace would be left without an owner. Undefined if the account was
 *  changed meanwhile. */
export async function reclaim(
  services: EntranceServices,
  request: FastifyRequest,
  { account, by, credentials, joins, join, isAllowed }: Reclaim,
): Promise<AccountRow | undefined> {
  const {
    stores,
    stores: { live },
    clock,
  } = services;
  const now = clock.now();
  const { account_id, email } = account;
  const workspaceIds = idsOf(await live.people.membershipsOf(account_id));
  const held = [...new Set([...workspaceIds, ...joins])];
  const [home] = held;
  if (!home) throw new Error('An account is reclaimed where its owner joins or stays.');
  let lost: WorkspaceId[] = [];
  try {
    const reclaimed = await live.acrossWorkspaces(held, async (within) => {
      lost = [];
      const tx = within(home);
      if (!isSame(await tx.accounts.lock(account_id), account)) return undefined;
      const memberships = await tx.accounts.membershipsOf(account_id);
      if (!idsOf(memberships).every((id) => held.includes(id))) return undefined;
      if (isAllowed && !(await isAllowed(within, memberships))) return undefined;
      await tx.signIns.end(account_id);
      await tx.passkeys.removeOf(account_id);
      const email_proved_at = by === 'openid_connect' ? now : null;
      await tx.accounts.update(account_id, { ...credentials, ...NO_SECOND_FACTOR, email_proved_at });
      const present = (await tx.accounts.find(account_id)) ?? account;
      for (const membership of memberships)
        await removeUnproved(within, membership, { reclaimed: present, by, now });
      await join(within, present);
      for (const { workspace_id, role } of memberships)
        if (role === 'owner' && (await within(workspace_id).members.ownerCount()) === 0)
          throw new RefusedSignIn('last_owner');
      // The membership that would have stayed has just ended.
      if ((await tx.accounts.membershipsOf(account_id)).length === 0) throw new RefusedSignIn('not_invited');
      return present;
    });
    if (!reclaimed) return undefined;
    request.log.warn({ account_id, by }, 'an account was given to the person who proved its e-mail address');
    await writeBarrier(stores, workspaceIds);
    const ending = { environment: 'sandbox', actor: actorOf(reclaimed), now, fate: 'end' } as const;
    for (const id of lost)
      await stores.sandbox.workspace(id).transaction((tx) => endGrants(tx, account_id, ending));
    return reclaimed;
  } catch (error) {
    if (error instanceof RefusedSignIn)
      await noteRefusal(services, request, { account, by, reason: error.reason });
    throw error;
  }

  async function removeUnproved(
    within: Within,
    { workspace_id, role, is_proved }: Membership,
    change: { reclaimed: AccountRow; by: ReclaimedBy; now: number },
  ): Promise<void> {
    const tx = within(workspace_id);
    if (is_proved === 0) {
      await tx.members.remove(account_id);
      const actor = actorOf(change.reclaimed);
      await endGrants(tx, account_id, { environment: 'live', actor, now: change.now, fate: 'end' });
      lost.push(workspace_id);
    }
    await recordAudit(tx, {
      actor: actorOf(change.reclaimed),
      action: 'account.reclaimed',
      subjectId: account_id,
      details: {
        email,
        by: change.by,
        address: request.ip,
        former_name: account.name,
        ...(is_proved === 0 && { removed_role: role }),
      },
      now: change.now,
    });
  }
}

/** Records in each workspace of an account that someone with a claim to its address was refused. */
export async function noteRefusal(
  { stores: { live }, clock }: EntranceServices,
  request: FastifyRequest,
  { account, by, reason }: { account: AccountRow; by: ReclaimedBy; reason: Refusal },
): Promise<void> {
  const { account_id, email } = account;
  const refused = {
    actor: actorOf(account),
    action: 'account.reclaim_refused' as const,
    subjectId: account_id,
    details: { email, by, reason, address: request.ip },
    now: clock.now(),
  };
  for (const { workspace_id } of await live.people.membershipsOf(account_id))
    await live.workspace(workspace_id).transaction((tx) => recordAudit(tx, refused));
}

const idsOf = (memberships: readonly Membership[]): WorkspaceId[] =>
  memberships.map(({ workspace_id }) => workspace_id);

/** Whether the credentials of an account are unchanged. */
export const isSame = (present: AccountRow | undefined, known: AccountRow): boolean =>
  present !== undefined &&
  present.password_hash === known.password_hash &&
  present.identity === known.identity &&
  present.email_proved_at === known.email_proved_at;
