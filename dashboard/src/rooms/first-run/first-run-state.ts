import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { API_KEYS, type ApiKey } from '#shared/api/key-queries.ts';
import { requestPage } from '#shared/api/request.ts';
import { canManage, canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { sourceCountsQuery } from '#shared/sources/source-queries.ts';

export type Step = 'source' | 'question';
export type StepState = 'done' | 'skipped' | 'open';

/** Read again after each reply, as all conversations are. */
const anyConversationQuery = queryOptions({
  queryKey: ['conversations', 'any'],
  queryFn: async ({ signal }) =>
    (await requestPage('/v1/conversations', { limit: 1 }, signal)).items.length > 0,
});

/** The key of the first start stays on the server; a used key or a second one belongs to a program. */
const programKeyQuery = queryOptions({
  queryKey: ['keys', 'program'],
  queryFn: async ({ signal }) => {
    const { items } = await requestPage<ApiKey>(API_KEYS, { limit: 2 }, signal);
    return items.length > 1 || items.some(({ last_used_at }) => last_used_at !== undefined);
  },
});

export type FirstRunState = {
  steps: readonly { step: Step; state: StepState }[];
  setSkipped: (steps: readonly Step[]) => void;
  skipped: readonly Step[];
  /** Whether to offer a key: no program has one, and this person may create it. */
  offersKey: boolean;
};

/** The first-run steps, by what the workspace contains. Undefined until that is known, and for
 *  viewers. */
export function useFirstRun(): {
  isKnown: boolean;
  error: Error | null;
  retry: () => void;
  state?: FirstRunState;
} {
  const { workspace, environment } = useAccount();
  const isWriter = canWrite(workspace.role);
  const isManager = canManage(workspace.role);
  const counts = useQuery({ ...sourceCountsQuery, enabled: isWriter });
  const conversations = useQuery({ ...anyConversationQuery, enabled: isWriter });
  const keys = useQuery({ ...programKeyQuery, enabled: isManager });
  const storedAs = `footnote-first-run-skipped ${workspace.id} ${environment}`;
  const [skipped, setSkipped] = useState<readonly Step[]>(() => readSkipped(storedAs));

  const read = [counts, conversations, ...(isManager ? [keys] : [])];
  const retry = (): void => {
    for (const query of read) if (query.error) void query.refetch();
  };
  if (!isWriter) return { isKnown: true, error: null, retry };
  const error = read.find((query) => query.error)?.error ?? null;
  if (!counts.data || conversations.data === undefined) return { isKnown: false, error, retry };
  if (isManager && keys.data === undefined) return { isKnown: false, error, retry };
  const isDone: Record<Step, boolean> = {
    source: counts.data.by_status.indexed > 0,
    question: conversations.data,
  };
  return {
    isKnown: true,
    error: null,
    retry,
    state: {
      steps: STEPS.map((step) => ({
        step,
        state: isDone[step] ? 'done' : skipped.includes(step) ? 'skipped' : 'open',
      })),
      skipped,
      offersKey: keys.data === false,
      setSkipped: (steps) => {
        localStorage.setItem(storedAs, steps.join(' '));
        setSkipped(steps);
      },
    },
  };
}

const STEPS: readonly Step[] = ['source', 'question'];

function readSkipped(storedAs: string): Step[] {
  const names = (localStorage.getItem(storedAs) ?? '').split(' ');
  return STEPS.filter((step) => names.includes(step));
}
