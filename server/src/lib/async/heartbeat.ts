import type { Clock } from '#lib/clock.ts';

type HeartbeatOptions<Lease> = {
  clock: Clock;
  /** A lease expires if it is not extended for this long. */
  leaseMs: number;
  /** Extends all leases in one step. Returns those that were still held. */
  extend: (leases: readonly Lease[], leaseUntil: number) => Promise<readonly Lease[]>;
  /** Called when a lease is lost, so that its work can stop early. Writes do not rely on it: each one checks the lease in
   *  its own transaction. */
  onLost?: (lease: Lease) => void;
  onError: (error: unknown) => void;
};

/** Extends leases while they are held, every third of their time. A beat that hangs does not hold up the next one. */
export function createHeartbeat<Lease>({ clock, leaseMs, extend, onLost, onError }: HeartbeatOptions<Lease>) {
  const held = new Set<Lease>();
  const beats = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  const leaseUntil = (): number => clock.now() + leaseMs;

  const beat = async (): Promise<void> => {
    const leases = [...held];
    const kept = new Set(await extend(leases, leaseUntil()));
    for (const lease of leases) if (!kept.has(lease) && held.has(lease)) onLost?.(lease);
  };
  const start = (): NodeJS.Timeout =>
    setInterval(() => {
      const running = beat()
        .catch(onError)
        .finally(() => beats.delete(running));
      beats.add(running);
    }, leaseMs / 3);

  return {
    /** When a lease that is taken now ends. */
    leaseUntil,
    hold: (lease: Lease): void => {
      held.add(lease);
      timer ??= start();
    },
    /** Stops extending a lease; ending it is up to the caller. */
    release: (lease: Lease): void => {
      held.delete(lease);
      if (held.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    /** Resolves when no beat is under way. */
    idle: async (): Promise<void> => void (await Promise.all(beats)),
  };
}
