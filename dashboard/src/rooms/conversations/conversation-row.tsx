import { Link } from '@tanstack/react-router';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import type { MouseEvent } from 'react';
import { toneOf } from '#shared/chat/confidence.tsx';
import { Badge } from '#shared/components/badge.tsx';
import { explain, tip } from '#shared/components/tooltip.ts';
import { When } from '#shared/components/when.tsx';
import { nameOfChannel } from '#shared/name-of-channel.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { Conversation } from './conversation-queries.ts';
import { HandoverStatus } from './handover-status.tsx';
import { TagList } from './triage-panel.tsx';

const words = rooms.conversations;
const { triage } = rooms;

/** Names a conversation among those of all agents. */
export const keyOf = ({ agent, session_id }: Pick<Conversation, 'agent' | 'session_id'>): string =>
  `${agent.id} ${session_id}`;

/** A conversation in the list. open: opens it beside the list; undefined follows the link. */
export const ConversationRow = ({
  item,
  isCurrent,
  isSelected,
  select,
  open,
}: {
  item: Conversation;
  /** The one that the keyboard acts on, and that is shown beside the list. */
  isCurrent: boolean;
  isSelected: boolean;
  select: ((isSelected: boolean, event: MouseEvent) => void) | undefined;
  open: (() => void) | undefined;
}) => {
  const title = item.first_question ?? words.noQuestion;
  return (
    <li
      id={`row ${keyOf(item)}`}
      aria-current={isCurrent || undefined}
      className={`flex border-b border-line last:border-b-0 ${isCurrent ? 'bg-accent-ground' : ''} ${isSelected ? 'bg-sunken' : ''}`}
    >
      {select && (
        <label className="grid w-11 shrink-0 cursor-pointer place-items-center">
          <input
            type="checkbox"
            aria-label={triage.select({ title })}
            checked={isSelected}
            onClick={(event) => select(event.currentTarget.checked, event)}
            onChange={() => undefined}
            className="size-4 accent-accent"
          />
        </label>
      )}
      <Link
        to="/conversations/$agentId/$sessionId"
        params={{ agentId: item.agent.id, sessionId: item.session_id }}
        preload={false}
        onClick={(event) => {
          if (!open || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          open();
        }}
        className={`grid min-w-0 flex-1 grid-cols-1 gap-0.5 py-2.5 pe-4 hover:bg-sunken focus-visible:-outline-offset-2 ${select ? 'ps-1' : 'ps-4'}`}
      >
        <span className="flex min-w-0 items-baseline justify-between gap-4">
          <span
            dir="auto"
            className={`min-w-0 flex-1 truncate ${item.state === 'open' ? 'font-medium' : 'text-quiet'}`}
          >
            {title}
          </span>
          <span className="text-small text-quiet">
            <When at={item.last_activity_at} />
          </span>
        </span>
        <span dir="auto" className="truncate text-small text-quiet" {...tip(triage.preview)}>
          {item.last_reply ?? triage.noReply}
        </span>
        <span className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small">
          <span className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-quiet">
            <span className="[overflow-wrap:anywhere]">{item.agent.name}</span>
            {item.channel && <span>{nameOfChannel(item.channel)}</span>}
            <span>{words.messages({ count: item.message_count })}</span>
            {item.tags.length > 0 && <TagList tags={item.tags} />}
          </span>
          <span className="flex flex-wrap items-center gap-2">
            {item.handover && item.handover.status !== 'resolved' ? (
              <HandoverStatus status={item.handover.status} />
            ) : (
              item.state === 'resolved' && <Badge>{triage.states.resolved}</Badge>
            )}
            <Ratings ratings={item.ratings} />
            {item.lowest_confidence !== undefined && (
              <span {...explain(words.lowestAbout)}>
                <Badge tone={toneOf(item.lowest_confidence)}>
                  {words.lowest({ share: item.lowest_confidence })}
                </Badge>
              </span>
            )}
            {item.assignee && <Initials name={item.assignee.name} />}
          </span>
        </span>
      </Link>
    </li>
  );
};

const Initials = ({ name }: { name: string }) => (
  <span
    role="img"
    aria-label={triage.assignedTo({ name })}
    {...tip(triage.assignedTo({ name }))}
    className="grid size-6 place-items-center rounded-full bg-accent-ground text-small font-medium text-accent-ink"
  >
    {[...name.trim()][0]?.toUpperCase() ?? '?'}
  </span>
);

const Ratings = ({ ratings: { up, down } }: { ratings: Conversation['ratings'] }) => (
  <>
    {up > 0 && (
      <span className="inline-flex items-center gap-1 text-good" {...tip(words.ratedUp({ count: up }))}>
        <ThumbsUp aria-hidden className="size-3.5" />
        <span className="sr-only">{words.ratedUp({ count: up })}</span>
        <span aria-hidden>{up}</span>
      </span>
    )}
    {down > 0 && (
      <span className="inline-flex items-center gap-1 text-bad" {...tip(words.ratedDown({ count: down }))}>
        <ThumbsDown aria-hidden className="size-3.5" />
        <span className="sr-only">{words.ratedDown({ count: down })}</span>
        <span aria-hidden>{down}</span>
      </span>
    )}
  </>
);
