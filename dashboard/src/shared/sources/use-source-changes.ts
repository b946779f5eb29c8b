import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isGone } from '#shared/api/request.ts';
import { readShown } from '#shared/api/shown-names.ts';
import type { Source } from './source.ts';
import { applyChanges } from './source-changes.ts';
import { sourceCountsQuery, sourceQuery } from './source-queries.ts';
import { uploads } from './uploads.ts';

const CHANGES = '/v1/knowledge-base/changes';
const COLLECT_MS = 100;
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** The next page may follow too: the stream goes on then, and what is loaded need not be read again. */
const LINGER_MS = 5_000;

/** Ends the one stream of this tab, while there is one. */
let unfollow: (() => void) | undefined;
let stopping: ReturnType<typeof setTimeout> | undefined;
/** Whether the stream tells of everything now. */
let isComplete = false;

/** While the page is shown, sources are as the service has them. */
export function useSourceChanges(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    // A browser allows six connections to a host: a page that nobody sees takes none of them.
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

/** The `staleTime` of what every change is applied to, in milliseconds: for ever, as long as the stream tells of all. It has
 *  everything read again whenever it begins. */
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
    // From here on nothing is left out; what happened before is not told again.
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
      // Whether the service is gone shows in what is asked next.
      void queryClient.invalidateQueries({ queryKey: sourceCountsQuery.queryKey });
      // The browser comes back by itself after a broken connection, but not after an answer that refuses.
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

/** Reads what became of uploads while nobody listened, one after another: there may be a thousand. */
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
