import { useMemo } from 'react';
import { MarkdownView } from '#shared/markdown/markdown-view.tsx';
import { readReply } from '#shared/markdown/read-reply.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.chat;

/** A reply that is still being written, or was stopped. */
export function WrittenReply({ text, isRunning }: { text: string; isRunning: boolean }) {
  const blocks = useMemo(() => readReply(text, [], { isWhole: !isRunning }), [text, isRunning]);
  return (
    <div aria-busy={isRunning}>
      <MarkdownView blocks={blocks} />
      {isRunning && text === '' && <p className="text-quiet">{words.thinking}</p>}
    </div>
  );
}
