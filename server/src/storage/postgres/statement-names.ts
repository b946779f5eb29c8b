import { LRUCache } from 'lru-cache';

/** Prepared statements per connection. Any further statement is sent in full. */
const MAX_PREPARED = 400;
/** Longer ones insert as many rows as there happen to be: each is another statement, and hardly ever comes back. */
const MAX_LENGTH = 5_000;
const MAX_SEEN = 1_000;

/** Names statements, so that a connection parses and plans each one once. A statement gets its name when it is seen for
 *  the second time. */
export function createStatementNames(): { nameOf(sql: string): string | undefined; renew(): void } {
  const names = new Map<string, string>();
  const seen = new LRUCache<string, true>({ max: MAX_SEEN });
  let generation = 0;
  return {
    nameOf: (sql) => {
      const name = names.get(sql);
      if (name !== undefined || names.size === MAX_PREPARED || sql.length > MAX_LENGTH) return name;
      if (!seen.has(sql)) {
        seen.set(sql, true);
        return undefined;
      }
      seen.delete(sql);
      const first = `s${generation}_${names.size}`;
      names.set(sql, first);
      return first;
    },
    /** Lets every connection prepare its statements anew, under other names. */
    renew: () => {
      generation++;
      names.clear();
    },
  };
}

/** True if a newer version altered a table after this connection prepared the statement. By the name of the function in
 *  the server, because the message is in the server's language, and Citus uses the code for much else. */
export const isStalePlan = (error: unknown): boolean => {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
};
