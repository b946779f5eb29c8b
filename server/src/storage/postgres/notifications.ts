import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Notification } from '#storage/engine.ts';
import type { Connections } from './connections.ts';

const message = z.object({
  from: z.string(),
  notice: z.custom<Notification>((value) => typeof value === 'object'),
});

/** Notifications between nodes. Listeners of this node get its own at commit, and those of other nodes a moment later. */
export function createNotifications(connections: Connections) {
  const node = randomUUID();
  const listeners = new Set<(notice: Notification) => void>();
  const tell = (notice: Notification): void => {
    for (const listener of listeners) listener(notice);
  };
  const stop = connections.listen((text) => {
    const { from, notice } = message.parse(JSON.parse(text));
    if (from !== node) tell(notice);
  });
  return {
    tell,
    /** Serialises a notification with the id of this node. */
    sign: (notice: Notification): string => JSON.stringify({ from: node, notice }),
    listen: (listener: (notice: Notification) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop,
  };
}
