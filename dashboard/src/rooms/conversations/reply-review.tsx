import { Check, CircleDashed, X } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { request } from '#shared/api/request.ts';
import type { Message, Verdict } from '#shared/chat/reply.ts';
import { Badge, type Tone } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { TextArea } from '#shared/components/field.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { lazyPart } from '#shared/lazy-part.ts';
import { AddToSet } from '#shared/questions/add-to-set.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { sessionPath } from './conversation-queries.ts';

const words = rooms.verdicts;

const CorrectDialog = lazyPart(() => import('#shared/answers/correct-dialog.tsx'), 'CorrectDialog');

type Word = Verdict['verdict'];

const CHOICES: [Word, ComponentType<{ className?: string }>][] = [
  ['right', Check],
  ['incomplete', CircleDashed],
  ['wrong', X],
];
const TONES: Record<Word, Tone> = { right: 'good', incomplete: 'warning', wrong: 'bad' };

/** What reviewers say of a reply; writers also judge and correct it. question: what it answers. */
export function ReplyReview({
  agentId,
  sessionId,
  message,
  question,
  isWriter,
}: {
  agentId: string;
  sessionId: string;
  message: Message;
  question: string | undefined;
  isWriter: boolean;
}) {
  const { id: me } = useAccount();
  const given = message.verdicts ?? [];
  const own = given.find(({ author }) => author.id === me);
  const path = `${sessionPath(agentId, sessionId)}/messages/${message.id}/verdict`;
  return (
    <div className="grid gap-2">
      {given.length > 0 && <Verdicts given={given} />}
      {isWriter && (
        <>
          <OwnVerdict path={path} own={own} />
          {question !== undefined && (
            <div className="flex flex-wrap gap-2">
              <Correct agentId={agentId} message={message} question={question} path={path} own={own} />
              <AddToSet
                look="quiet"
                what={{
                  conversations: [{ agent_id: agentId, session_id: sessionId, message_id: message.id }],
                }}
                label={rooms.evaluations.addOf({ question })}
              />
            </div>
          )}
        </>
      )}
    </div>
  );
}

const Verdicts = ({ given }: { given: readonly Verdict[] }) => (
  <ul aria-label={words.list} className="grid gap-1">
    {given.map(({ verdict, note, author }) => (
      <li key={author.id} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Badge tone={TONES[verdict]}>{words.by({ verdict: words.names[verdict], name: author.name })}</Badge>
        {note && (
          <span dir="auto" className="break-words whitespace-pre-line">
            {note}
          </span>
        )}
      </li>
    ))}
  </ul>
);

/** What a verdict keeps when another part of it changes. */
const bodyOf = (own: Verdict | undefined, changes: Partial<Verdict>) => {
  const { verdict, note, must = [], source_ids = [] } = { ...own, ...changes };
  return { verdict, must, source_ids, ...(note?.trim() && { note }) };
};

/** Buttons that save a verdict at once, and a note after that. The pressed button takes the verdict back. */
function OwnVerdict({ path, own }: { path: string; own: Verdict | undefined }) {
  const [note, setNote] = useState(own?.note ?? '');
  const stale = [['conversations']];
  const judge = useSave((changes: Partial<Verdict>) => request('PUT', path, bodyOf(own, changes)), {
    said: words.saved,
    stale,
  });
  const takeBack = useSave(() => request('DELETE', path), { said: words.removed, stale });
  const error = judge.error ?? takeBack.error;
  return (
    <div className="grid gap-2">
      <fieldset
        className="flex flex-wrap items-center gap-1"
        disabled={judge.isPending || takeBack.isPending}
      >
        <legend className="sr-only">{words.label}</legend>
        {CHOICES.map(([verdict, Icon]) => (
          <button
            key={verdict}
            type="button"
            aria-pressed={own?.verdict === verdict}
            onClick={() => (own?.verdict === verdict ? takeBack.mutate() : judge.mutate({ verdict }))}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-control border border-field px-2.5 text-small shadow-control font-medium hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-ground aria-pressed:text-accent-ink"
          >
            <Icon aria-hidden className="size-3.5" />
            {words.names[verdict]}
          </button>
        ))}
      </fieldset>
      {error && (
        <p role="alert" className="text-small text-bad">
          {error.message}
        </p>
      )}
      {own && (
        <form
          className="grid justify-items-start gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            judge.mutate({ note });
          }}
        >
          <div className="w-full">
            <TextArea
              label={words.note}
              rows={2}
              maxLength={LIMITS.feedbackCommentCharacters}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </div>
          <Button type="submit" disabled={note === (own.note ?? '')} isBusy={judge.isPending}>
            {words.saveNote}
          </Button>
        </form>
      )}
    </div>
  );
}

function Correct({
  agentId,
  message,
  question,
  path,
  own,
}: {
  agentId: string;
  message: Message;
  question: string;
  path: string;
  own: Verdict | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{words.correct.open}</Button>
      {isOpen && (
        <Suspense>
          <CorrectDialog
            correction={{ agentId, question, answer: message.text, sources: message.sources ?? [] }}
            about={words.correct.aboutReply}
            alsoSend={(source_ids) => request('PUT', path, bodyOf(own, { verdict: 'wrong', source_ids }))}
            close={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
