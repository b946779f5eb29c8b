import type { Engine, Notification } from '#storage/engine.ts';

type Changed = Extract<Notification, { topic: 'source-changed' }>;

/** Reads the commits of other nodes to knowledge bases whose indexes are in memory as soon as it hears of them, so that
 *  searches seldom wait for it. Searches never rely on it. Returns a function that stops. */
export function followOtherNodes({ listen, search }: Pick<Engine, 'listen' | 'search'>): () => void {
  /** Knowledge bases that are being read; true if they have changed again meanwhile. */
  const reading = new Map<string, boolean>();
  const read = async (notice: Changed, key: string): Promise<void> => {
    do {
      reading.set(key, false);
      // A search will say what is wrong.
      await search.warm(notice).catch(() => undefined);
    } while (reading.get(key));
    reading.delete(key);
  };
  return listen((notice) => {
    if (notice.topic !== 'source-changed') return;
    const key = `${notice.workspaceId} ${notice.knowledgeBaseId}`;
    if (reading.has(key)) reading.set(key, true);
    else void read(notice, key);
  });
}
