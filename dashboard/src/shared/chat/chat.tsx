import { RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#shared/components/button.tsx';
import { CopyButton } from '#shared/components/copy-button.tsx';
import { Failure } from '#shared/components/page.tsx';
import { spokenText } from '#shared/markdown/read-reply.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { Composer } from './composer.tsx';
import { ReplyFeedback } from './reply-feedback.tsx';
import { ReplyView } from './reply-view.tsx';
import { type ChatTurn, useChat } from './use-chat.ts';
import { WrittenReply } from './written-reply.tsx';

const words = rooms.chat;

/** A conversation with an agent. It is stored and listed like any other. */
export function Chat({
  agentId,
  welcome,
  note,
  disabledBecause,
  firstQuestion = '',
}: {
  agentId: string;
  welcome: string | null;
  /** A note above the text field. */
  note?: string | undefined;
  disabledBecause?: string | undefined;
  firstQuestion?: string;
}) {
  const { turns, sessionId, isRunning, send, stop, begin } = useChat(agentId);
  const field = useRef<HTMLTextAreaElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const last = turns.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is added at the end comes into view.
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [turns.length, last?.written, last?.state]);
  return (
    <section
      aria-label={words.title}
      className="flex h-[min(44rem,calc(100dvh-10rem))] min-h-96 flex-col rounded-panel border border-line bg-panel"
    >
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
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
        className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto p-4 focus-visible:-outline-offset-2"
      >
        {welcome && <p className="max-w-prose break-words whitespace-pre-line">{welcome}</p>}
        {turns.length === 0 && <p className="text-quiet">{words.empty}</p>}
        {turns.map((turn) => (
          <TurnView
            key={turn.key}
            turn={turn}
            agentId={agentId}
            sessionId={sessionId}
            retry={() => void send(turn.question)}
          />
        ))}
      </div>
      {/* Announced once complete, not word by word. */}
      <p role="status" className="sr-only">
        {last?.reply && words.replied({ reply: spokenText(last.reply.text) })}
      </p>
      {sessionId && (
        <div className="flex items-center justify-between gap-2 border-t border-line px-4 py-1 text-small text-quiet">
          <span className="min-w-0 truncate">
            {words.session} <code className="font-mono">{sessionId}</code>
          </span>
          <CopyButton value={sessionId} />
        </div>
      )}
      <Composer
        key={firstQuestion}
        field={field}
        first={firstQuestion}
        isRunning={isRunning}
        disabledBecause={disabledBecause}
        send={(message) => void send(message)}
        stop={stop}
      />
    </section>
  );
}

function TurnView({
  turn: { question, state, written, reply, messageId, error },
  agentId,
  sessionId,
  retry,
}: {
  turn: ChatTurn;
  agentId: string;
  sessionId: string | undefined;
  retry: () => void;
}) {
  return (
    <article className="grid gap-3">
      <p className="max-w-[85%] justify-self-end rounded-panel bg-accent-ground px-3 py-2 break-words whitespace-pre-line">
        <span className="sr-only">{words.you}: </span>
        <bdi>{question}</bdi>
      </p>
      {state !== 'failed' && (
        <div className="min-w-0">
          <span className="sr-only">{words.agent}: </span>
          {reply ? (
            <ReplyView reply={reply} opensTab />
          ) : (
            <WrittenReply text={written} isRunning={state === 'running'} />
          )}
        </div>
      )}
      {state === 'stopped' && <p className="text-small text-quiet">{words.stopped}</p>}
      {error && <Failure error={error} retry={retry} />}
      {messageId && sessionId && (
        <ReplyFeedback agentId={agentId} sessionId={sessionId} messageId={messageId} />
      )}
    </article>
  );
}
