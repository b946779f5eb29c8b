import { isLarge } from '#isomorphic/limits.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';

/** Work that ends in a commit. Two of one subject are never committed together. */
type Item<Work> = { subjectId: string; sizeBytes: number; work: Work };

type Waiting<Work, Result> = Item<Work> & { resolve(result: Result): void; reject(error: unknown): void };

const MAX_ITEMS = 64;

/** Commits the work of one workspace in few transactions: at once if none runs, and otherwise together with all that
 *  comes before it ends. Work that makes a transaction fail is tried again by itself, so that no other fails with it.
 *  commit: returns a result for each, in their order. */
export function committingTogether<Work, Result>(
  commit: (tx: WorkspaceTransaction, works: readonly Work[], workspaceId: WorkspaceId) => Promise<Result[]>,
): (store: WorkspaceStore, item: Item<Work>) => Promise<Result> {
  const queues = new Map<WorkspaceId, Waiting<Work, Result>[]>();

  const commitAll = async (store: WorkspaceStore, items: readonly Waiting<Work, Result>[]): Promise<void> => {
    try {
      const works = items.map(({ work }) => work);
      const results = await store.transaction((tx) => commit(tx, works, store.workspaceId), {
        isLarge: items.some(({ sizeBytes }) => isLarge(sizeBytes)),
      });
      for (const [index, item] of items.entries()) item.resolve(results[index] as Result);
    } catch (error) {
      if (items.length === 1 || error instanceof StorageUnavailableError)
        for (const item of items) item.reject(error);
      else for (const item of items) await commitAll(store, [item]);
    }
  };

  const run = async (store: WorkspaceStore, queue: Waiting<Work, Result>[]): Promise<void> => {
    while (queue.length > 0) await commitAll(store, takeSome(queue));
    queues.delete(store.workspaceId);
  };

  return (store, item) =>
    new Promise((resolve, reject) => {
      const waiting = { ...item, resolve, reject };
      const queue = queues.get(store.workspaceId);
      if (queue) queue.push(waiting);
      else {
        const created = [waiting];
        queues.set(store.workspaceId, created);
        void run(store, created);
      }
    });
}

/** Takes the first of a queue and what fits into the same transaction, which stays small unless the first is large. */
function takeSome<Work, Result>(queue: Waiting<Work, Result>[]): Waiting<Work, Result>[] {
  const subjects = new Set<string>();
  let sizeBytes = 0;
  let count = 0;
  for (const item of queue) {
    sizeBytes += item.sizeBytes;
    if (count > 0 && (count === MAX_ITEMS || isLarge(sizeBytes) || subjects.has(item.subjectId))) break;
    subjects.add(item.subjectId);
    count += 1;
  }
  return queue.splice(0, count);
}
