import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Store } from '#storage/store.ts';

/** Resolves when every write has ended that began before, in both environments of these workspaces. People are kept in the live
 *  environment: a write in the sandbox that saw them there before a change may be committed after it, and not any more
 *  when this has resolved. */
export async function awaitWrites(
  stores: Record<Environment, Store>,
  workspaceIds: readonly WorkspaceId[],
): Promise<void> {
  const ends = workspaceIds.flatMap((id) =>
    ENVIRONMENTS.map((environment) =>
      stores[environment].workspace(id).transaction(async () => {}, { isForgettable: true }),
    ),
  );
  await Promise.all(ends);
}
