import { useMemo } from 'react';
import { MarkdownView } from '#shared/markdown/markdown-view.tsx';
import { readReply } from '#shared/markdown/read-reply.ts';

/** A reply that is still being written, or was stopped. `progress`: what the service does before its first words. */
export function WrittenReply({
  text,
  isRunning,
  progress,
}: {
  text: string;
  isRunning: boolean;
  progress: string;
}) {
  const blocks = useMemo(() => readReply(text, [], { isWhole: !isRunning }), [text, isRunning]);
  return (
    <div aria-busy={isRunning}>
      <MarkdownView blocks={blocks} />
      {isRunning && text === '' && (
        <p className="flex items-center gap-2 text-quiet">
          <span aria-hidden className="size-2 shrink-0 animate-pulse rounded-full bg-accent" />
          <span className="min-w-0 break-words">{progress}</span>
        </p>
      )}
    </div>
  );
}
