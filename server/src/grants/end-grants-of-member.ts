import { invalidField } from '#errors.ts';
import type { Environment } from '#lib/environment.ts';
import type { AccountId } from '#lib/ids.ts';
import { writeBarrierOfAccount } from '#records/write-barrier.ts';
import type { Store, WorkspaceReads, WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { MakerId, Role } from '#storage/tables.ts';
import {
  type EndedGrants,
  type EndingGrants,
  endedDetails,
  endGrants,
  type Fate,
  findGrants,
} from './end-grants.ts';

type Leaving = Pick<EndingGrants, 'actor' | 'now'> & {
  accountId: AccountId;
  /** The role that stays; none when they are removed. */
  role?: Role | undefined;
  /** Whether the one who asks takes over what they made; otherwise it ends. */
  adopt: boolean;
  /** Whether it looks as if nothing changes; `change` finds out, and calls `endHere` only if something does. */
  isSame?: boolean;
};

/** Ends what gives a member more than is left to them, in both environments, around the change that takes it from them.
 *  `change` is to commit that in the live environment and call `endHere` in its transaction, for the details of its entry in
 *  the audit log. The sandbox comes first, so that what was cut short can be repeated, and once more when nothing of theirs
 *  is written any longer: they may have made something in between.
 *  sandbox: the workspace there, as the one who asks may write to it. Throws 422 when a key is to take over what it would end
 *  with. */
export async function endGrantsOfMember<T>(
  { stores, sandbox }: { stores: Record<Environment, Store>; sandbox: WorkspaceStore },
  leaving: Leaving,
  change: (endHere: (tx: WorkspaceTransaction) => Promise<Record<string, unknown>>) => Promise<T>,
): Promise<T> {
  const { accountId, adopt, isSame = false, ...how } = leaving;
  const end = async (tx: WorkspaceTransaction, environment: Environment): Promise<EndedGrants> => {
    // A live key cannot reach the sandbox, and takes over nothing there.
    const canAdopt = adopt && (how.actor.type === 'account' || environment === 'live');
    const fate: Fate = canAdopt ? { handTo: how.actor.id as MakerId } : 'end';
    return await endGrants(tx, accountId, { ...how, environment, fate });
  };
  const sweepSandbox = (options?: { isCompletion: true }) =>
    sandbox.transaction((tx) => end(tx, 'sandbox'), options);
  await assertMayTakeOver(stores.live.workspace(sandbox.workspaceId), leaving);
  const inSandbox = isSame ? { ended: [], handedOver: [] } : await sweepSandbox();
  let isChanged = false;
  const result = await change(async (tx) => {
    isChanged = true;
    await assertMayTakeOver(tx, leaving);
    return endedDetails(await end(tx, 'live'), inSandbox);
  });
  await writeBarrierOfAccount(stores, accountId, sandbox.workspaceId);
  if (isChanged) await sweepSandbox({ isCompletion: true });
  return result;
}

async function assertMayTakeOver(
  reads: Pick<WorkspaceReads, 'grants' | 'workspace'>,
  { adopt, actor, accountId, role }: Leaving,
): Promise<void> {
  if (!adopt || actor.type !== 'api_key') return;
  const { all } = await findGrants(reads, accountId, { role });
  if (all.keys.some(({ key_id }) => key_id === actor.id))
    throw invalidField(
      'adopt',
      'must not be true for a key that ends with this member; use another key, or sign in',
    );
}
