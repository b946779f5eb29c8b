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
let stopping: ReturnType<typeof setTimeout> | undefined;
/** Whether the stream is open and complete. */
let isComplete = false;

/** Keeps sources up to date while the page is visible. */
export function useSourceChanges(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
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
      stopping = setTimeout(stop, LINGER_MS);
    };
  }, [queryClient]);
}

/** The `staleTime` of queries that the stream keeps up to date, in milliseconds: infinite while it is complete. It
 *  has everything read again whenever it starts. */
export const staleTimeOfFollowed = (): number => (isComplete ? Number.POSITIVE_INFINITY : 0);

function stop(): void {
  unfollow?.();
  unfollow = undefined;
  isComplete = false;
}

function follow(queryClient: QueryClient): () => void {
  let stream: EventSource | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let applying: ReturnType<typeof setTimeout> | undefined;
  let pause = SHORTEST_PAUSE_MS;
  let changes = new Map<string, Source | undefined>();

  const note = (id: string, source: Source | undefined): void => {
    changes.set(id, source);
    applying ??= setTimeout(() => {
      applying = undefined;
      const collected = changes;
      changes = new Map();
      applyChanges(queryClient, collected);
    }, COLLECT_MS);
  };
  const open = (): void => {
    stream = new EventSource(CHANGES);
    // From here on nothing is missed; earlier changes are not sent again.
    stream.addEventListener('ready', () => {
      pause = SHORTEST_PAUSE_MS;
      isComplete = true;
      void queryClient.invalidateQueries({ queryKey: ['sources'] });
      void followUploads(queryClient);
    });
    stream.addEventListener('source', ({ data }) => {
      const source = readShown(data) as Source;
      note(source.id, source);
    });
    stream.addEventListener('source_deleted', ({ data }) => {
      note((JSON.parse(data) as { id: string }).id, undefined);
    });
    stream.onerror = () => {
      isComplete = false;
      // The next request shows whether the service is unreachable.
      void queryClient.invalidateQueries({ queryKey: sourceCountsQuery.queryKey });
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
    clearTimeout(applying);
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
