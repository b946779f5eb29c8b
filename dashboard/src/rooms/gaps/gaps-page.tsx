import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CircleHelp, Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { agentsQuery } from '#shared/api/agent-queries.ts';
import { request } from '#shared/api/request.ts';
import { CitationDesk } from '#shared/chat/citation-desk.tsx';
import { AgentFilter } from '#shared/components/agent-filter.tsx';
import { Button } from '#shared/components/button.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { Empty, Failure, LoadingRows, Page } from '#shared/components/page.tsx';
import { Switch } from '#shared/components/switch.tsx';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { lazyPart } from '#shared/lazy-part.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { exportGaps } from './export-gaps.ts';
import { type Gap, type GapFilters, gapsQuery } from './gap-queries.ts';
import { GapRow } from './gap-row.tsx';
import type { Draft } from './suggested-answer.tsx';

const words = rooms.gaps;
const { verdicts } = rooms;

const CorrectDialog = lazyPart(() => import('#shared/answers/correct-dialog.tsx'), 'CorrectDialog');
const AnswerGapDialog = lazyPart(() => import('./answer-gap-dialog.tsx'), 'AnswerGapDialog');

export function GapsPage() {
  const filters = useSearch({ from: '/inside/gaps' });
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const { data, isPending, error, refetch, isPlaceholderData } = useQuery(gapsQuery(filters));
  const { data: agents = [] } = useQuery(agentsQuery);
  const [answering, setAnswering] = useState<Answering>();
  const [correcting, setCorrecting] = useState<Answering>();
  const dismiss = useDismiss(filters);
  const tell = useNotices();
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        data &&
        data.gaps.length > 0 && (
          <Button onClick={() => exportGaps(data.gaps)}>
            <Download aria-hidden className="size-4" />
            {words.exportCsv}
          </Button>
        )
      }
    >
      {!isWriter && <p className="text-small text-quiet">{text.common.readOnly}</p>}
      <Filters filters={filters} />
      {isPending && (
        // The count is above the list.
        <div className="pt-7">
          <LoadingRows rows={6} height={77} />
        </div>
      )}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data?.gaps.length === 0 && (
        <div className="rounded-panel border border-line bg-panel shadow-panel">
          <Empty
            icon={CircleHelp}
            guide="pinned-answers"
            title={words.empty}
            about={words.emptyAbout}
            action={
              <Link to="/conversations" className="font-medium text-accent-ink underline">
                {words.seeConversations}
              </Link>
            }
          />
        </div>
      )}
      {data && data.gaps.length > 0 && (
        <div className={`grid gap-2 ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <p className="text-small text-quiet" role="status">
            {data.gaps.length === data.total
              ? words.total({ total: data.total })
              : words.totalOf({ shown: data.gaps.length, total: data.total })}
          </p>
          {!data.has_meaning && <p className="text-small text-quiet">{words.byWords}</p>}
          <CitationDesk>
            <ul aria-label={words.list} className="rounded-panel border border-line bg-panel shadow-panel">
              {data.gaps.map((gap) => (
                <GapRow
                  key={`${gap.example.session_id} ${gap.example.message_id}`}
                  gap={gap}
                  isWriter={isWriter}
                  answer={(draft) => setAnswering({ gap, draft })}
                  correct={(draft) => setCorrecting({ gap, draft })}
                  dismiss={() =>
                    dismiss.mutate(
                      { gap, returnsAfter: Math.min(MOST_RETURNS_AFTER, gap.count) },
                      { onSuccess: () => tell(words.dismissed) },
                    )
                  }
                />
              ))}
            </ul>
          </CitationDesk>
        </div>
      )}
      {correcting && (
        <Suspense>
          <CorrectDialog
            correction={correctionOf(correcting)}
            about={verdicts.correct.aboutGap}
            done={() => dismiss.mutate(correcting)}
            close={() => setCorrecting(undefined)}
          />
        </Suspense>
      )}
      {answering && (
        <Suspense>
          <AnswerGapDialog
            gap={answering.gap}
            text={answering.draft?.text}
            knowledgeBaseId={
              agents.find(({ id }) => id === answering.gap.example.agent_id)?.knowledge_base_ids[0]
            }
            added={() => {
              setAnswering(undefined);
              dismiss.mutate(answering, { onSuccess: () => tell(words.added) });
            }}
            close={() => setAnswering(undefined)}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** Without its other wordings: a gap joins similar questions, which may have other answers. */
const correctionOf = ({ gap: { question, suggestion, example }, draft }: Answering) => ({
  agentId: example.agent_id,
  question,
  answer: draft?.text ?? suggestion?.text ?? '',
  sources: draft?.sources ?? (suggestion ? [{ id: suggestion.source_id, name: suggestion.source_name }] : []),
});

/** A gap that someone answers, with what was suggested. */
type Answering = { gap: Gap; draft: Draft | undefined };

/** The most that the service takes. */
const MOST_RETURNS_AFTER = 1_000;

/** Removes a gap from the list at once, and reverts that if the service refuses. */
function useDismiss(filters: GapFilters) {
  const queryClient = useQueryClient();
  const tell = useNotices();
  const { queryKey } = gapsQuery(filters);
  return useMutation({
    // One that is answered comes back at once if the answer doesn't help.
    mutationFn: ({ gap: { question }, returnsAfter = 0 }: { gap: Gap; returnsAfter?: number }) =>
      request('POST', '/v1/gaps/dismiss', { question, returns_after: returnsAfter }),
    onMutate: async ({ gap }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(
        queryKey,
        before && {
          ...before,
          total: before.total - 1,
          gaps: before.gaps.filter((each) => each !== gap),
        },
      );
      return before;
    },
    onError: (error, _gap, before) => {
      queryClient.setQueryData(queryKey, before);
      tell(error.message, 'bad');
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['gaps'] }),
  });
}

/** 30 days are the default, so they stand first and have no value in the URL. */
const DAYS = [
  { value: '', label: words.days[30] },
  { value: '7', label: words.days[7] },
  { value: '90', label: words.days[90] },
  { value: '365', label: words.days[365] },
];

function Filters({ filters }: { filters: GapFilters }) {
  const navigate = useNavigate({ from: '/gaps' });
  const change = (changed: Record<string, string | undefined>): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }) as never, replace: true });
  return (
    <search aria-label={text.common.filters.label} className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
      <FilterSelect
        label={words.period}
        value={filters.days}
        options={DAYS}
        choose={(days) => change({ days })}
      />
      <AgentFilter value={filters.agent} choose={(agent) => change({ agent })} />
      <Switch
        label={text.common.includeTests}
        words={{ on: text.common.includeTests, off: text.common.includeTests }}
        isOn={filters.include === 'tests'}
        change={(isOn) => change({ include: isOn ? 'tests' : undefined })}
      />
    </search>
  );
}
