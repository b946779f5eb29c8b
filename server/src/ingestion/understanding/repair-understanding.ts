import type { WorkspaceId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { deepModelOf, findWaiting } from './find-waiting.ts';
import { queueUnderstanding } from './queue-understanding.ts';
import { roomToRead } from './room-to-read.ts';

type RepairServices = Pick<Services, 'store' | 'clock' | 'config'> & {
  models: Pick<Services['models'], 'embedders'>;
};

/** Queues the reading of workspaces where sources wait for the deep model: those of an earlier version, or of another
 *  model, have no job. Sources that were skipped wait again once there is room for one of them. Several nodes can run
 *  this at the same time. */
export async function repairUnderstanding(services: RepairServices): Promise<void> {
  const { store, clock } = services;
  const model = deepModelOf(services.models.embedders);
  if (!model) return;
  for (const { workspace_id, smallest } of await store.skippedSources())
    await reopen(services, store.workspace(workspace_id), smallest);
  for (const workspaceId of await store.pendingUnderstanding(model.id))
    await queueIfWaiting(services, workspaceId, clock.now());
}

/** smallest: the chunks of the smallest source that was skipped. */
async function reopen(
  { config, models: { embedders } }: RepairServices,
  workspace: WorkspaceStore,
  smallest: number,
): Promise<void> {
  if ((await roomToRead(workspace, embedders, config.DEEP_CHUNKS_MAX)) < smallest) return;
  await workspace.transaction((tx) => tx.understanding.reopenSkipped());
}

async function queueIfWaiting(
  { store, models: { embedders } }: RepairServices,
  workspaceId: WorkspaceId,
  now: number,
): Promise<void> {
  const workspace = store.workspace(workspaceId);
  if (!(await findWaiting(workspace, embedders, 1))) return;
  await workspace.transaction((tx) => queueUnderstanding(tx, { workspaceId, now }));
}
