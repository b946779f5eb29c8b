import { Link, useNavigate } from '@tanstack/react-router';
import { ListChecks, Plus, SearchX, Upload } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { request } from '#shared/api/request.ts';
import { Badge } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { Menu } from '#shared/components/menu.tsx';
import { Empty } from '#shared/components/page.tsx';
import { SearchField } from '#shared/components/search-field.tsx';
import {
  isExpected,
  QUESTION_SETS,
  type SetQuestion,
  type WholeSet,
} from '#shared/questions/question-set-queries.ts';
import { SourceNames } from '#shared/sources/source-names.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { ImportQuestionsDialog } from './import-questions-dialog.tsx';
import { QuestionDialog } from './question-dialog.tsx';

const words = rooms.evaluations;

type Open = 'add' | 'import' | { action: 'edit' | 'delete'; question: SetQuestion };

/** The questions of a set, those without an expectation first: they are not asked until someone says what is right. */
export function QuestionsTab({
  set,
  isWriter,
  q = '',
}: {
  set: WholeSet;
  isWriter: boolean;
  q: string | undefined;
}) {
  const navigate = useNavigate({ from: '/evaluations/$id' });
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const shown = set.questions
    .filter(({ query }) => query.toLowerCase().includes(q.toLowerCase()))
    .toSorted((a, b) => Number(isExpected(a)) - Number(isExpected(b)));
  const waiting = set.questions.filter((question) => !isExpected(question)).length;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={words.searchQuestions}
          value={q}
          maxLength={LIMITS.queryCharacters}
          change={(next) => void navigate({ search: next ? { q: next } : {}, replace: true })}
          className="min-w-0 flex-1 basis-56 sm:max-w-72"
        />
        <span className="flex-1" />
        {isWriter && (
          <>
            <Button onClick={() => setOpen('import')}>
              <Upload aria-hidden className="size-4" />
              {words.import}
            </Button>
            <Button onClick={() => setOpen('add')}>
              <Plus aria-hidden className="size-4" />
              {words.addQuestion}
            </Button>
          </>
        )}
      </div>
      {waiting > 0 && <p className="text-small text-quiet">{words.waiting({ count: waiting })}</p>}
      <div className="rounded-panel border border-line bg-panel shadow-panel">
        {shown.length === 0 ? (
          <NoQuestions isFiltered={q !== ''} />
        ) : (
          <ul aria-label={words.list}>
            {shown.map((question) => (
              <QuestionRow
                key={question.id}
                question={question}
                act={isWriter ? (action) => setOpen({ action, question }) : undefined}
              />
            ))}
          </ul>
        )}
      </div>
      {open === 'add' && <QuestionDialog setId={set.id} question={undefined} close={close} />}
      {open === 'import' && <ImportQuestionsDialog setId={set.id} close={close} />}
      {typeof open === 'object' && open.action === 'edit' && (
        <QuestionDialog setId={set.id} question={open.question} close={close} />
      )}
      {typeof open === 'object' && open.action === 'delete' && (
        <ConfirmDialog
          title={words.deleteQuestionTitle}
          about={words.deleteQuestionAbout({ question: open.question.query })}
          action={words.deleteQuestion}
          send={() => request('DELETE', `${QUESTION_SETS}/${set.id}/questions/${open.question.id}`)}
          said={words.questionDeleted}
          stale={[['question-sets']]}
          close={close}
        />
      )}
    </div>
  );
}

const NoQuestions = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty icon={SearchX} title={words.noMatch} about={words.noMatchAbout} />
  ) : (
    <Empty
      icon={ListChecks}
      guide="evaluation"
      title={words.noQuestions}
      about={words.noQuestionsAbout}
      action={
        <Link to="/conversations" className="font-medium text-accent-ink underline">
          {words.openConversations}
        </Link>
      }
    />
  );

const QuestionRow = ({
  question,
  act,
}: {
  question: SetQuestion;
  act: ((action: 'edit' | 'delete') => void) | undefined;
}) => (
  <li className="flex items-start gap-x-3 border-b border-line px-4 py-3 last:border-b-0">
    <div className="grid min-w-0 flex-1 gap-0.5">
      <p dir="auto" className="line-clamp-3 font-medium [overflow-wrap:anywhere]">
        {question.query}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-small text-quiet">
        <Expected question={question} />
        {question.from && (
          <Link
            to="/conversations/$agentId/$sessionId"
            params={{ agentId: question.from.agent_id, sessionId: question.from.session_id }}
            hash={question.from.message_id}
            preload={false}
            className="inline-flex min-h-6 items-center underline hover:text-ink"
          >
            {words.origin}
          </Link>
        )}
      </p>
    </div>
    {act && (
      <>
        {!isExpected(question) && (
          <Button aria-label={words.sayOf({ question: question.query })} onClick={() => act('edit')}>
            {words.say}
          </Button>
        )}
        <Menu
          label={words.actionsOf({ question: question.query })}
          entries={[
            { label: words.edit, choose: () => act('edit') },
            { label: text.common.delete, choose: () => act('delete'), look: 'danger' },
          ]}
        />
      </>
    )}
  </li>
);

/** What a right reply to a question is. */
export const Expected = ({
  question: { relevant, must, unanswerable },
}: {
  question: Pick<SetQuestion, 'relevant' | 'must' | 'unanswerable'>;
}) => {
  if (unanswerable) return <Badge>{words.mustRefuse}</Badge>;
  if (relevant.length + must.length === 0) return <Badge tone="warning">{words.noExpectation}</Badge>;
  return (
    <>
      {must.length > 0 && (
        <span dir="auto" className="[overflow-wrap:anywhere]">
          {words.contains({ phrases: must.join(' · ') })}
        </span>
      )}
      {relevant.length > 0 && (
        <span className="flex flex-wrap items-center gap-x-2">
          {words.cites}
          <SourceNames ids={relevant.map(({ source_id }) => source_id)} />
        </span>
      )}
    </>
  );
};
