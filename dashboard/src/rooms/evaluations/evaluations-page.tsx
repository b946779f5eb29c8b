import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { submit } from '#shared/api/request.ts';
import { Badge } from '#shared/components/badge.tsx';
import { AddButton } from '#shared/components/button.tsx';
import { NameDialog } from '#shared/components/name-dialog.tsx';
import { Empty, Failure, LoadingRows, Page } from '#shared/components/page.tsx';
import { When } from '#shared/components/when.tsx';
import { formatPercent } from '#shared/format.ts';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import {
  QUESTION_SETS,
  type QuestionSet,
  questionSetsQuery,
} from '#shared/questions/question-set-queries.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { type Run, runsQuery } from './evaluation-queries.ts';

const words = rooms.evaluations;

/** The question sets, with how the last run of each went. */
export function EvaluationsPage() {
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const { data: sets, isPending, error, refetch } = useQuery(questionSetsQuery);
  const runs = useInfiniteQuery(runsQuery(undefined)).data?.pages.flatMap(({ items }) => items) ?? [];
  const [isCreating, setCreating] = useState(false);
  const navigate = useNavigate();
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={<AddButton label={words.create} isAllowed={isWriter} onClick={() => setCreating(true)} />}
    >
      {!isWriter && <p className="text-small text-quiet">{text.common.readOnly}</p>}
      {isPending && <LoadingRows rows={4} height={66} />}
      {error && !sets && <Failure error={error} retry={() => void refetch()} />}
      {sets && (
        <div className="rounded-panel border border-line bg-panel shadow-panel">
          {sets.length === 0 ? (
            <Empty icon={FlaskConical} guide="evaluation" title={words.empty} about={words.emptyAbout} />
          ) : (
            <ul aria-label={words.sets}>
              {sets.map((set) => (
                <SetRow
                  key={set.id}
                  set={set}
                  last={runs.find(({ question_set_id }) => question_set_id === set.id)}
                />
              ))}
            </ul>
          )}
        </div>
      )}
      {isCreating && (
        <NameDialog
          title={words.create}
          about={words.createAbout}
          label={words.name}
          action={text.common.create}
          write={async (name, submission) => {
            const { id } = await submit<QuestionSet>(submission, 'POST', QUESTION_SETS, { name });
            await navigate({ to: '/evaluations/$id', params: { id } });
          }}
          written={words.created}
          queryKey={['question-sets']}
          close={() => setCreating(false)}
        />
      )}
    </Page>
  );
}

const SetRow = ({ set: { id, name, question_count }, last }: { set: QuestionSet; last: Run | undefined }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line px-4 py-3 last:border-b-0">
    <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
      <Link
        to="/evaluations/$id"
        params={{ id }}
        dir="auto"
        className="text-title font-semibold [overflow-wrap:anywhere] hover:underline"
      >
        {name}
      </Link>
      <span className="text-small text-quiet">{words.questions({ count: question_count })}</span>
    </div>
    {last ? (
      <p className="flex items-center gap-x-3 text-small text-quiet">
        <Score run={last} />
        <When at={last.created_at} />
      </p>
    ) : (
      <span className="text-small text-quiet">{words.neverRun}</span>
    )}
  </li>
);

/** How a run went, in a word. */
export const Score = ({ run: { status, progress, replies } }: { run: Run }) => {
  if (status === 'running') return <Badge tone="accent">{words.running({ share: progress })}</Badge>;
  if (status !== 'completed') return <Badge tone="bad">{words.statuses[status]}</Badge>;
  const share = replies?.right;
  if (share === null || share === undefined) return <Badge>{words.statuses.completed}</Badge>;
  const tone = share >= 0.8 ? 'good' : share >= 0.5 ? 'warning' : 'bad';
  return <Badge tone={tone}>{words.rightShare({ share: formatPercent(share) })}</Badge>;
};
