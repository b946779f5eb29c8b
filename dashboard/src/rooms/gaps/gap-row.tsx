import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { PlaceLink } from '#shared/chat/place-link.tsx';
import { Badge } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { Sparkline } from '#shared/components/sparkline.tsx';
import { When } from '#shared/components/when.tsx';
import { AddToSet } from '#shared/questions/add-to-set.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import type { Gap, GapSuggestion } from './gap-queries.ts';
import { type Draft, SuggestedAnswer, SuggestIcon } from './suggested-answer.tsx';

const words = rooms.gaps;
const { verdicts } = rooms;

/** Wordings in sight. */
const SHOWN_EXAMPLES = 3;

/** A topic: what people asked, how often, and what can be done about it. */
export function GapRow({
  gap,
  isWriter,
  answer,
  correct,
  dismiss,
}: {
  gap: Gap;
  isWriter: boolean;
  answer: (draft?: Draft) => void;
  correct: (draft?: Draft) => void;
  dismiss: () => void;
}) {
  const { question, label, course, trend, suggestion } = gap;
  const [isSuggesting, setSuggesting] = useState(false);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3.5 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-72 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span dir="auto" className="line-clamp-3 font-medium break-words">
            {label ?? question}
          </span>
          {course && (
            <Badge tone={course === 'growing' ? 'warning' : 'accent'}>{words.courses[course]}</Badge>
          )}
        </p>
        {label !== undefined && <Examples gap={gap} />}
        <Facts gap={gap} />
        {suggestion && !isSuggesting && <Suggestion suggestion={suggestion} />}
      </div>
      <div className="hidden w-24 pt-1 md:block">
        <Sparkline values={trend} />
      </div>
      {isWriter && (
        <div className="flex flex-wrap gap-1">
          <Button
            aria-expanded={isSuggesting}
            aria-label={words.suggestOf({ question })}
            onClick={() => setSuggesting(!isSuggesting)}
          >
            <SuggestIcon />
            {words.suggest}
          </Button>
          <Button aria-label={words.addOf({ question })} onClick={() => answer()}>
            <Plus aria-hidden className="size-4" />
            {words.add}
          </Button>
          <Button aria-label={verdicts.correct.openOf({ question })} onClick={() => correct()}>
            {verdicts.correct.open}
          </Button>
          <AddToSet
            look="quiet"
            what={{ conversations: [gap.example] }}
            label={rooms.evaluations.addOf({ question })}
          />
          <Button look="quiet" aria-label={words.dismissOf({ question })} onClick={dismiss}>
            {words.dismiss}
          </Button>
        </div>
      )}
      {isSuggesting && <SuggestedAnswer gap={gap} pin={correct} add={answer} />}
    </li>
  );
}

/** The wordings of a topic, each with the way to its conversation. */
const Examples = ({ gap: { examples } }: { gap: Gap }) => (
  <p className="flex flex-wrap gap-x-3 text-body">
    {examples.slice(0, SHOWN_EXAMPLES).map(({ question, agent_id, session_id, message_id }) => (
      <Link
        key={message_id}
        to="/conversations/$agentId/$sessionId"
        params={{ agentId: agent_id, sessionId: session_id }}
        hash={message_id}
        preload={false}
        dir="auto"
        className="inline-flex min-h-6 max-w-full items-center break-words text-quiet hover:text-ink hover:underline"
      >
        {words.quoted({ question })}
      </Link>
    ))}
  </p>
);

const Facts = ({
  gap: { question, count, conversations, last_asked_at, best_confidence, example },
}: {
  gap: Gap;
}) => (
  <p className="flex flex-wrap items-center gap-x-4 text-small text-quiet">
    {count > 1 && (
      <span className="font-medium text-ink">
        {words.asked({ count })}
        {conversations > 1 && ` · ${words.people({ count: conversations })}`}
      </span>
    )}
    <span>
      {count > 1 ? words.last : words.once} <When at={last_asked_at} />
    </span>
    <span>{words.best({ share: best_confidence })}</span>
    <Link
      to="/conversations/$agentId/$sessionId"
      params={{ agentId: example.agent_id, sessionId: example.session_id }}
      hash={example.message_id}
      preload={false}
      className="inline-flex min-h-6 items-center underline hover:text-ink"
    >
      {words.example}
    </Link>
    <Link
      to="/agents/$id"
      params={{ id: example.agent_id }}
      search={{ ask: question }}
      preload={false}
      aria-label={words.tryOf({ question })}
      className="inline-flex min-h-6 items-center underline hover:text-ink"
    >
      {words.tryIt}
    </Link>
  </p>
);

/** What a source says that comes nearest to an answer. It opens beside the page. */
function Suggestion({ suggestion: { source_id, source_name, text } }: { suggestion: GapSuggestion }) {
  const places = useMemo(
    () => [{ sourceId: source_id, sourceName: source_name, snippet: text }],
    [source_id, source_name, text],
  );
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5 text-small text-quiet">
      <span>{words.nearest}</span>
      <PlaceLink
        places={places}
        index={0}
        dir="auto"
        className="inline-flex min-h-6 items-center underline [overflow-wrap:anywhere] hover:text-ink"
      >
        {source_name}
      </PlaceLink>
      <span dir="auto" className="line-clamp-2 basis-full break-words">
        {text}
      </span>
    </p>
  );
}
