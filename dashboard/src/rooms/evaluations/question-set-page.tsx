import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { isGone, request, submit } from '#shared/api/request.ts';
import { BackLink } from '#shared/components/back-link.tsx';
import { Button } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { Menu } from '#shared/components/menu.tsx';
import { NameDialog } from '#shared/components/name-dialog.tsx';
import { Empty, Failure, Loading, PAGE, PageHead } from '#shared/components/page.tsx';
import { Tabs } from '#shared/components/tabs.tsx';
import { useBackToList } from '#shared/components/use-back-to-list.ts';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import {
  isExpected,
  QUESTION_SETS,
  questionSetQuery,
  type WholeSet,
} from '#shared/questions/question-set-queries.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { QuestionsTab } from './questions-tab.tsx';
import { RunsTab } from './runs-tab.tsx';
import { StartRunDialog } from './start-run-dialog.tsx';

const words = rooms.evaluations;

/** A question set: its questions, and its runs. */
export function QuestionSetPage() {
  const { id } = useParams({ from: '/inside/evaluations/$id' });
  const { data: set, error, isPending, refetch } = useQuery(questionSetQuery(id));
  return (
    <div className={`${PAGE} grid gap-4`}>
      <BackLink to="/evaluations" label={words.title} />
      {isPending && <Loading lines={8} />}
      {isGone(error) && <Empty title={words.gone} about={words.goneAbout} />}
      {error && !set && !isGone(error) && <Failure error={error} retry={() => void refetch()} />}
      {set && <SetView set={set} />}
    </div>
  );
}

function SetView({ set }: { set: WholeSet }) {
  const { tab, q } = useSearch({ from: '/inside/evaluations/$id' });
  const navigate = useNavigate({ from: '/evaluations/$id' });
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const [open, setOpen] = useState<'run' | 'rename' | 'delete'>();
  const goBack = useBackToList('/evaluations');
  const close = (): void => setOpen(undefined);
  const path = `${QUESTION_SETS}/${set.id}`;
  const judged = set.questions.filter(isExpected).length;
  const show = (next: 'questions' | 'runs'): void =>
    void navigate({ search: next === 'runs' ? { tab: 'runs' } : {}, replace: true });
  return (
    <>
      <PageHead
        title={set.name}
        about={words.setAbout}
        actions={
          isWriter && (
            <>
              <Button
                look="primary"
                disabled={judged === 0}
                about={judged === 0 ? words.nothingToAsk : undefined}
                onClick={() => setOpen('run')}
              >
                <Play aria-hidden className="size-4 rtl:-scale-x-100" />
                {words.start}
              </Button>
              <Menu
                label={words.actions}
                entries={[
                  { label: words.rename, choose: () => setOpen('rename') },
                  { label: words.delete, choose: () => setOpen('delete'), look: 'danger' },
                ]}
              />
            </>
          )
        }
      />
      <Tabs
        label={set.name}
        value={tab ?? 'questions'}
        choose={show}
        tabs={[
          { value: 'questions', label: words.tabs.questions({ count: set.questions.length }) },
          { value: 'runs', label: words.tabs.runs },
        ]}
      >
        {tab === 'runs' ? (
          <RunsTab set={set} isWriter={isWriter} />
        ) : (
          <QuestionsTab set={set} isWriter={isWriter} q={q} />
        )}
      </Tabs>
      {open === 'run' && (
        <StartRunDialog
          set={set}
          judged={judged}
          started={() => {
            close();
            show('runs');
          }}
          close={close}
        />
      )}
      {open === 'rename' && (
        <NameDialog
          title={words.rename}
          label={words.name}
          name={set.name}
          action={text.common.save}
          write={(name, submission) => {
            submission.version = set.updated_at;
            return submit(submission, 'PATCH', path, { name });
          }}
          written={() => text.common.saved}
          queryKey={['question-sets']}
          close={close}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={words.deleteTitle({ name: set.name })}
          about={words.deleteAbout}
          action={words.delete}
          send={() => request('DELETE', path)}
          said={words.deleted}
          done={goBack}
          stale={[['question-sets', 'list']]}
          close={close}
        />
      )}
    </>
  );
}
