import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Notification } from '#storage/engine.ts';
import type { Connections } from './connections.ts';

const message = z.object({
  from: z.string(),
  notice: z.custom<Notification>((value) => typeof value === 'object'),
});

/** News between nodes. The listeners of this one hear its own at the commit; those of others a moment later. */
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
    /** The notice as it travels. */
    sign: (notice: Notification): string => JSON.stringify({ from: node, notice }),
    listen: (listener: (notice: Notification) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop,
  };
}
