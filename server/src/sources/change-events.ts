import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerEvent } from '#http/event-stream.ts';
import type { KnowledgeBaseId, SourceId, WorkspaceId } from '#lib/ids.ts';
import type { Embedders } from '#models/model.ts';
import type { Principal } from '#records/principal.ts';
import type { Store, WorkspaceStore } from '#storage/store.ts';
import { positionsFor } from './change-position.ts';
import { showingSources } from './show-source.ts';

/** The shortest interval between two events about the same source. */
const PERIOD_MS = 250;
/** Sources per statement and per interval. */
const BATCH = 200;
/** Changes per statement: many are of the same source. */
const CHANGES = 1_000;
/** The most sources that are told of and not reported. */
const MOST_WAITING = 10_000;

type Dependencies = { store: Pick<Store, 'listen'>; embedders: Embedders };
type Reads = Pick<
  WorkspaceStore,
  'environment' | 'workspaceId' | 'asUser' | 'sources' | 'sourceChanges' | 'knowledgeBases'
>;

/** Streams changes of a workspace's sources until the signal is aborted: `source` with the list item, and `source_deleted`,
 *  after `ready`, or after `continued` if all that has changed since the event `after` follows. Another `ready` means that
 *  changes were skipped. Ids of events are positions from which it can go on. */
export async function* sourceEvents(
  { store: environment, embedders }: Dependencies,
  store: Reads,
  { knowledgeBaseIds }: Pick<Principal, 'knowledgeBaseIds'>,
  { after, signal }: { after: string | undefined; signal: AbortSignal },
): AsyncGenerator<ServerEvent, void> {
  const positions = positionsFor({ ...store, knowledgeBaseIds });
  const sees = (base: KnowledgeBaseId): boolean => knowledgeBaseIds?.includes(base) !== false;
  const news = listen(environment, signal, { workspaceId: store.workspaceId, sees });
  /** All changes up to this one have been reported; undefined while there was none. */
  let at = positions.read(after);
  try {
    let isFollowing = at !== undefined && (await store.sourceChanges.after(at, 1)) !== undefined;
    if (isFollowing) yield { name: 'continued', data: {}, id: positions.idOf(at) };
    while (!signal.aborted) {
      if (!isFollowing || news.told.size > MOST_WAITING) {
        news.told.clear();
        at = await store.sourceChanges.last();
        yield { name: 'ready', data: {}, id: positions.idOf(at) };
      }
      const changes = await store.sourceChanges.after(at, CHANGES);
      isFollowing = changes !== undefined;
      if (!changes) continue;
      const ids = new Set(
        changes.filter((each) => sees(each.knowledge_base_id)).map((each) => each.source_id),
      );
      for (const id of ids) news.told.delete(id);
      // Nodes of a version before this one tell of changes that have no number.
      if (changes.length < CHANGES) for (const id of news.take()) ids.add(id);
      at = changes.at(-1)?.change_no ?? at;
      yield* reported([...ids], positions.idOf(at), { store, embedders, signal });
      if (changes.length < CHANGES) await news.more();
    }
  } finally {
    news.stop();
  }
}

/** The sources that nodes tell of. It only says when to look: the order of changes is in the database. */
function listen(
  environment: Pick<Store, 'listen'>,
  signal: AbortSignal,
  { workspaceId, sees }: { workspaceId: WorkspaceId; sees: (base: KnowledgeBaseId) => boolean },
) {
  const told = new Set<SourceId>();
  let isNew = false;
  let wake = (): void => {};
  const note = (): void => {
    isNew = true;
    wake();
  };
  const stopListening = environment.listen((notice) => {
    if (notice.topic !== 'source-changed' || notice.workspaceId !== workspaceId) return;
    if (!sees(notice.knowledgeBaseId)) return;
    told.add(notice.sourceId);
    note();
  });
  signal.addEventListener('abort', note);
  return {
    told,
    take: (): SourceId[] => {
      const all = [...told];
      told.clear();
      return all;
    },
    /** Resolves when there is news that nothing has looked for. */
    more: async (): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      if (!isNew && !signal.aborted) await promise;
      isNew = false;
    },
    stop: (): void => {
      stopListening();
      signal.removeEventListener('abort', note);
    },
  };
}

/** The last event has the id: what comes after a break before it is reported again. */
async function* reported(
  ids: readonly SourceId[],
  id: string | undefined,
  { store, embedders, signal }: { store: Reads; embedders: Embedders; signal: AbortSignal },
): AsyncGenerator<ServerEvent, void> {
  for (let from = 0; from < ids.length && !signal.aborted; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const rows = await store.sources.findMany(batch);
    const events = await Array.fromAsync(eventsOf(batch, rows, showingSources(store, embedders)));
    const last = from + BATCH >= ids.length ? events.pop() : undefined;
    yield* events;
    if (last) yield { ...last, id };
    await sleep(PERIOD_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function* eventsOf(
  ids: readonly SourceId[],
  rows: Awaited<ReturnType<WorkspaceStore['sources']['findMany']>>,
  show: ReturnType<typeof showingSources>,
): AsyncGenerator<ServerEvent, void> {
  const rowOf = new Map(rows.map((row) => [row.source_id, row]));
  for (const id of ids) {
    const row = rowOf.get(id);
    yield row ? { name: 'source', data: await show(row) } : { name: 'source_deleted', data: { id } };
  }
}
