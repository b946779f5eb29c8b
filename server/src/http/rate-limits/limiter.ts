import type { Clock } from '#lib/clock.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Store } from '#storage/store.ts';

export type Limit = {
  /** How many are allowed in a window. */
  limit: number;
  windowMs: number;
  /** The workspace that the count belongs to; the environment if absent. */
  workspaceId?: WorkspaceId;
};

/** resetAt: when the window ends, in milliseconds since 1970. */
export type Hit = { isAllowed: boolean; remaining: number; resetAt: number };

/** Counts events in fixed windows. A window begins with the first hit after the previous one has ended. */
export type Limiter = {
  /** Counts a hit in this bucket and tells whether it is allowed. Exactly `limit` hits per window are, however many
   *  arrive at once, across all nodes. */
  hit(bucket: string, limit: Limit): Promise<Hit>;
  /** Undoes a `hit`. */
  takeBack(bucket: string, limit: Limit, hit: Hit): Promise<void>;
};

/** In memory if one process owns the storage (about 1 µs), otherwise in the database (one round trip). With
 *  `RATE_LIMITS=off` everything is allowed. */
export function createLimiter({
  store,
  clock,
  config,
}: {
  store: Store;
  clock: Clock;
  config: { RATE_LIMITS: { isOn: boolean } };
}): Limiter {
  if (!config.RATE_LIMITS.isOn)
    return {
      hit: async (_, { limit, windowMs }) => ({
        isAllowed: true,
        remaining: limit,
        resetAt: clock.now() + windowMs,
      }),
      takeBack: async () => {},
    };
  const counts: Counts = store.isShared ? store.rateCounts : countInMemory();
  return {
    takeBack: async (bucket, { windowMs, workspaceId }, { resetAt }) =>
      await counts.takeBack(
        { workspaceId: workspaceId ?? '', bucket },
        { windowMs, windowStart: resetAt - windowMs },
      ),
    hit: async (bucket, { limit, windowMs, workspaceId }) => {
      const counted = await counts.add(
        { workspaceId: workspaceId ?? '', bucket },
        { windowMs, now: clock.now() },
      );
      return {
        isAllowed: counted.count <= limit,
        remaining: Math.max(0, limit - counted.count),
        resetAt: counted.windowStart + windowMs,
      };
    },
  };
}

/** The most windows kept per length. Beyond this, the oldest is dropped early. 20 MB at most. */
const MAX_WINDOWS = 100_000;

type Window = { count: number; windowStart: number };
type Counts = Pick<Store['rateCounts'], 'add' | 'takeBack'>;

function countInMemory(): Counts {
  // By length, so that each map has the windows that end first at its start.
  const windowsByLength = new Map<number, Map<string, Window>>();
  const add: Counts['add'] = async ({ workspaceId, bucket }, { windowMs, now }) => {
    const windows = windowsByLength.get(windowMs) ?? new Map<string, Window>();
    windowsByLength.set(windowMs, windows);
    const name = `${workspaceId} ${bucket}`;
    const open = windows.get(name);
    if (open && open.windowStart + windowMs > now) {
      open.count++;
      // A copy, because the caller reads it after others may have been counted.
      return { ...open };
    }
    windows.delete(name);
    for (const [oldest, { windowStart }] of windows) {
      if (windowStart + windowMs > now && windows.size < MAX_WINDOWS) break;
      windows.delete(oldest);
    }
    const window = { count: 1, windowStart: now };
    windows.set(name, window);
    return { ...window };
  };
  const takeBack: Counts['takeBack'] = async ({ workspaceId, bucket }, { windowMs, windowStart }) => {
    const window = windowsByLength.get(windowMs)?.get(`${workspaceId} ${bucket}`);
    if (window?.windowStart === windowStart) window.count--;
  };
  return { add, takeBack };
}
