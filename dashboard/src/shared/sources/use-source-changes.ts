import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isGone } from '#shared/api/request.ts';
import { readShown } from '#shared/api/shown-names.ts';
import { applyChanges } from './apply-changes.ts';
import type { Source } from './source.ts';
import { sourceCountsQuery, sourceQuery } from './source-queries.ts';
import { uploads } from './uploads.ts';

const CHANGES = '/v1/knowledge-base/changes';
const COLLECT_MS = 100;
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Keeps the stream open between pages, so that loaded data need not be read again. */
const LINGER_MS = 5_000;

/** Closes the stream of this tab, if it is open. */
let unfollow: (() => void) | undefined;
/** What is shown that uses it. */
let users = 0;
let stopping: ReturnType<typeof setTimeout> | undefined;
/** Whether the stream is open and complete. */
let isComplete = false;
/** Whether it was, until this tab closed it: what is cached needs only what comes after `lastId`. */
let isPaused = false;
/** From where the stream goes on after a break. */
let lastId = '';

/** Keeps sources up to date while the page is visible. */
export function useSourceChanges(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    users++;
    // A browser allows six connections to a host: a hidden page takes none.
    const onVisibility = (): void => {
      clearTimeout(stopping);
      if (document.hidden) stop();
      else unfollow ??= follow(queryClient);
    };
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      users--;
      clearTimeout(stopping);
      if (users === 0) stopping = setTimeout(stop, LINGER_MS);
    };
  }, [queryClient]);
}

/** The `staleTime` of queries that the stream keeps up to date, in milliseconds: infinite while it is complete, or will
 *  be by going on. It has everything read again when it cannot. */
export const staleTimeOfFollowed = (): number => (isComplete || isPaused ? Number.POSITIVE_INFINITY : 0);

function stop(): void {
  unfollow?.();
  unfollow = undefined;
  isPaused ||= isComplete && lastId !== '';
  isComplete = false;
}

function follow(queryClient: QueryClient): () => void {
  let stream: EventSource | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let applying: ReturnType<typeof setTimeout> | undefined;
  let pause = SHORTEST_PAUSE_MS;
  let changes = new Map<string, Source | undefined>();

  const apply = (): void => {
    clearTimeout(applying);
    applying = undefined;
    const collected = changes;
    changes = new Map();
    if (collected.size > 0) applyChanges(queryClient, collected);
  };
  const note = (id: string, source: Source | undefined): void => {
    changes.set(id, source);
    applying ??= setTimeout(apply, COLLECT_MS);
  };
  const complete = ({ lastEventId }: MessageEvent): void => {
    lastId = lastEventId;
    pause = SHORTEST_PAUSE_MS;
    isComplete = true;
    isPaused = false;
  };
  const open = (): void => {
    stream = new EventSource(lastId === '' ? CHANGES : `${CHANGES}?last_event_id=${lastId}`);
    // From here on nothing is missed; earlier changes are not sent again.
    stream.addEventListener('ready', (event) => {
      complete(event);
      void queryClient.invalidateQueries({ queryKey: ['sources'] });
      void followUploads(queryClient);
    });
    // All that has changed since the break follows.
    stream.addEventListener('continued', complete);
    stream.addEventListener('source', ({ data, lastEventId }) => {
      const source = readShown(data) as Source;
      note(source.id, source);
      lastId = lastEventId;
    });
    stream.addEventListener('source_deleted', ({ data, lastEventId }) => {
      note((JSON.parse(data) as { id: string }).id, undefined);
      lastId = lastEventId;
    });
    stream.onerror = () => {
      // The next request shows whether the service is unreachable.
      const stale = isPaused ? ['sources'] : sourceCountsQuery.queryKey;
      isComplete = false;
      isPaused = false;
      void queryClient.invalidateQueries({ queryKey: stale });
      // The browser reconnects by itself after a lost connection, but not after an error response.
      if (stream?.readyState !== EventSource.CLOSED) return;
      opening = setTimeout(open, pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    };
  };
  open();
  return () => {
    stream?.close();
    clearTimeout(opening);
    // The next stream goes on behind them.
    apply();
  };
}

/** Reads the status of uploads missed while the stream was closed, one after another: there may be a thousand. */
async function followUploads(queryClient: QueryClient): Promise<void> {
  for (const id of uploads.unsettled()) {
    try {
      uploads.follow(id, await queryClient.fetchQuery({ ...sourceQuery(id), staleTime: 0 }));
    } catch (error) {
      if (!isGone(error as Error)) return;
      uploads.follow(id, undefined);
    }
  }
}
