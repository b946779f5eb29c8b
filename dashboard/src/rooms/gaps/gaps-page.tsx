import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CircleHelp, Plus } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { agentsQuery } from '#shared/api/agent-queries.ts';
import { request } from '#shared/api/request.ts';
import { CitationDesk } from '#shared/chat/citation-desk.tsx';
import { PlaceLink } from '#shared/chat/place-link.tsx';
import { AgentFilter } from '#shared/components/agent-filter.tsx';
import { Button } from '#shared/components/button.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { Empty, Failure, LoadingRows, Page } from '#shared/components/page.tsx';
import { Switch } from '#shared/components/switch.tsx';
import { When } from '#shared/components/when.tsx';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { lazyPart } from '#shared/lazy-part.ts';
import { AddToSet } from '#shared/questions/add-to-set.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { type Gap, type GapFilters, type GapSuggestion, gapsQuery } from './gap-queries.ts';

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
  const [answering, setAnswering] = useState<Gap>();
  const [correcting, setCorrecting] = useState<Gap>();
  const dismiss = useDismiss(filters);
  const tell = useNotices();
  return (
    <Page title={words.title} about={words.about}>
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
          <CitationDesk>
            <ul aria-label={words.list} className="rounded-panel border border-line bg-panel shadow-panel">
              {data.gaps.map((gap) => (
                <GapRow
                  key={`${gap.example.session_id} ${gap.example.message_id}`}
                  gap={gap}
                  isWriter={isWriter}
                  answer={() => setAnswering(gap)}
                  correct={() => setCorrecting(gap)}
                  dismiss={() => dismiss.mutate(gap, { onSuccess: () => tell(words.dismissed) })}
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
            gap={answering}
            knowledgeBaseId={
              agents.find(({ id }) => id === answering.example.agent_id)?.knowledge_base_ids[0]
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
const correctionOf = ({ question, suggestion, example }: Gap) => ({
  agentId: example.agent_id,
  question,
  answer: suggestion?.text ?? '',
  sources: suggestion ? [{ id: suggestion.source_id, name: suggestion.source_name }] : [],
});

/** Removes a gap from the list at once, and reverts that if the service refuses. */
function useDismiss(filters: GapFilters) {
  const queryClient = useQueryClient();
  const tell = useNotices();
  const { queryKey } = gapsQuery(filters);
  return useMutation({
    mutationFn: ({ question }: Gap) => request('POST', '/v1/gaps/dismiss', { question }),
    onMutate: async (gap) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(
        queryKey,
        before && { total: before.total - 1, gaps: before.gaps.filter((each) => each !== gap) },
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

const GapRow = ({
  gap: { question, count, last_asked_at, best_confidence, example, suggestion },
  isWriter,
  answer,
  correct,
  dismiss,
}: {
  gap: Gap;
  isWriter: boolean;
  answer: () => void;
  correct: () => void;
  dismiss: () => void;
}) => (
  <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3.5 last:border-b-0">
    <div className="grid min-w-0 flex-1 basis-72 gap-0.5">
      <p dir="auto" className="line-clamp-3 font-medium break-words">
        {question}
      </p>
      <p className="flex flex-wrap items-center gap-x-4 text-small text-quiet">
        {count > 1 && <span className="font-medium text-ink">{words.asked({ count })}</span>}
        <span>
          {count > 1 ? words.last : words.once} <When at={last_asked_at} />
        </span>
        <span>{words.best({ share: best_confidence })}</span>
        <Link
          to="/conversations/$agentId/$sessionId"
          params={{ agentId: example.agent_id, sessionId: example.session_id }}
          hash={example.message_id}
          preload={false}
          className="inline-flex min-h-6 items-center underline hover:text-ink"
        >
          {words.example}
        </Link>
        <Link
          to="/agents/$id"
          params={{ id: example.agent_id }}
          search={{ ask: question }}
          preload={false}
          aria-label={words.tryOf({ question })}
          className="inline-flex min-h-6 items-center underline hover:text-ink"
        >
          {words.tryIt}
        </Link>
      </p>
      {suggestion && <Suggestion suggestion={suggestion} />}
    </div>
    {isWriter && (
      <div className="flex flex-wrap gap-1">
        <Button aria-label={words.addOf({ question })} onClick={answer}>
          <Plus aria-hidden className="size-4" />
          {words.add}
        </Button>
        <Button aria-label={verdicts.correct.openOf({ question })} onClick={correct}>
          {verdicts.correct.open}
        </Button>
        <AddToSet
          look="quiet"
          what={{ conversations: [example] }}
          label={rooms.evaluations.addOf({ question })}
        />
        <Button look="quiet" aria-label={words.dismissOf({ question })} onClick={dismiss}>
          {words.dismiss}
        </Button>
      </div>
    )}
  </li>
);

/** What a source says that comes nearest to an answer. It opens beside the page. */
function Suggestion({ suggestion: { source_id, source_name, text } }: { suggestion: GapSuggestion }) {
  const places = useMemo(
    () => [{ sourceId: source_id, sourceName: source_name, snippet: text }],
    [source_id, source_name, text],
  );
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5 text-small text-quiet">
      <span>{words.nearest}</span>
      <PlaceLink
        places={places}
        index={0}
        dir="auto"
        className="inline-flex min-h-6 items-center underline [overflow-wrap:anywhere] hover:text-ink"
      >
        {source_name}
      </PlaceLink>
      <span dir="auto" className="line-clamp-2 basis-full break-words">
        {text}
      </span>
    </p>
  );
}
