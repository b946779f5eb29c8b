import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Columns2, Play } from 'lucide-react';
import { useState } from 'react';
import { request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { ChartPanel } from '#shared/components/chart-panel.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Menu } from '#shared/components/menu.tsx';
import { Empty, Failure, LoadingRows } from '#shared/components/page.tsx';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { When } from '#shared/components/when.tsx';
import { formatDay, formatPercent } from '#shared/format.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import type { WholeSet } from '#shared/questions/question-set-queries.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { EVALUATIONS, type Run, runsQuery } from './evaluation-queries.ts';
import { Score } from './evaluations-page.tsx';

const words = rooms.evaluations;

/** The runs of a set, newest first, with the trend of their figures. Two of them can be compared. */
export function RunsTab({ set, isWriter }: { set: WholeSet; isWriter: boolean }) {
  const list = useInfiniteQuery(runsQuery(set.id));
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [removing, setRemoving] = useState<Run>();
  const cancel = useSave((run: Run) => request('POST', `${EVALUATIONS}/${run.id}/cancel`), {
    said: words.cancelled,
    stale: [['evaluations']],
    tellsErrors: true,
  });
  if (list.isPending) return <LoadingRows rows={4} height={66} />;
  if (list.error && !list.data) return <Failure error={list.error} retry={() => void list.refetch()} />;
  const runs = list.data.pages.flatMap(({ items }) => items);
  const choose = (id: string, isChosen: boolean): void =>
    // The third one takes the place of the first.
    setChosen((before) => (isChosen ? [...before, id].slice(-2) : before.filter((each) => each !== id)));
  const compare = (): void => {
    // The newer one is shown, beside the older.
    const [run, against] = runs.map(({ id }) => id).filter((id) => chosen.includes(id));
    if (run !== undefined && against !== undefined)
      void navigate({
        to: '/evaluations/$id/runs/$runId',
        params: { id: set.id, runId: run },
        search: { against },
      });
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <Trend runs={runs} />
      {runs.filter(({ status }) => status === 'completed').length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-small text-quiet">{words.chooseTwo}</p>
          <Button disabled={chosen.length !== 2} onClick={compare}>
            <Columns2 aria-hidden className="size-4" />
            {words.compare}
          </Button>
        </div>
      )}
      <div className="rounded-panel border border-line bg-panel shadow-panel">
        {runs.length === 0 ? (
          <Empty icon={Play} title={words.noRuns} about={words.noRunsAbout} />
        ) : (
          <ul aria-label={words.tabs.runs}>
            {runs.map((run) => (
              <RunRow
                key={run.id}
                setId={set.id}
                run={run}
                isChosen={chosen.includes(run.id)}
                choose={(isChosen) => choose(run.id, isChosen)}
                cancel={isWriter ? () => cancel.mutate(run) : undefined}
                remove={isWriter ? () => setRemoving(run) : undefined}
              />
            ))}
          </ul>
        )}
      </div>
      <LoadMore list={list} />
      {removing && (
        <ConfirmDialog
          title={words.deleteRunTitle}
          about={words.deleteRunAbout}
          action={words.deleteRun}
          send={() => request('DELETE', `${EVALUATIONS}/${removing.id}`)}
          said={words.runDeleted}
          stale={[['evaluations', 'list']]}
          close={() => setRemoving(undefined)}
        />
      )}
    </div>
  );
}

/** The figures over the completed runs with an agent, oldest first. */
function Trend({ runs }: { runs: readonly Run[] }) {
  const rows = runs.toReversed().flatMap(({ replies, created_at }) =>
    replies
      ? [
          {
            name: formatDay(created_at),
            values: [replies.right, replies.cites_relevant, replies.unanswerable_fallbacks].map((share) =>
              share === null ? undefined : share * 100,
            ),
          },
        ]
      : [],
  );
  if (rows.length < 2) return null;
  return (
    <ChartPanel
      title={words.trend.title}
      about={words.trend.about}
      rowName={words.trend.run}
      kind="lines"
      rows={rows}
      series={[
        { name: words.figures.right.name, colour: 'var(--chart-1)' },
        { name: words.figures.cites.name, colour: 'var(--chart-2)' },
        { name: words.figures.refused.name, colour: 'var(--chart-3)' },
      ]}
      format={(value) => formatPercent(value / 100)}
    />
  );
}

const RunRow = ({
  setId,
  run,
  isChosen,
  choose,
  cancel,
  remove,
}: {
  setId: string;
  run: Run;
  isChosen: boolean;
  choose: (isChosen: boolean) => void;
  cancel: (() => void) | undefined;
  remove: (() => void) | undefined;
}) => (
  <li className="flex items-center gap-x-3 border-b border-line px-4 py-3 last:border-b-0">
    <input
      type="checkbox"
      aria-label={words.chooseRun({ name: nameOf(run) })}
      checked={isChosen}
      disabled={run.status !== 'completed'}
      onChange={(event) => choose(event.target.checked)}
      className="size-4 shrink-0 accent-accent"
    />
    <div className="grid min-w-0 flex-1 gap-1">
      <Link
        to="/evaluations/$id/runs/$runId"
        params={{ id: setId, runId: run.id }}
        dir="auto"
        className="font-semibold [overflow-wrap:anywhere] hover:underline"
      >
        {nameOf(run)}
      </Link>
      <p className="flex flex-wrap items-center gap-x-3 text-small text-quiet">
        <When at={run.created_at} />
        <span>{words.asked({ count: run.question_count })}</span>
        {run.skipped !== undefined && run.skipped > 0 && <span>{words.left({ count: run.skipped })}</span>}
      </p>
      {run.status === 'running' && (
        <ProgressBar value={run.progress} label={words.progressOf({ name: nameOf(run) })} />
      )}
      {run.error !== undefined && <p className="text-small text-bad">{run.error}</p>}
    </div>
    <Score run={run} />
    {run.status === 'running' && cancel && <Button onClick={cancel}>{text.common.cancel}</Button>}
    {run.status !== 'running' && remove && (
      <Menu
        label={words.actionsOfRun({ name: nameOf(run) })}
        entries={[{ label: words.deleteRun, choose: remove, look: 'danger' }]}
      />
    )}
  </li>
);

/** What people call a run, or else its agent. */
export const nameOf = ({ name, agent_settings }: Run): string =>
  name ?? agent_settings?.name ?? words.searchOnly;
