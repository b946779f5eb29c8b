import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerEvent } from '#http/event-stream.ts';
import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { Embedders } from '#models/model.ts';
import type { Principal } from '#records/principal.ts';
import type { Store, WorkspaceStore } from '#storage/store.ts';
import { showingSources } from './show-source.ts';

/** The shortest interval between two events about the same source. */
const PERIOD_MS = 250;
/** Sources per statement and per interval. */
const BATCH = 200;
/** The most sources waiting to be reported. A client that falls further behind must read the list again. */
const MOST_WAITING = 10_000;

/** Streams changes of a workspace's sources after `ready`, until the signal is aborted: `source` with the list item, and
 *  `source_deleted`. Another `ready` means that changes were skipped. */
export async function* sourceEvents(
  { store: environment, embedders }: { store: Pick<Store, 'listen'>; embedders: Embedders },
  store: Pick<WorkspaceStore, 'workspaceId' | 'sources' | 'knowledgeBases'>,
  { knowledgeBaseIds }: Pick<Principal, 'knowledgeBaseIds'>,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent, void> {
  const waiting = new Set<SourceId>();
  let isBehind = true;
  let wake = (): void => {};
  const stopListening = environment.listen((notice) => {
    if (notice.topic !== 'source-changed' || notice.workspaceId !== store.workspaceId) return;
    if (knowledgeBaseIds?.includes(notice.knowledgeBaseId as KnowledgeBaseId) === false) return;
    waiting.add(notice.sourceId as SourceId);
    isBehind ||= waiting.size > MOST_WAITING;
    wake();
  });
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort);
  try {
    while (!signal.aborted) {
      if (isBehind) {
        isBehind = false;
        waiting.clear();
        yield { name: 'ready', data: {} };
      }
      const batch = [...waiting.values().take(BATCH)];
      for (const sourceId of batch) waiting.delete(sourceId);
      if (batch.length === 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        if (waiting.size === 0 && !signal.aborted) await promise;
        continue;
      }
      yield* eventsOf(batch, await store.sources.findMany(batch), showingSources(store, embedders));
      await sleep(PERIOD_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    stopListening();
    signal.removeEventListener('abort', onAbort);
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
