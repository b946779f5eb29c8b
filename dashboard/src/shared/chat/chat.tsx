import { RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#shared/components/button.tsx';
import { CopyButton } from '#shared/components/copy-button.tsx';
import { Failure } from '#shared/components/page.tsx';
import { spokenText } from '#shared/markdown/read-reply.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { CitationDesk } from './citation-desk.tsx';
import { Composer } from './composer.tsx';
import { useKeptText } from './kept-text.ts';
import { ReplyFeedback } from './reply-feedback.tsx';
import { ReplyView } from './reply-view.tsx';
import { type ChatTurn, useChat } from './use-chat.ts';
import { useProgress } from './use-progress.ts';
import { WrittenReply } from './written-reply.tsx';

const words = rooms.chat;

/** A conversation with an agent. It is stored and listed like any other. */
export function Chat({
  agentId,
  welcome,
  note,
  disabledBecause,
  firstQuestion = '',
  isDraft = false,
  suggestions = [],
}: {
  agentId: string;
  welcome: string | null;
  /** A note above the text field. */
  note?: string | undefined;
  disabledBecause?: string | undefined;
  firstQuestion?: string;
  /** The saved draft of the agent answers. */
  isDraft?: boolean;
  /** Questions to begin with. */
  suggestions?: readonly string[];
}) {
  const [typed, type] = useKeptText(`chat draft of ${agentId}`, firstQuestion);
  const { turns, sessionId, isRestoring, isRunning, send, stop, begin } = useChat(
    agentId,
    (question) => {
      if (typed.trim() === '') type(question);
    },
    isDraft,
  );
  const progress = useProgress(agentId);
  const field = useRef<HTMLTextAreaElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const last = turns.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is added at the end comes into view.
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [turns.length, last?.written, last?.state]);
  return (
    <CitationDesk>
      <section
        aria-label={words.title}
        className="flex h-[calc(100dvh-10rem)] min-h-96 flex-col rounded-panel border border-line bg-panel shadow-panel"
      >
        <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-2">
          <h2 className="text-title font-semibold">{words.title}</h2>
          <Button
            look="quiet"
            disabled={turns.length === 0}
            onClick={() => {
              begin();
              field.current?.focus();
            }}
          >
            <RotateCcw aria-hidden className="size-4" />
            {words.newSession}
          </Button>
        </header>
        {note && (
          <p className="border-b border-line bg-warning-ground px-4 py-1.5 text-small text-warning">{note}</p>
        )}
        <div
          ref={log}
          role="log"
          aria-label={words.label}
          aria-live="off"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
          tabIndex={0}
          className="grid min-h-0 flex-1 grid-cols-1 content-start gap-4 overflow-y-auto p-4 text-prose focus-visible:-outline-offset-2"
        >
          {welcome && (
            <p dir="auto" className="max-w-prose break-words whitespace-pre-line">
              {welcome}
            </p>
          )}
          {isRestoring && <p className="text-quiet">{words.restoring}</p>}
          {turns.length === 0 && !isRestoring && (
            <div className="grid justify-items-start gap-2">
              <p className="text-quiet">{words.empty}</p>
              {disabledBecause === undefined &&
                suggestions.map((question) => (
                  <button
                    key={question}
                    type="button"
                    dir="auto"
                    onClick={() => void send(question)}
                    className="min-h-8 max-w-full rounded-panel border border-line px-3 py-1.5 text-start text-body [overflow-wrap:anywhere] hover:border-strong-line hover:bg-sunken"
                  >
                    {question}
                  </button>
                ))}
            </div>
          )}
          {turns.map((turn) => (
            <TurnView
              key={turn.key}
              turn={turn}
              agentId={agentId}
              sessionId={sessionId}
              progress={progress(turn.search)}
              retry={() => void send(turn.question)}
            />
          ))}
          {sessionId && <Session id={sessionId} />}
        </div>
        {/* Announced once complete, not word by word. */}
        <p role="status" className="sr-only">
          {last?.reply && words.replied({ reply: spokenText(last.reply.text) })}
        </p>
        <Composer
          field={field}
          typed={typed}
          type={type}
          isRunning={isRunning}
          disabledBecause={disabledBecause}
          send={(message) => void send(message)}
          stop={stop}
        />
      </section>
    </CitationDesk>
  );
}

/** One quiet line at the end of the conversation. */
const Session = ({ id }: { id: string }) => (
  <p className="flex items-center gap-2 text-small text-quiet">
    <span className="min-w-0 truncate">
      {words.session} <code className="font-mono">{id}</code>
    </span>
    <CopyButton value={id} />
  </p>
);

function TurnView({
  turn: { question, state, written, reply, messageId, feedback, error },
  agentId,
  sessionId,
  progress,
  retry,
}: {
  turn: ChatTurn;
  agentId: string;
  sessionId: string | undefined;
  progress: string;
  retry: () => void;
}) {
  return (
    <article className="grid grid-cols-1 gap-3">
      {question !== '' && <Question text={question} />}
      {state !== 'failed' && (
        <div className="min-w-0">
          <span className="sr-only">{words.agent}: </span>
          {reply ? (
            <ReplyView
              reply={reply}
              actions={
                messageId &&
                sessionId && (
                  <ReplyFeedback
                    agentId={agentId}
                    sessionId={sessionId}
                    messageId={messageId}
                    given={feedback}
                  />
                )
              }
            />
          ) : (
            <WrittenReply text={written} isRunning={state === 'running'} progress={progress} />
          )}
        </div>
      )}
      {state === 'stopped' && <p className="text-small text-quiet">{words.stopped}</p>}
      {error && <Failure error={error} retry={retry} />}
    </article>
  );
}

/** What a person asked. */
export const Question = ({ text }: { text: string }) => (
  <p
    dir="auto"
    className="max-w-[85%] justify-self-end rounded-panel bg-accent-ground px-3 py-2 break-words whitespace-pre-line"
  >
    <span className="sr-only">{words.you}: </span>
    {text}
  </p>
);
