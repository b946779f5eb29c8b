import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Download, FilePen, FolderInput, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { isGone } from '#shared/api/request.ts';
import { BackLink } from '#shared/components/back-link.tsx';
import { Button, buttonLook, IconButton } from '#shared/components/button.tsx';
import { Confirm } from '#shared/components/dialog.tsx';
import { Empty, Failure, Loading, PAGE, Panel } from '#shared/components/page.tsx';
import { Tabs } from '#shared/components/tabs.tsx';
import { TagsField } from '#shared/components/tags-field.tsx';
import { useBackToList } from '#shared/components/use-back-to-list.ts';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { lazyPart } from '#shared/lazy-part.ts';
import type { Source } from '#shared/sources/source.ts';
import { useChangeSource, useDeleteSource, useReindex } from '#shared/sources/source-actions.ts';
import { SOURCES, sourceCountsQuery, sourceQuery } from '#shared/sources/source-queries.ts';
import { VIEWS } from '#shared/sources/source-search.ts';
import { SourceStatus } from '#shared/sources/source-status.tsx';
import { useSourceChanges } from '#shared/sources/use-source-changes.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { OriginalView } from '#shared/viewer/original-view.tsx';
import { SourceText } from '#shared/viewer/source-text.tsx';
import { SourceChunks } from './source-chunks.tsx';
import { SourceFacts } from './source-facts.tsx';
import { SourceHistory } from './source-history.tsx';

const words = rooms.sources;

const MoveDialog = lazyPart(() => import('./move-dialog.tsx'), 'MoveDialog');
const ReplaceDialog = lazyPart(() => import('./replace-dialog.tsx'), 'ReplaceDialog');

const ICON = 'size-4';

export function SourcePage() {
  const { id } = useParams({ from: '/inside/sources/$id' });
  const source = useQuery(sourceQuery(id));
  useSourceChanges();
  return (
    <div className={`${PAGE} grid gap-4`}>
      <BackLink to="/sources" label={words.detail.back} />
      {source.isPending && <Loading lines={10} />}
      {source.error &&
        (isGone(source.error) ? (
          <Empty title={words.detail.gone} about={words.detail.goneAbout} />
        ) : (
          !source.data && <Failure error={source.error} retry={() => void source.refetch()} />
        ))}
      {source.data && !isGone(source.error) && <SourceDetail source={source.data} />}
    </div>
  );
}

function SourceDetail({ source }: { source: Source }) {
  const { view = 'original', start, end, replace } = useSearch({ from: '/inside/sources/$id' });
  const navigate = useNavigate({ from: '/sources/$id' });
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const { data: knowledgeBases = [] } = useQuery(knowledgeBasesQuery);
  const knowledgeBase = knowledgeBases.find(({ id }) => id === source.knowledge_base_id)?.name ?? '';
  const marked = start !== undefined && end !== undefined && start < end ? { start, end } : undefined;
  return (
    <>
      <header className="grid gap-2">
        <SourceName key={source.id} source={source} isWriter={isWriter} />
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <div className="flex min-h-8 min-w-36 items-center">
            <SourceStatus source={source} />
          </div>
          <SourceActions
            source={source}
            isWriter={isWriter}
            replace={() => void navigate({ search: (before) => ({ ...before, replace: true }) })}
          />
        </div>
      </header>
      <Troubles source={source} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Tabs
          label={words.detail.view.label}
          value={view}
          choose={(chosen) =>
            void navigate({ search: (before) => ({ ...before, view: chosen }), replace: true })
          }
          tabs={VIEWS.map((value) => ({ value, label: words.detail.view[value] }))}
        >
          {(view === 'original' || view === 'text') && (
            <Reading isMarked={marked !== undefined}>
              {view === 'original' ? (
                <OriginalView
                  source={source}
                  passage={marked}
                  page={undefined}
                  isLit={false}
                  light={() => {}}
                />
              ) : (
                <SourceText
                  source={source}
                  passage={marked}
                  isLit={false}
                  light={() => {}}
                  clearMark={() => void navigate({ search: { view: 'text' }, replace: true })}
                />
              )}
            </Reading>
          )}
          {view === 'chunks' && <SourceChunks source={source} />}
          {view === 'history' && <SourceHistory source={source} />}
        </Tabs>
        <div className="grid grid-cols-1 gap-5">
          <SourceTags source={source} isWriter={isWriter} />
          <Panel title={words.detail.facts}>
            <SourceFacts source={source} knowledgeBase={knowledgeBase} />
          </Panel>
        </div>
      </div>
      {isWriter && replace && (
        <Suspense>
          <ReplaceDialog
            source={source}
            close={() =>
              void navigate({ search: ({ replace: _replace, ...before }) => before, replace: true })
            }
          />
        </Suspense>
      )}
    </>
  );
}

/** As high as the window leaves room for. */
function Reading({ isMarked, children }: { isMarked: boolean; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On small screens it starts below the fold.
    if (isMarked) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  return (
    <div
      ref={frame}
      className="h-[max(24rem,calc(100dvh-17rem))] overflow-hidden rounded-panel border border-line bg-panel"
    >
      {children}
    </div>
  );
}

/** The name, which turns into a field for editing. */
function SourceName({ source, isWriter }: { source: Source; isWriter: boolean }) {
  useTitle(source.name);
  const [isEditing, setEditing] = useState(false);
  const [name, setName] = useState(source.name);
  /** The name when editing began. */
  const [before, setBefore] = useState(source.name);
  const change = useChangeSource(source);
  const edit = (): void => {
    setName(source.name);
    setBefore(source.name);
    setEditing(true);
  };
  if (!isEditing)
    return (
      <div className="flex min-w-0 items-start gap-1">
        <h1 dir="auto" className="min-w-0 text-display font-semibold [overflow-wrap:anywhere]">
          {source.name}
        </h1>
        {isWriter && <IconButton icon={Pencil} label={words.detail.rename} onClick={edit} />}
      </div>
    );
  const leave = (): void => setEditing(false);
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== source.name) change.mutate({ name: name.trim() });
        setEditing(false);
      }}
    >
      <h1 className="sr-only">{source.name}</h1>
      <input
        // biome-ignore lint/a11y/noAutofocus: the field takes the place of the button that was pressed.
        autoFocus
        aria-label={words.detail.name}
        value={name}
        required
        maxLength={LIMITS.nameCharacters}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={({ key }) => key === 'Escape' && leave()}
        className="min-h-8 min-w-0 flex-1 rounded-control border border-field bg-panel px-2.5 text-title font-semibold"
      />
      <Button type="submit" look="primary" disabled={name.trim() === ''}>
        {text.common.save}
      </Button>
      <Button onClick={leave}>{text.common.cancel}</Button>
      {source.name !== before && (
        <p role="alert" className="basis-full text-small text-warning">
          {words.detail.renamed({ name: source.name })}
        </p>
      )}
    </form>
  );
}

function SourceTags({ source, isWriter }: { source: Source; isWriter: boolean }) {
  const change = useChangeSource(source);
  const { data: counts } = useQuery(sourceCountsQuery);
  if (isWriter)
    return (
      <TagsField
        label={words.detail.tags}
        tags={source.tags}
        known={counts?.tags.map(({ tag }) => tag) ?? []}
        change={(tags) => change.mutate({ tags })}
      />
    );
  if (source.tags.length === 0) return null;
  return (
    <div className="grid gap-1">
      <p className="font-medium">{words.detail.tags}</p>
      <ul className="flex flex-wrap gap-1">
        {source.tags.map((tag) => (
          <li key={tag} className="rounded-control bg-sunken px-2 text-small">
            {tag}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The actions for a source. */
function SourceActions({
  source,
  isWriter,
  replace,
}: {
  source: Source;
  isWriter: boolean;
  replace: () => void;
}) {
  const reindex = useReindex();
  const remove = useDeleteSource();
  const goBack = useBackToList('/sources');
  const [isAsking, setAsking] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const why = isWriter ? undefined : text.common.readOnly;
  const isFailed = source.status === 'failed';
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look={isFailed && source.error?.retryable ? 'primary' : 'plain'}
        disabled={!isWriter}
        about={why}
        isBusy={reindex.isPending}
        onClick={() => reindex.mutate(source)}
      >
        <RefreshCw aria-hidden className={ICON} />
        {isFailed ? words.actions.retry : words.actions.reindex}
      </Button>
      <Button
        look={isFailed && !source.error?.retryable ? 'primary' : 'plain'}
        disabled={!isWriter}
        about={why}
        onClick={replace}
      >
        <FilePen aria-hidden className={ICON} />
        {words.actions.replace[source.type]}
      </Button>
      {(source.type !== 'url' || source.size_bytes !== undefined) && (
        <a href={`${SOURCES}/${source.id}/file`} download className={buttonLook()}>
          <Download aria-hidden className={ICON} />
          {words.actions.download}
        </a>
      )}
      {bases.length > 1 && (
        <Button disabled={!isWriter} about={why} onClick={() => setMoving(true)}>
          <FolderInput aria-hidden className={ICON} />
          {words.move.action}
        </Button>
      )}
      <Button disabled={!isWriter} about={why} className="text-bad!" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden className={ICON} />
        {words.actions.delete}
      </Button>
      {isMoving && (
        <Suspense>
          <MoveDialog source={source} close={() => setMoving(false)} />
        </Suspense>
      )}
      <Confirm
        isOpen={isAsking}
        close={() => setAsking(false)}
        title={words.actions.deleteTitle({ name: source.name })}
        about={words.actions.deleteAbout}
        action={text.common.delete}
        isBusy={remove.isPending}
        confirm={() =>
          remove.mutate(source, {
            onSuccess: () => goBack(),
            onError: () => setAsking(false),
          })
        }
      />
    </div>
  );
}

/** Warnings: failed indexing, failed refresh, duplicates. */
function Troubles({ source }: { source: Source }) {
  const { error, refresh_error, duplicate_of, indexed_at } = source;
  return (
    <>
      {error && (
        <Trouble tone="bad" title={words.detail.failed}>
          {error.message} {indexed_at !== undefined && words.detail.failedButAnswers}
        </Trouble>
      )}
      {refresh_error && (
        <Trouble tone="warning" title={words.detail.refreshFailed}>
          {refresh_error.message} {words.detail.failedButAnswers}
        </Trouble>
      )}
      {duplicate_of && <Duplicate of={duplicate_of} />}
    </>
  );
}

function Duplicate({ of: id }: { of: string }) {
  const { data: original } = useQuery(sourceQuery(id));
  return (
    <Trouble tone="warning" title={words.duplicate}>
      {words.detail.duplicate}{' '}
      <Link to="/sources/$id" params={{ id }} className="underline">
        {original?.name ?? id}
      </Link>
      .
    </Trouble>
  );
}

const Trouble = ({
  tone,
  title,
  children,
}: {
  tone: 'bad' | 'warning';
  title: string;
  children: ReactNode;
}) => (
  <div
    className={`rounded-panel border px-4 py-3 ${tone === 'bad' ? 'border-bad/40 bg-bad-ground' : 'border-warning/40 bg-warning-ground'}`}
  >
    <p className={`font-medium ${tone === 'bad' ? 'text-bad' : 'text-warning'}`}>{title}</p>
    <p className="max-w-prose">{children}</p>
  </div>
);
