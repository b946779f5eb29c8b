/** Concurrent deliveries to one webhook on this node. */
const SLOTS = 4;
/** Turned-away deliveries retry at these times, one after another, unless they are woken up earlier. */
const FIRST_TURN_MS = 2_000;
const GAP_MS = 50;
const LAST_TURN_MS = 30_000;

type Line = { running: number; turnAt: number };

export type EndpointConcurrency = ReturnType<typeof endpointConcurrency>;

/** Keeps one webhook, which may be slow, from taking all slots of the lane. */
export function endpointConcurrency() {
  const lines = new Map<string, Line>();
  return {
    /** Takes a slot. Returns the function that releases it, or undefined if all are taken. */
    take: (webhookId: string): (() => void) | undefined => {
      const line = lines.get(webhookId) ?? { running: 0, turnAt: 0 };
      if (line.running === SLOTS) return undefined;
      lines.set(webhookId, line);
      line.running++;
      return () => void line.running--;
    },

    /** When a turned-away delivery should retry. */
    nextTurn: (webhookId: string, now: number): number => {
      const line = lines.get(webhookId);
      if (!line) return now;
      line.turnAt = Math.min(Math.max(line.turnAt + GAP_MS, now + FIRST_TURN_MS), now + LAST_TURN_MS);
      return line.turnAt;
    },

    /** How many turned-away deliveries to wake up now. */
    freeForWaiting: (webhookId: string, now: number): number => {
      const line = lines.get(webhookId);
      if (!line) return 0;
      if (line.turnAt > now) return SLOTS - line.running;
      if (line.running === 0) lines.delete(webhookId);
      return 0;
    },
  };
}
