import { useQuery } from '@tanstack/react-query';
import { Check, RotateCcw, Tag, Tags, UserRound, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { conversationCountsQuery } from '#shared/api/conversation-counts.ts';
import { Button } from '#shared/components/button.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { TagsField } from '#shared/components/tags-field.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { AddToSet } from '#shared/questions/add-to-set.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { assigneesQuery, type Conversation } from './conversation-queries.ts';
import { type BulkChange, useBulkTriage } from './use-triage.ts';

const { triage } = rooms;

const words = triage.bulk;

/** What can be done to all selected conversations. */
export function SelectionBar({ chosen, clear }: { chosen: readonly Conversation[]; clear: () => void }) {
  const { id: me } = useAccount();
  const { data: people = [] } = useQuery(assigneesQuery);
  const [asked, setAsked] = useState<'add_tags' | 'remove_tags'>();
  const bulk = useBulkTriage();
  const run = (change: Omit<BulkChange, 'chosen'>): void =>
    bulk.mutate(
      { ...change, chosen },
      {
        onSuccess: () => {
          setAsked(undefined);
          clear();
        },
      },
    );
  return (
    <div
      role="toolbar"
      aria-label={words.label}
      className="sticky top-0 z-10 flex flex-wrap items-center gap-1 border-b border-line bg-accent-ground px-3 py-1"
    >
      <span aria-live="polite" className="me-2 font-medium">
        {words.selected({ count: chosen.length })}
      </span>
      <Tool label={words.resolve} isBusy={bulk.isPending} run={() => run({ action: 'resolve' })}>
        <Check aria-hidden className="size-4" />
      </Tool>
      <Tool label={words.reopen} isBusy={bulk.isPending} run={() => run({ action: 'reopen' })}>
        <RotateCcw aria-hidden className="size-4" />
      </Tool>
      <Tool
        label={words.assignMe}
        isBusy={bulk.isPending}
        run={() => run({ action: 'assign', assignee_id: me })}
      >
        <UserRound aria-hidden className="size-4" />
      </Tool>
      <FilterSelect
        label={words.assign}
        value={undefined}
        options={[
          { value: '', label: words.assign },
          { value: 'none', label: words.unassign },
          ...people.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        choose={(id) => id && run({ action: 'assign', assignee_id: id === 'none' ? null : id })}
      />
      <Tool label={words.tag} isBusy={bulk.isPending} run={() => setAsked('add_tags')}>
        <Tag aria-hidden className="size-4" />
      </Tool>
      <Tool label={words.untag} isBusy={bulk.isPending} run={() => setAsked('remove_tags')}>
        <Tags aria-hidden className="size-4" />
      </Tool>
      <AddToSet
        look="quiet"
        what={{
          conversations: chosen
            .slice(0, LIMITS.conversationsOfAnAddition)
            .map(({ agent, session_id }) => ({ agent_id: agent.id, session_id })),
        }}
      />
      <span className="flex-1" />
      <Button look="quiet" aria-label={words.clear} about={words.clear} onClick={clear}>
        <X aria-hidden className="size-4" />
      </Button>
      {asked && (
        <TagsDialog
          title={(asked === 'add_tags' ? words.tagTitle : words.untagTitle)({ count: chosen.length })}
          action={asked === 'add_tags' ? words.tag : words.untag}
          isBusy={bulk.isPending}
          run={(tags) => run({ action: asked, tags })}
          close={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

/** Its label is shown if there is room. */
const Tool = ({
  label,
  isBusy,
  run,
  children,
}: {
  label: string;
  isBusy: boolean;
  run: () => void;
  children: ReactNode;
}) => (
  <Button look="quiet" className="px-2!" about={label} disabled={isBusy} onClick={run}>
    {children}
    <span className="sr-only lg:not-sr-only">{label}</span>
  </Button>
);

function TagsDialog({
  title,
  action,
  isBusy,
  run,
  close,
}: {
  title: string;
  action: string;
  isBusy: boolean;
  run: (tags: string[]) => void;
  close: () => void;
}) {
  const { data: counts } = useQuery(conversationCountsQuery);
  const [tags, setTags] = useState<string[]>([]);
  return (
    <FormDialog
      title={title}
      action={action}
      isBusy={isBusy}
      disabled={tags.length === 0}
      error={null}
      submit={() => tags.length > 0 && run(tags)}
      close={close}
    >
      <TagsField
        label={words.tags}
        tags={tags}
        change={setTags}
        known={counts?.tags.map(({ tag }) => tag) ?? []}
      />
    </FormDialog>
  );
}
