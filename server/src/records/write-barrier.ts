import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import type { AccountId, WorkspaceId } from '#lib/ids.ts';
import type { Store } from '#storage/store.ts';

/** Resolves once every write in these workspaces that began earlier has ended; in both environments by default. People
 *  belong to the live environment: a sandbox write that read them before a change may commit after the change, but not
 *  after this has resolved. */
export async function writeBarrier(
  stores: Record<Environment, Store>,
  workspaceIds: readonly WorkspaceId[],
  environments: readonly Environment[] = ENVIRONMENTS,
): Promise<void> {
  const ends = workspaceIds.flatMap((id) =>
    environments.map((environment) =>
      stores[environment].workspace(id).transaction(async () => {}, { isVolatile: true }),
    ),
  );
  await Promise.all(ends);
}

/** The same for all workspaces that a person's requests may write to.
 *  left: a workspace that they may have just left. */
export async function writeBarrierOfAccount(
  stores: Record<Environment, Store>,
  accountId: AccountId,
  left: WorkspaceId,
): Promise<void> {
  const memberships = await stores.live.people.membershipsOf(accountId);
  await writeBarrier(stores, [...new Set([left, ...memberships.map(({ workspace_id }) => workspace_id)])]);
}
