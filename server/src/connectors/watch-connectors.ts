import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { everyInterval } from '#lib/async/every-interval.ts';
import type { ConnectorId, WorkspaceId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import { queueSync } from './change-connector.ts';
import { connectorFolders } from './connector-folders.ts';

type WatchServices = Pick<Services, 'store' | 'clock' | 'config' | 'log'>;

/** Queues the connectors of an environment that are due, every `WATCH_SECONDS` until `stop` is called. */
export const watchConnectors = (services: WatchServices): { stop(): Promise<void> } =>
  everyInterval(
    services.config.WATCH_SECONDS * 1_000,
    async () => {
      await queueDueConnectors(services);
      await clearFolders(services);
    },
    (error) => services.log.error({ err: error }, 'looking after the connectors failed'),
  );

/** Several nodes can run this at the same time, because each connector is checked again in the transaction that queues it. */
export async function queueDueConnectors({
  store,
  clock,
}: Pick<WatchServices, 'store' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (const { workspace_id, connector_id } of await store.orphanedWork.connectorsToSync(now)) {
    await store.workspace(workspace_id).transaction(async (tx) => {
      const connector = await tx.connectors.find(connector_id);
      if (!connector || connector.is_paused === 1 || (await tx.jobs.isQueued(connector_id))) return;
      const isInterrupted = connector.state === 'pending' || connector.state === 'syncing';
      const isDue = connector.next_sync_at !== null && connector.next_sync_at <= now;
      if (isInterrupted || isDue) await queueSync(tx, connector_id, now);
    });
  }
}

/** Removes from this machine what deleted connectors kept between their runs. */
async function clearFolders({ store, config }: Pick<WatchServices, 'store' | 'config'>): Promise<void> {
  const all = connectorFolders(config.DATA_DIR, store.environment);
  for (const workspaceId of await namesIn(all)) {
    const { connectors } = store.workspace(workspaceId as WorkspaceId);
    for (const connectorId of await namesIn(join(all, workspaceId)))
      if (!(await connectors.find(connectorId as ConnectorId)))
        await rm(join(all, workspaceId, connectorId), { recursive: true, force: true });
  }
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
