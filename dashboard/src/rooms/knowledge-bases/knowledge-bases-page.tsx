import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { configurationQuery } from '#shared/api/configuration.ts';
import {
  KNOWLEDGE_BASES,
  type KnowledgeBase,
  knowledgeBasesQuery,
} from '#shared/api/knowledge-base-queries.ts';
import { request } from '#shared/api/request.ts';
import { Badge } from '#shared/components/badge.tsx';
import { AddButton, buttonLook, IconButton } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { Empty, Failure, LoadingRows, Page } from '#shared/components/page.tsx';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { explain, tip } from '#shared/components/tooltip.ts';
import { When } from '#shared/components/when.tsx';
import { canManage, canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { useSourceChanges } from '#shared/sources/use-source-changes.ts';
import { knowledgeBases as words } from '#shared/strings/knowledge-bases.ts';
import { text } from '#shared/strings/text.ts';
import { KnowledgeBaseDialog } from './knowledge-base-dialog.tsx';

export function KnowledgeBasesPage() {
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const { data, isPending, error, refetch } = useQuery(knowledgeBasesQuery);
  const [edited, setEdited] = useState<KnowledgeBase | 'new'>();
  const [removing, setRemoving] = useState<KnowledgeBase>();
  // Members cannot read the configuration: they choose among models in use.
  const { data: configuration } = useQuery({
    ...configurationQuery,
    enabled: edited !== undefined && canManage(workspace.role),
  });
  const models = new Set([
    ...(configuration?.models.embedding.choices ?? []),
    ...(data?.map(({ embedding_model }) => embedding_model) ?? []),
  ]);
  useSourceChanges();
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={<AddButton label={words.create} isAllowed={isWriter} onClick={() => setEdited('new')} />}
    >
      {!isWriter && <p className="text-small text-quiet">{text.common.readOnly}</p>}
      {isPending && <LoadingRows rows={3} height={76} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data?.length === 0 && <Empty icon={BookOpen} title={words.empty} about={words.about} />}
      {data && data.length > 0 && (
        <ul className="rounded-panel border border-line bg-panel shadow-panel">
          {data.map((base) => (
            <KnowledgeBaseRow
              key={base.id}
              base={base}
              edit={isWriter ? () => setEdited(base) : undefined}
              remove={isWriter ? () => setRemoving(base) : undefined}
            />
          ))}
        </ul>
      )}
      {edited && (
        <KnowledgeBaseDialog
          // The newest one: someone else may have changed it meanwhile.
          base={edited === 'new' ? undefined : (data?.find(({ id }) => id === edited.id) ?? edited)}
          models={[...models]}
          close={() => setEdited(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={words.deleteTitle(removing.name)}
          about={words.deleteAbout(removing.source_count)}
          action={words.deleteAction}
          send={() => request('DELETE', `${KNOWLEDGE_BASES}/${removing.id}`)}
          said={words.deleted(removing.name)}
          stale={[['knowledge-bases'], ['sources']]}
          close={() => setRemoving(undefined)}
        />
      )}
    </Page>
  );
}

const KnowledgeBaseRow = ({
  base,
  edit,
  remove,
}: {
  base: KnowledgeBase;
  edit: (() => void) | undefined;
  remove: (() => void) | undefined;
}) => (
  <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3.5 last:border-b-0">
    <div className="grid min-w-0 flex-1 basis-60 gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to="/sources"
          search={{ knowledge_base: base.id }}
          {...tip(base.name)}
          className="line-clamp-2 min-w-0 text-title font-semibold [overflow-wrap:anywhere] hover:underline"
        >
          {base.name}
        </Link>
        {base.is_default && base.name !== words.default && (
          <span {...explain(words.defaultAbout)}>
            <Badge tone="accent">{words.default}</Badge>
          </span>
        )}
      </div>
      {base.description && <p className="max-w-prose break-words whitespace-pre-line">{base.description}</p>}
      <p className="flex flex-wrap gap-x-4 text-small text-quiet">
        <span>{words.sources(base.source_count)}</span>
        <span>
          {words.model}: {base.embedding_model}
        </span>
        {base.understanding && base.understanding.chunks > 0 && (
          <span {...explain(words.understandingAbout)}>{understandingOf(base.understanding)}</span>
        )}
        <span>
          {words.made} <When at={base.created_at} />
        </span>
      </p>
      {base.embedding_switch && <ModelSwitch base={base} change={base.embedding_switch} />}
    </div>
    <div className="flex items-center gap-1">
      {edit && (
        <>
          <Link
            to="/sources"
            search={{ knowledge_base: base.id, add: 'file' }}
            aria-label={words.addTo(base.name)}
            className={buttonLook()}
          >
            {words.add}
          </Link>
          <IconButton icon={Pencil} label={words.editOf(base.name)} onClick={edit} />
        </>
      )}
      {remove && (
        <IconButton
          icon={Trash2}
          label={words.deleteOf(base.name)}
          disabled={base.is_default}
          about={base.is_default ? words.defaultAbout : words.deleteOf(base.name)}
          onClick={remove}
        />
      )}
    </div>
  </li>
);

function understandingOf({
  status,
  chunks,
  understood_chunks,
}: NonNullable<KnowledgeBase['understanding']>): string {
  if (status === 'done') return words.understanding.done;
  return words.understanding[status](Math.floor((100 * understood_chunks) / chunks));
}

/** The progress of a change of embedding model. */
const ModelSwitch = ({
  base,
  change,
}: {
  base: KnowledgeBase;
  change: NonNullable<KnowledgeBase['embedding_switch']>;
}) => (
  <div className="grid max-w-prose gap-1 pt-1">
    <p className="text-small text-accent-ink">
      {words.switching(change.to, Math.round(change.progress * 100))}
    </p>
    <ProgressBar value={change.progress} label={words.switchOf(base.name)} />
    {change.error && <p className="text-small text-bad">{change.error}</p>}
  </div>
);
