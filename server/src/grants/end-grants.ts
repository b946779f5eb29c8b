import { emit } from '#jobs/emit.ts';
import type { Environment } from '#lib/environment.ts';
import type { ApiKeyId } from '#lib/ids.ts';
import { toApiKey } from '#records/api-key.ts';
import { type AuditActor, listedIds, recordAudit } from '#records/audit.ts';
import { higherRole, isHigherScope, isPowerful, mayInvite, SCOPE_OF_ROLE } from '#records/roles.ts';
import type { Grants, WorkspaceReads, WorkspaceTransaction } from '#storage/store.ts';
import type { ApiKeyRow, MakerId, Role } from '#storage/tables.ts';

/** The fate of a maker's grants: they end, stay with the removed maker, or go to another maker (null: the service).
 *  Invitations always end, because anyone may have the link. */
export type Fate = 'end' | 'stay' | { handTo: MakerId | null };

/** Ids, whose prefixes tell what was ended or handed over. */
export type EndedGrants = { ended: string[]; handedOver: string[] };

export type EndingGrants = {
  environment: Environment;
  /** The author of the change. */
  actor: AuditActor;
  now: number;
  fate: Fate;
  /** The role that a member keeps. Grants that it allows stay; without it, all end. */
  role?: Role | undefined;
  /** Whether to include grants that someone else has taken over since. */
  isEverMade?: boolean | undefined;
};

/** Ends a maker's grants, which would work without them: invitations, keys, publishable tokens, and webhooks, which are
 *  disabled. Grants made with an ended key end too, and so on. Call it in the transaction that removes the maker's
 *  rights: running requests with these keys and tokens end at the commit. */
export async function endGrants(
  tx: WorkspaceTransaction,
  maker: MakerId,
  { fate, role, isEverMade, ...how }: EndingGrants,
): Promise<EndedGrants> {
  const { direct, all } = await findGrants(tx, maker, { role, isEverMade });
  if (fate === 'end') {
    const ending = unrevoked(all);
    await endAll(tx, ending, how);
    return { ended: idsOf(ending), handedOver: [] };
  }
  const links = { ...NONE, invitations: direct.invitations };
  await endAll(tx, links, how);
  if (fate === 'stay') return { ended: idsOf(links), handedOver: [] };
  // A key that takes over its own maker would own itself and never end.
  const above = await makersOf(tx, fate.handTo);
  const rest = { ...direct, invitations: [], keys: direct.keys.filter(({ key_id }) => !above.has(key_id)) };
  await tx.grants.handOver(rest, fate.handTo);
  return { ended: idsOf(links), handedOver: idsOf(unrevoked(rest)) };
}

/** A maker and the makers above it. */
async function makersOf({ keys }: Pick<WorkspaceReads, 'keys'>, id: MakerId | null): Promise<Set<MakerId>> {
  const found = new Set<MakerId>();
  let next = id;
  while (next !== null && !found.has(next)) {
    found.add(next);
    next = next.startsWith('key_') ? ((await keys.find(next as ApiKeyId))?.created_by ?? null) : null;
  }
  return found;
}

/** The grants that exceed `role`; all of them without a role. Includes revoked keys, because grants made with them may
 *  still be valid. Members who joined through an invitation stay; they are listed if no role is given. */
export async function findGrants(
  reads: Pick<WorkspaceReads, 'grants' | 'workspace'>,
  maker: MakerId,
  { role, isEverMade }: Pick<EndingGrants, 'role' | 'isEverMade'> = {},
): Promise<{ direct: Grants; all: Grants }> {
  const made = await reads.grants.madeBy([maker], { isEverMade });
  const direct =
    role === undefined
      ? made
      : beyond(made, role, (await reads.workspace.get()).members_may_publish === 1 ? 'member' : 'admin');
  const all = { ...direct };
  // Visits each key once, even if keys were handed over in a circle.
  const seen = new Set<MakerId>([maker]);
  let makers = newKeys(direct.keys, seen);
  while (makers.length > 0) {
    const more = await reads.grants.madeBy(makers, { isEverMade });
    for (const kind of KINDS) all[kind] = [...all[kind], ...more[kind]] as never;
    makers = newKeys(more.keys, seen);
  }
  const others = all.keys.filter(({ key_id }) => key_id !== maker);
  return {
    direct,
    all: {
      invitations: all.invitations,
      keys: once(others, ({ key_id }) => key_id),
      tokens: once(all.tokens, ({ token_id }) => token_id),
      webhooks: once(all.webhooks, ({ webhook_id }) => webhook_id),
      members: role === undefined ? all.members.filter(({ account_id }) => account_id !== maker) : [],
    },
  };
}

/** Removes duplicates: a grant that was taken over is found through both its makers. */
const once = <Row>(rows: readonly Row[], idOf: (row: Row) => string): Row[] => [
  ...new Map(rows.map((row) => [idOf(row), row])).values(),
];

/** Without keys that are already revoked. */
export const unrevoked = (grants: Grants): Grants => ({
  ...grants,
  keys: grants.keys.filter(({ revoked_at }) => revoked_at === null),
});

const KINDS = ['invitations', 'keys', 'tokens', 'webhooks', 'members'] as const;
const NONE: Grants = { invitations: [], keys: [], tokens: [], webhooks: [], members: [] };

function newKeys(keys: readonly ApiKeyRow[], seen: Set<MakerId>): MakerId[] {
  const ids = keys.map((key) => key.key_id).filter((id) => !seen.has(id));
  for (const id of ids) seen.add(id);
  return ids;
}

/** The grants that exceed a role. mayPublish: the lowest role that may create publishable tokens. */
const beyond = (
  { invitations, keys, tokens, webhooks, members }: Grants,
  role: Role,
  mayPublish: Role,
): Grants => ({
  invitations: invitations.filter((invitation) => !mayInvite(role, invitation.role)),
  keys: keys.filter(({ scope }) => isHigherScope(scope, SCOPE_OF_ROLE[role])),
  tokens: higherRole(role, mayPublish) === role ? [] : tokens,
  webhooks: isPowerful(role) ? [] : webhooks,
  members,
});

const idsOf = ({ invitations, keys, tokens, webhooks }: Grants): string[] => [
  ...invitations.map((row) => row.invitation_id),
  ...keys.map((row) => row.key_id),
  ...tokens.map((row) => row.token_id),
  ...webhooks.map((row) => row.webhook_id),
];

const REASON = 'The member or key that made it was removed, or is no longer allowed to have webhooks.';

/** Ends webhooks first, so that they do not report the rest. */
async function endAll(
  tx: WorkspaceTransaction,
  { invitations, keys, tokens, webhooks }: Grants,
  { environment, actor, now }: Pick<EndingGrants, 'environment' | 'actor' | 'now'>,
): Promise<void> {
  for (const { webhook_id, url } of webhooks) {
    await tx.webhooks.update(webhook_id, { is_enabled: 0, disabled_reason: REASON, updated_at: now });
    await tx.deliveries.failPending(webhook_id, now);
    const details = { url, reason: REASON };
    await recordAudit(tx, { actor, action: 'webhook.disabled', subjectId: webhook_id, details, now });
  }
  for (const { invitation_id, role, email } of invitations) {
    await tx.invitations.remove(invitation_id);
    const details = { role, email };
    await recordAudit(tx, { actor, action: 'invitation.deleted', subjectId: invitation_id, details, now });
  }
  for (const { token_id, name, agent_id } of tokens) {
    await tx.publishableTokens.remove(token_id);
    const details = { name, agent_id };
    await recordAudit(tx, { actor, action: 'publishable_token.deleted', subjectId: token_id, details, now });
  }
  for (const key of keys) await endKey(tx, key, { environment, actor, now });
}

/** Revokes a key and emits the event. details: more for its audit log entry. */
export async function endKey(
  tx: WorkspaceTransaction,
  key: ApiKeyRow,
  {
    environment,
    actor,
    now,
    details = {},
  }: Pick<EndingGrants, 'environment' | 'actor' | 'now'> & { details?: Record<string, unknown> },
): Promise<void> {
  const { key_id, name, scope, last_four } = key;
  await tx.keys.revoke(key_id, now);
  const data = toApiKey({ ...key, revoked_at: now }, environment);
  await emit(tx, { type: 'key.revoked', subjectId: key_id, data, now });
  await recordAudit(tx, {
    actor,
    action: 'key.revoked',
    subjectId: key_id,
    details: { name, scope, last_four, ...details },
    now,
  });
}

/** Details for the audit log entry of the change; empty if nothing ended. */
export const endedDetails = (...all: EndedGrants[]): Record<string, unknown> => {
  const ended = all.flatMap((each) => each.ended);
  const handedOver = all.flatMap((each) => each.handedOver);
  return {
    ...(ended.length > 0 && listedIds('ended', ended)),
    ...(handedOver.length > 0 && listedIds('handed_over', handedOver)),
  };
};
