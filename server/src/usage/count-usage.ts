import type { CountUse } from '#http/context.ts';
import { everyInterval } from '#lib/async/every-interval.ts';
import { utcDay } from '#lib/clock.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Principal } from '#records/principal.ts';
import type { Services } from '#services.ts';
import type { UsageCount } from '#storage/store.ts';

const FLUSH_EVERY_MS = 10_000;

/** Counts usage in memory: a request costs one map lookup. */
export type UsageCounter = {
  /** The counter of a principal. */
  of(principal: Pick<Principal, 'workspaceId' | 'actor'>): CountUse;
  /** Writes the counts since the last time. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

type Counts = Map<string, UsageCount & { workspaceId: WorkspaceId }>;

const DAY_MS = 86_400_000;

/** The counts are written every ten seconds and at the end. A process that dies loses at most ten seconds of them. */
export function countUsage({ store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>): UsageCounter {
  let counts: Counts = new Map();

  // Formatting the day takes longer than the rest of a count.
  let today = { number: Number.NaN, text: '' };
  const dayOf = (now: number): string => {
    const number = Math.floor(now / DAY_MS);
    if (number !== today.number) today = { number, text: utcDay(now) };
    return today.text;
  };

  const add = (
    workspaceId: WorkspaceId,
    actor_id: string,
    { day, metric, amount }: Pick<UsageCount, 'day' | 'metric' | 'amount'>,
  ): void => {
    const name = `${workspaceId} ${actor_id} ${metric} ${day}`;
    const known = counts.get(name);
    if (known) known.amount += amount;
    else counts.set(name, { workspaceId, day, actor_id, metric, amount });
  };

  const flush = async (): Promise<void> => {
    const byWorkspace = Map.groupBy(counts.values(), ({ workspaceId }) => workspaceId);
    counts = new Map();
    for (const [workspaceId, counted] of byWorkspace) {
      const rows = counted.map(({ workspaceId: _, ...row }) => row);
      try {
        await store.workspace(workspaceId).transaction(
          async (tx) => {
            if (await tx.workspace.exists()) await tx.usageCounts.add(rows);
          },
          { isVolatile: true },
        );
      } catch (error) {
        for (const row of rows) add(workspaceId, row.actor_id, row);
        log.warn({ err: error }, 'what was used could not be written, and is kept until it can');
      }
    }
  };
  const flushing = everyInterval(FLUSH_EVERY_MS, flush, (error) =>
    log.error({ err: error }, 'counting what is used failed'),
  );

  return {
    of:
      ({ workspaceId, actor }) =>
      (metric, amount = 1) =>
        add(workspaceId, actor.id, { day: dayOf(clock.now()), metric, amount }),
    flush,
    close: async () => {
      await flushing.stop();
      await flush();
    },
  };
}
