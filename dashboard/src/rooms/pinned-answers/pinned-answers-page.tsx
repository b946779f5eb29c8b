import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Pin, SearchX, Upload } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { request } from '#shared/api/request.ts';
import { AddButton, Button } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Empty, Failure, LoadingRows, Page } from '#shared/components/page.tsx';
import { SearchField } from '#shared/components/search-field.tsx';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { ANSWERS, answerQuery, answersQuery, type PinnedAnswer } from './answer-queries.ts';
import { type AnswerAction, AnswerRow } from './answer-row.tsx';
import type { AnswerSearch } from './answer-search.ts';
import { exportAnswers } from './export-answers.ts';
import { ImportDialog } from './import-dialog.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

const words = rooms.pinnedAnswers;

type Open = 'create' | 'import' | { mode: Exclude<AnswerAction, 'switch'>; answer: PinnedAnswer };

/** The answers that agents say word for word. */
export function PinnedAnswersPage() {
  const search = useSearch({ from: '/inside/pinned-answers' });
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const save = useSave(() => exportAnswers(search), { tellsErrors: true });
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        <>
          <Button isBusy={save.isPending} onClick={() => save.mutate()}>
            <Download aria-hidden className="size-4" />
            {words.export}
          </Button>
          {isWriter && (
            <Button onClick={() => setOpen('import')}>
              <Upload aria-hidden className="size-4" />
              {words.import}
            </Button>
          )}
          <AddButton label={words.create} isAllowed={isWriter} onClick={() => setOpen('create')} />
        </>
      }
    >
      {!isWriter && <p className="text-small text-quiet">{text.common.readOnly}</p>}
      <Filters search={search} />
      <List search={search} isWriter={isWriter} open={(mode, answer) => setOpen({ mode, answer })} />
      {open === 'create' && <AnswerDialog answer={undefined} close={close} />}
      {open === 'import' && <ImportDialog close={close} />}
      {typeof open === 'object' && <OpenAnswer {...open} close={close} />}
      {search.open !== undefined && <Linked id={search.open} isWriter={isWriter} />}
    </Page>
  );
}

/** A dialog about one answer, which follows what others change meanwhile. */
function OpenAnswer({
  mode,
  answer,
  close,
}: {
  mode: Exclude<AnswerAction, 'switch'>;
  answer: PinnedAnswer;
  close: () => void;
}) {
  const { data = answer } = useQuery({ ...answerQuery(answer.id), initialData: answer });
  if (mode === 'edit') return <AnswerDialog answer={data} close={close} />;
  if (mode === 'versions') return <VersionsDialog answer={data} close={close} />;
  return (
    <ConfirmDialog
      title={words.deleteTitle}
      about={words.deleteAbout({ question: answer.question })}
      action={words.deleteAction}
      send={() => request('DELETE', `${ANSWERS}/${answer.id}`)}
      said={words.deleted}
      stale={[['answers', 'list']]}
      close={close}
    />
  );
}

/** The answer of a link to this page. */
function Linked({ id, isWriter }: { id: string; isWriter: boolean }) {
  const navigate = useNavigate({ from: '/pinned-answers' });
  const { data, error } = useQuery(answerQuery(id));
  const close = (): void =>
    void navigate({ search: (before) => ({ ...before, open: undefined }) as never, replace: true });
  if (error) return <Failure error={error} />;
  return data && <OpenAnswer mode={isWriter ? 'edit' : 'versions'} answer={data} close={close} />;
}

function List({
  search,
  isWriter,
  open,
}: {
  search: AnswerSearch;
  isWriter: boolean;
  open: (action: Exclude<AnswerAction, 'switch'>, answer: PinnedAnswer) => void;
}) {
  const list = useInfiniteQuery(answersQuery(search));
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const toggle = useSave(
    ({ id, enabled }: PinnedAnswer) => request('PATCH', `${ANSWERS}/${id}`, { enabled: !enabled }),
    {
      said: (_, { enabled }) => (enabled ? words.disabled : words.enabled),
      stale: [['answers']],
      tellsErrors: true,
    },
  );
  if (list.isPending) return <LoadingRows rows={5} height={112} />;
  if (list.error && !list.data) return <Failure error={list.error} retry={() => void list.refetch()} />;
  const answers = list.data.pages.flatMap(({ items }) => items);
  return (
    <>
      <div
        className={`rounded-panel border border-line bg-panel shadow-panel ${list.isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {answers.length === 0 ? (
          <NoAnswers isFiltered={Boolean(search.q || search.base || search.state)} />
        ) : (
          <ul aria-label={words.title}>
            {answers.map((answer) => (
              <AnswerRow
                key={answer.id}
                answer={answer}
                baseName={
                  bases.length > 1 ? bases.find(({ id }) => id === answer.knowledge_base_id)?.name : undefined
                }
                isWriter={isWriter}
                act={(action) => (action === 'switch' ? toggle.mutate(answer) : open(action, answer))}
              />
            ))}
          </ul>
        )}
      </div>
      <LoadMore list={list} />
    </>
  );
}

const NoAnswers = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty icon={SearchX} title={words.noMatch} about={words.noMatchAbout} />
  ) : (
    <Empty
      icon={Pin}
      guide="pinned-answers"
      title={words.empty}
      about={words.emptyAbout}
      action={
        <span className="flex flex-wrap justify-center gap-x-4">
          <Link to="/gaps" className="font-medium text-accent-ink underline">
            {words.fromGaps}
          </Link>
          <Link to="/conversations" className="font-medium text-accent-ink underline">
            {words.fromConversations}
          </Link>
        </span>
      }
    />
  );

function Filters({ search }: { search: AnswerSearch }) {
  const navigate = useNavigate({ from: '/pinned-answers' });
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const change = (changed: { [name in keyof AnswerSearch]?: string | undefined }): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }) as never, replace: true });
  return (
    <search aria-label={text.common.filters.label} className="flex flex-wrap gap-2">
      <SearchField
        label={words.search}
        value={search.q}
        maxLength={LIMITS.nameCharacters}
        change={(q) => change({ q })}
        className="w-full sm:w-72"
      />
      <FilterSelect
        label={words.state}
        value={search.state}
        options={[
          { value: '', label: words.anyState },
          { value: 'enabled', label: words.states.enabled },
          { value: 'disabled', label: words.states.disabled },
          { value: 'needs_review', label: words.states.needs_review },
        ]}
        choose={(state) => change({ state })}
      />
      {bases.length > 1 && (
        <FilterSelect
          label={words.base}
          value={search.base}
          options={[
            { value: '', label: words.anyBase },
            ...bases.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          choose={(base) => change({ base })}
        />
      )}
    </search>
  );
}
