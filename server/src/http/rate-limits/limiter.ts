import type { Clock } from '#lib/clock.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Store } from '#storage/store.ts';

export type Limit = {
  /** So many in a window. */
  limit: number;
  windowMs: number;
  /** Whose count it is; without one it belongs to the environment. */
  workspaceId?: WorkspaceId;
};

/** resetAt: when the window ends, in milliseconds since 1970. */
export type Hit = { isAllowed: boolean; remaining: number; resetAt: number };

/** Counts what may happen so often in a window of time. A window is fixed, and begins with the first hit after the one
 *  before has ended. */
export type Limiter = {
  /** Counts one more under this name, and says whether it may pass: exactly `limit` of a window may, however many come at
   *  once, on all nodes together. */
  hit(bucket: string, limit: Limit): Promise<Hit>;
  /** Takes back what `hit` counted, as if it had not happened. */
  takeBack(bucket: string, limit: Limit, hit: Hit): Promise<void>;
};

/** In memory where one process has the storage to itself (about 1 µs), else in the database (one journey to it). With
 *  `RATE_LIMITS=off` everything may pass. */
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

/** Windows kept of each length; beyond, the oldest is forgotten before its time. 20 MB at most. */
const MAX_WINDOWS = 100_000;

type Window = { count: number; windowStart: number };
type Counts = Pick<Store['rateCounts'], 'add' | 'takeBack'>;

function countInMemory(): Counts {
  // By their length, so that each map has those first that end first.
  const windowsByLength = new Map<number, Map<string, Window>>();
  const add: Counts['add'] = async ({ workspaceId, bucket }, { windowMs, now }) => {
    const windows = windowsByLength.get(windowMs) ?? new Map<string, Window>();
    windowsByLength.set(windowMs, windows);
    const name = `${workspaceId} ${bucket}`;
    const open = windows.get(name);
    if (open && open.windowStart + windowMs > now) {
      open.count++;
      // A copy: whoever asked reads it later, when others may have been counted.
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
