import { everyInterval } from '#lib/async/every-interval.ts';
import { utcDay, utcMonth } from '#lib/clock.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';

/** Adding up the bytes of all sources takes about a millisecond per 10,000. */
const EVERY_MS = 3_600_000;

/** Records how much is stored in each workspace, replacing today's value, and deletes the tokens spent before this
 *  month. */
async function noteStorage({ store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>): Promise<void> {
  for (const workspaceId of await store.workspaceIds())
    await noteOne({ workspace: store.workspace(workspaceId), clock }).catch((error) =>
      log.warn({ err: error, workspace_id: workspaceId }, 'how much is stored could not be noted'),
    );
}

async function noteOne({
  workspace,
  clock,
}: { workspace: WorkspaceStore } & Pick<Services, 'clock'>): Promise<void> {
  const day = utcDay(clock.now());
  const month = utcMonth(clock.now());
  const amount = await workspace.usageCounts.storedBytes();
  await workspace.transaction(
    async (tx) => {
      if (!(await tx.workspace.exists())) return;
      await tx.usageCounts.set({ day, actor_id: '', metric: 'storage_bytes', amount });
      await tx.spentTokens.removeOld(month);
    },
    { isVolatile: true },
  );
}

/** Records the storage every hour and on each new day, until `stop` is called. */
export function watchStorage(services: Pick<Services, 'store' | 'clock' | 'log' | 'config'>): {
  stop(): Promise<void>;
} {
  const { clock, log, config } = services;
  let notedAt = Number.NEGATIVE_INFINITY;
  return everyInterval(
    config.WATCH_SECONDS * 1_000,
    async () => {
      const now = clock.now();
      if (now - notedAt < EVERY_MS && utcDay(now) === utcDay(notedAt)) return;
      await noteStorage(services);
      notedAt = now;
    },
    (error) => log.error({ err: error }, 'how much is stored could not be noted'),
  );
}
