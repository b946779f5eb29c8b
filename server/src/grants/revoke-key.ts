import { invalidField } from '#errors.ts';
import type { Environment } from '#lib/environment.ts';
import type { ApiKeyId } from '#lib/ids.ts';
import type { AuditActor } from '#records/audit.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { ApiKeyRow, MakerId } from '#storage/tables.ts';
import { type EndedGrants, endedDetails, endGrants, endKey, type Fate } from './end-grants.ts';

type Revocation = {
  environment: Environment;
  actor: AuditActor;
  now: number;
  /** True: the caller takes over the key's grants. False: they end, even if someone has taken them over. Undefined: they
   *  end, unless this is a rotation. */
  adopt?: boolean | undefined;
};

/** Revokes a key, ends or hands over its grants, and emits the event. In a rotation, the request is sent with the key
 *  itself, or with a key made with it, its replacement. Undefined if there is no key with this id. A key that is already
 *  revoked and its grants are unchanged, unless `adopt` says what to do with them. */
export async function revokeKey(
  tx: WorkspaceTransaction,
  keyId: ApiKeyId,
  { adopt, ...how }: Revocation,
): Promise<EndedGrants | undefined> {
  const key = await tx.keys.find(keyId);
  if (!key) return undefined;
  if (key.revoked_at !== null && adopt === undefined) return { ended: [], handedOver: [] };
  if (adopt && how.actor.id === keyId)
    throw invalidField('adopt', 'must not be true for the key itself; use the key that takes over');
  const fate = await fateOf(tx, keyId, { adopt, ...how });
  const ended = await endGrants(tx, keyId, { ...how, fate, isEverMade: adopt === false });
  if (key.revoked_at === null) await endKey(tx, key, { ...how, details: endedDetails(ended) });
  return ended;
}

async function fateOf(
  tx: WorkspaceTransaction,
  keyId: ApiKeyId,
  { adopt, actor }: Pick<Revocation, 'adopt' | 'actor'>,
): Promise<Fate> {
  if (adopt === false) return 'end';
  if (adopt) return { handTo: actor.id as MakerId | null };
  // No one can take them over: they stay with this key, so that they can be found and ended later.
  if (actor.id === keyId) return 'stay';
  const asking: ApiKeyRow | undefined =
    actor.type === 'api_key' ? await tx.keys.find(actor.id as ApiKeyId) : undefined;
  return asking?.created_by === keyId ? { handTo: asking.key_id } : 'end';
}
