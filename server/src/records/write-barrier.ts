import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import type { AccountId, WorkspaceId } from '#lib/ids.ts';
import type { Store } from '#storage/store.ts';

/** Resolves when every write has ended that began before, in these workspaces, in both environments unless told. People are kept in the live
 *  environment: a write in the sandbox that saw them there before a change may be committed after it, and not any more
 *  when this has resolved. */
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

/** The same for all workspaces of a person. Their requests may also write to those that they are not signed in to.
 *  left: one that they may have left just now. */
export async function writeBarrierOfAccount(
  stores: Record<Environment, Store>,
  accountId: AccountId,
  left: WorkspaceId,
): Promise<void> {
  const memberships = await stores.live.people.membershipsOf(accountId);
  await writeBarrier(stores, [...new Set([left, ...memberships.map(({ workspace_id }) => workspace_id)])]);
}
