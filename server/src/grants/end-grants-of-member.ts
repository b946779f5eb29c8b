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
  /** The role that the member keeps; absent if they are removed. */
  role?: Role | undefined;
  /** Whether the caller takes over the member's grants; otherwise they end. */
  adopt: boolean;
  /** Whether nothing seems to change. `change` finds out, and calls `endHere` only if something does. */
  isSame?: boolean;
};

/** Ends the grants that exceed a member's new role, in both environments, around the change of that role, and removes the views
 *  that only a removed member saw. `change` must
 *  commit the change in the live environment and call `endHere` in its transaction, which returns details for the audit
 *  log. The sandbox comes first, so that an interrupted request can be repeated, and again once the member's requests can
 *  no longer write: they may have created something in between.
 *  sandbox: the workspace there, as far as the caller may write to it. Throws 422 if a key would take over grants that
 *  end with it. */
export async function endGrantsOfMember<T>(
  { stores, sandbox }: { stores: Record<Environment, Store>; sandbox: WorkspaceStore },
  leaving: Leaving,
  change: (endHere: (tx: WorkspaceTransaction) => Promise<Record<string, unknown>>) => Promise<T>,
): Promise<T> {
  const { accountId, adopt, isSame = false, ...how } = leaving;
  const end = async (tx: WorkspaceTransaction, environment: Environment): Promise<EndedGrants> => {
    // A live key cannot access the sandbox and takes over nothing there.
    const canAdopt = adopt && (how.actor.type === 'account' || environment === 'live');
    if (how.role === undefined) await tx.savedViews.removeOwn(accountId);
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
