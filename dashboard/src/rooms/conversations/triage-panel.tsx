import { useQuery } from '@tanstack/react-query';
import { Check, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { conversationCountsQuery } from '#shared/api/conversation-counts.ts';
import { Badge } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { Select } from '#shared/components/select.tsx';
import { TagsField } from '#shared/components/tags-field.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { assigneesQuery, type Conversation } from './conversation-queries.ts';
import { useTriage } from './use-triage.ts';

const words = rooms.triage;

/** The state of a conversation, who looks after it, and its tags. A pending hand-over has buttons of its own. */
export function TriagePanel({ conversation, isWriter }: { conversation: Conversation; isWriter: boolean }) {
  const change = useTriage();
  const { state, handover, assignee, tags } = conversation;
  const isPending = handover !== undefined && handover.status !== 'resolved';
  return (
    <section className="grid gap-3 rounded-panel border border-line bg-panel p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={state === 'open' ? 'accent' : 'plain'}>{words.states[state]}</Badge>
        {isWriter ? (
          <AssigneeSelect
            assignee={assignee}
            isBusy={change.isPending}
            choose={(person) =>
              change.mutate({
                conversation,
                assignee_id: person?.id ?? null,
                said: person ? words.assigned({ name: person.name }) : words.unassigned,
              })
            }
          />
        ) : (
          assignee && (
            <span className="text-small text-quiet">{words.assignedTo({ name: assignee.name })}</span>
          )
        )}
        <span className="flex-1" />
        {isWriter && state === 'open' && !isPending && (
          <Button
            look="primary"
            isBusy={change.isPending}
            onClick={() => change.mutate({ conversation, state: 'resolved', said: words.resolved })}
          >
            <Check aria-hidden className="size-4" />
            {words.resolve}
          </Button>
        )}
        {isWriter && state === 'resolved' && (
          <Button
            isBusy={change.isPending}
            onClick={() => change.mutate({ conversation, state: 'open', said: words.reopened })}
          >
            <RotateCcw aria-hidden className="size-4" />
            {words.reopen}
          </Button>
        )}
      </div>
      {isWriter ? (
        <Tags
          key={`${conversation.session_id} ${tags.join('\n')}`}
          tags={tags}
          save={(next) => change.mutate({ conversation, tags: next, said: words.tagged })}
        />
      ) : (
        tags.length > 0 && <TagList tags={tags} />
      )}
    </section>
  );
}

export const TagList = ({ tags }: { tags: readonly string[] }) => (
  <span className="flex min-w-0 flex-wrap gap-1">
    {tags.map((tag) => (
      <span key={tag} dir="auto" className="truncate rounded-control bg-sunken px-1.5 text-small text-quiet">
        {tag}
      </span>
    ))}
  </span>
);

/** Saves each change at once. */
function Tags({ tags: saved, save }: { tags: readonly string[]; save: (tags: string[]) => void }) {
  const { data: counts } = useQuery(conversationCountsQuery);
  const [tags, setTags] = useState(saved);
  return (
    <TagsField
      label={words.bulk.tags}
      isLabelHidden
      tags={tags}
      known={counts?.tags.map(({ tag }) => tag) ?? []}
      change={(next) => {
        setTags(next);
        save(next);
      }}
    />
  );
}

type Person = { id: string; name: string };

function AssigneeSelect({
  assignee,
  isBusy,
  choose,
}: {
  assignee: Conversation['assignee'];
  isBusy: boolean;
  choose: (person: Person | undefined) => void;
}) {
  const { data: people = [] } = useQuery(assigneesQuery);
  const all: Person[] =
    assignee && !people.some(({ id }) => id === assignee.id) ? [assignee, ...people] : people;
  return (
    <Select
      aria-label={words.filters.assignee}
      disabled={isBusy}
      value={assignee?.id ?? ''}
      options={[
        { value: '', label: words.filters.noOne },
        ...all.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      choose={(chosen) => choose(all.find(({ id }) => id === chosen))}
      className="inline-flex min-h-8 max-w-52 items-center gap-2 rounded-control border border-field bg-panel px-2.5 text-body shadow-control"
    />
  );
}
