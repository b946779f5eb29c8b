import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { isGone, request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { Empty, Failure, Loading, PAGE, PageHead } from '#shared/components/page.tsx';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { When } from '#shared/components/when.tsx';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { locale } from '#shared/strings/language.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { type ComparedQuestion, compareRuns } from './compared-runs.ts';
import {
  askedQuery,
  EVALUATIONS,
  type Run,
  runQuery,
  runsQuery,
  type WholeRun,
} from './evaluation-queries.ts';
import type { RunSearch } from './evaluation-search.ts';
import { Figures } from './figures.tsx';
import { OutcomeRow } from './outcome-row.tsx';
import { nameOf } from './runs-tab.tsx';

const words = rooms.evaluations;

/** A run: its figures, and each question with what came of it, worst first. Beside another run, if one is chosen. */
export function RunPage() {
  const { id, runId } = useParams({ from: '/inside/evaluations/$id/runs/$runId' });
  const { against } = useSearch({ from: '/inside/evaluations/$id/runs/$runId' });
  const { data: run, error, isPending, refetch } = useQuery(runQuery(runId));
  const { data: other } = useQuery({ ...runQuery(against ?? ''), enabled: against !== undefined });
  return (
    <div className={`${PAGE} grid gap-4`}>
      <Link
        to="/evaluations/$id"
        params={{ id }}
        search={{ tab: 'runs' }}
        className="inline-flex min-h-8 items-center gap-1.5 justify-self-start text-quiet hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        {words.tabs.runs}
      </Link>
      {isPending && <Loading lines={10} />}
      {isGone(error) && <Empty title={words.runGone} about={words.runGoneAbout} />}
      {error && !run && !isGone(error) && <Failure error={error} retry={() => void refetch()} />}
      {run && <RunView setId={id} run={run} other={against === undefined ? undefined : other} />}
    </div>
  );
}

function RunView({ setId, run, other }: { setId: string; run: WholeRun; other: WholeRun | undefined }) {
  return (
    <>
      <PageHead title={nameOf(run)} about={words.runAbout} actions={<Against setId={setId} run={run} />} />
      <p className="flex flex-wrap gap-x-4 text-small text-quiet">
        <span>
          {words.startedAt} <When at={run.created_at} />
        </span>
        <span>{words.asked({ count: run.question_count })}</span>
        {run.skipped !== undefined && run.skipped > 0 && <span>{words.left({ count: run.skipped })}</span>}
      </p>
      {run.status === 'running' && <Running run={run} />}
      {run.status === 'cancelled' && <Empty title={words.wasCancelled} about={words.wasCancelledAbout} />}
      {run.error !== undefined && (
        <p role="alert" className="rounded-panel border border-bad/30 bg-bad-ground px-4 py-3 text-bad">
          {run.error}
        </p>
      )}
      {run.status === 'completed' && (
        <>
          {other && <p className="font-medium">{words.comparedWith({ name: nameOf(other) })}</p>}
          <Figures run={run} other={other} />
          <Questions run={run} other={other} />
        </>
      )}
      {run.agent_settings && <Settings settings={run.agent_settings} />}
    </>
  );
}

function Running({ run }: { run: Run }) {
  const { workspace } = useAccount();
  const cancel = useSave(() => request('POST', `${EVALUATIONS}/${run.id}/cancel`), {
    said: words.cancelled,
    stale: [['evaluations']],
    tellsErrors: true,
  });
  return (
    <div className="grid gap-2 rounded-panel border border-line bg-panel p-4 shadow-panel">
      <div className="flex items-center justify-between gap-3">
        <p role="status">{words.running({ share: run.progress })}</p>
        {canWrite(workspace.role) && (
          <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
            {text.common.cancel}
          </Button>
        )}
      </div>
      <ProgressBar value={run.progress} label={words.progressOf({ name: nameOf(run) })} />
    </div>
  );
}

/** The choice of another run of the set to compare with. */
function Against({ setId, run }: { setId: string; run: Run }) {
  const { against } = useSearch({ from: '/inside/evaluations/$id/runs/$runId' });
  const navigate = useNavigate({ from: '/evaluations/$id/runs/$runId' });
  const list = useInfiniteQuery(runsQuery(setId));
  const others = (list.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ id, status }) => id !== run.id && status === 'completed');
  if (others.length === 0) return null;
  return (
    <FilterSelect
      label={words.compareWith}
      value={against}
      options={[
        { value: '', label: words.noOther },
        ...others.map((other) => ({
          value: other.id,
          label: words.otherRun({ name: nameOf(other), day: day.format(new Date(other.created_at)) }),
        })),
      ]}
      choose={(next) => void navigate({ search: next ? { against: next } : {}, replace: true })}
    />
  );
}

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

function Questions({ run, other }: { run: WholeRun; other: WholeRun | undefined }) {
  const { show } = useSearch({ from: '/inside/evaluations/$id/runs/$runId' });
  const navigate = useNavigate({ from: '/evaluations/$id/runs/$runId' });
  const { workspace } = useAccount();
  const { data: asked, error, refetch } = useQuery(askedQuery(run.id));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!asked) return <Loading lines={6} />;
  const all = compareRuns(run, asked, other);
  const shown = all.filter((question) => isShown(question, show));
  const count = (of: RunSearch['show']): number => all.filter((question) => isShown(question, of)).length;
  const choices = other ? (['worse', 'better', 'same'] as const) : (['wrong'] as const);
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-title font-semibold">{other ? words.sideBySide : words.worstFirst}</h2>
        <FilterSelect
          label={words.show}
          value={show}
          options={[
            { value: '', label: words.all, count: all.length },
            ...choices.map((value) => ({ value, label: words.shown[value], count: count(value) })),
          ]}
          choose={(next) =>
            void navigate({ search: (before) => ({ ...before, show: next }) as never, replace: true })
          }
        />
      </div>
      {other && (
        <p role="status" className="text-small text-quiet">
          {words.changes({ better: count('better'), worse: count('worse'), same: count('same') })}
        </p>
      )}
      <ul aria-label={words.list} className="rounded-panel border border-line bg-panel shadow-panel">
        {shown.map((question) => (
          <OutcomeRow
            key={question.outcome.query}
            question={question}
            agentId={run.agent_id}
            isCompared={other !== undefined}
            isWriter={canWrite(workspace.role)}
          />
        ))}
        {shown.length === 0 && (
          <li>
            <Empty title={words.noMatch} about={words.noMatchAbout} />
          </li>
        )}
      </ul>
    </section>
  );
}

const isShown = ({ change, outcome }: ComparedQuestion, show: RunSearch['show']): boolean => {
  if (show === undefined) return true;
  return show === 'wrong' ? !outcome.right : change === show;
};

/** What the agent was set to when it was asked. */
const Settings = ({ settings }: { settings: NonNullable<Run['agent_settings']> }) => (
  <details className="rounded-panel border border-line bg-panel px-4 py-3 shadow-panel">
    <summary className="min-h-6 w-fit cursor-pointer font-medium">{words.settings}</summary>
    <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
      {(
        [
          [words.agent, settings.name],
          [words.instructions, settings.system_prompt],
          [words.length, settings.response_length],
          [words.minConfidence, settings.min_confidence],
          [words.temperature, settings.temperature],
          [words.fallback, settings.fallback_message],
        ] as const
      ).map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-small text-quiet">{label}</dt>
          <dd dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line">
            {value ?? words.usual}
          </dd>
        </div>
      ))}
    </dl>
  </details>
);
