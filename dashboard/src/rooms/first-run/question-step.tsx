import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Agent } from '#shared/api/agent.ts';
import { Composer } from '#shared/chat/composer.tsx';
import { ReplyView } from '#shared/chat/reply-view.tsx';
import { useChat } from '#shared/chat/use-chat.ts';
import { WrittenReply } from '#shared/chat/written-reply.tsx';
import { Failure } from '#shared/components/page.tsx';
import { spokenText } from '#shared/markdown/read-reply.ts';
import { sourceListQuery } from '#shared/sources/source-queries.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';

const { chat } = rooms;
const { firstRun } = text;

const words = firstRun.question;

/** Asks the agent a question and shows the answer with its sources. */
export function QuestionStep({ agent }: { agent: Agent }) {
  const { turns, isRunning, send, stop } = useChat(agent.id);
  const { data } = useInfiniteQuery(sourceListQuery({}));
  const hasSample = data?.pages[0]?.items.some(({ name }) => name === firstRun.sample.name);
  const field = useRef<HTMLTextAreaElement>(null);
  const isFieldThere = data !== undefined;
  useEffect(() => {
    // The button that had the focus is gone, and the heading has it now.
    if (isFieldThere && !document.activeElement?.matches('button, input, textarea, a'))
      field.current?.focus();
  }, [isFieldThere]);
  const last = turns.at(-1);
  return (
    <div className="grid gap-3">
      <p className="text-quiet">{words.about}</p>
      <div className="grid gap-4">
        {turns.map((turn) => (
          <article key={turn.key} className="grid gap-3">
            <p className="max-w-[85%] justify-self-end rounded-panel bg-accent-ground px-3 py-2 break-words whitespace-pre-line">
              <span className="sr-only">{chat.you}: </span>
              {turn.question}
            </p>
            {turn.reply ? (
              <ReplyView reply={turn.reply} opensTab />
            ) : (
              <WrittenReply text={turn.written} isRunning={turn.state === 'running'} />
            )}
            {turn.state === 'stopped' && <p className="text-small text-quiet">{chat.stopped}</p>}
            {turn.error && <Failure error={turn.error} retry={() => void send(turn.question)} />}
          </article>
        ))}
      </div>
      <p role="status" className="sr-only">
        {last?.reply && chat.replied({ reply: spokenText(last.reply.text) })}
      </p>
      <div className="rounded-panel border border-line [&>form]:border-t-0">
        <Composer
          key={isFieldThere ? 'ready' : 'loading'}
          field={field}
          first={hasSample ? firstRun.sample.question : ''}
          isRunning={isRunning}
          disabledBecause={undefined}
          send={(message) => void send(message)}
          stop={stop}
        />
      </div>
    </div>
  );
}
