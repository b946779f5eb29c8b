import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { configurationQuery } from '#shared/api/configuration.ts';
import {
  activityQuery,
  type BaseActivity,
  type KnowledgeBase,
  knowledgeBasesQuery,
} from '#shared/api/knowledge-base-queries.ts';
import { Badge } from '#shared/components/badge.tsx';
import { AddButton, buttonLook, IconButton } from '#shared/components/button.tsx';
import { Empty, Failure, LoadingRows, Page } from '#shared/components/page.tsx';
import { explain, tip } from '#shared/components/tooltip.ts';
import { When } from '#shared/components/when.tsx';
import { canManage, canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { useSourceChanges } from '#shared/sources/use-source-changes.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { BaseFigures } from './base-figures.tsx';
import { DeleteBaseDialog } from './delete-base-dialog.tsx';
import { KnowledgeBaseDialog } from './knowledge-base-dialog.tsx';
import { ModelSwitch } from './model-switch.tsx';

const words = rooms.knowledgeBases;

export function KnowledgeBasesPage() {
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const { data, isPending, error, refetch } = useQuery(knowledgeBasesQuery);
  const { data: activity } = useQuery(activityQuery);
  const [edited, setEdited] = useState<KnowledgeBase | 'new'>();
  const [removing, setRemoving] = useState<KnowledgeBase>();
  // Members cannot read the configuration: they choose among models in use.
  const { data: configuration } = useQuery({
    ...configurationQuery,
    enabled: edited !== undefined && canManage(workspace.role),
  });
  const models = [
    ...(configuration?.models.embedding.choices ?? []),
    ...(data?.map(({ embedding_model }) => embedding_model) ?? []),
  ];
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
              activity={activity?.get(base.id)}
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
          models={models}
          close={() => setEdited(undefined)}
        />
      )}
      {removing && <DeleteBaseDialog base={removing} close={() => setRemoving(undefined)} />}
    </Page>
  );
}

const KnowledgeBaseRow = ({
  base,
  activity,
  edit,
  remove,
}: {
  base: KnowledgeBase;
  activity: BaseActivity | undefined;
  edit: (() => void) | undefined;
  remove: (() => void) | undefined;
}) => (
  <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3.5 last:border-b-0">
    <div className="grid min-w-0 flex-1 basis-60 gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to="/knowledge-bases/$id"
          params={{ id: base.id }}
          dir="auto"
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
      {base.description && (
        <p dir="auto" className="line-clamp-3 max-w-prose break-words whitespace-pre-line">
          {base.description}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 text-small text-quiet">
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
      <div className="pt-1">
        <BaseFigures base={base} activity={activity} />
      </div>
      {base.embedding_switch && <ModelSwitch base={base} change={base.embedding_switch} />}
    </div>
    <div className="flex items-center gap-1">
      {edit && (
        <>
          <Link
            to="/sources"
            search={{ knowledge_base: base.id, add: 'file' }}
            aria-label={words.addTo({ name: base.name })}
            className={buttonLook()}
          >
            {words.add}
          </Link>
          <IconButton icon={Pencil} label={words.editOf({ name: base.name })} onClick={edit} />
        </>
      )}
      {remove && (
        <IconButton
          icon={Trash2}
          label={words.deleteOf({ name: base.name })}
          disabled={base.is_default}
          about={base.is_default ? words.defaultAbout : words.deleteOf({ name: base.name })}
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
  return words.understanding[status]({ share: Math.floor((100 * understood_chunks) / chunks) / 100 });
}
