import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { Button } from '#shared/components/button.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.chat;

/** The message field. Enter sends, Shift+Enter starts a new line. */
export function Composer({
  field,
  first,
  isRunning,
  disabledBecause,
  send,
  stop,
}: {
  field: RefObject<HTMLTextAreaElement | null>;
  /** The initial text. */
  first: string;
  isRunning: boolean;
  disabledBecause: string | undefined;
  send: (message: string) => void;
  stop: () => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState(first);
  const over = Array.from(typed).length - LIMITS.messageCharacters;
  const isReady = typed.trim() !== '' && over <= 0 && !isRunning && disabledBecause === undefined;
  const submit = (): void => {
    if (!isReady) return;
    send(typed);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="grid gap-1 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          aria-label={words.message}
          aria-describedby={id}
          rows={2}
          value={typed}
          disabled={disabledBecause !== undefined}
          placeholder={words.placeholder}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-40 min-h-14 w-full min-w-0 resize-none rounded-control border border-strong-line/70 bg-panel px-2.5 py-1.5 placeholder:text-quiet disabled:bg-sunken"
        />
        {isRunning ? (
          <Button onClick={stop}>
            <Square aria-hidden className="size-3.5" />
            {words.stop}
          </Button>
        ) : (
          <Button type="submit" look="primary" disabled={!isReady}>
            <ArrowUp aria-hidden className="size-4" />
            {words.send}
          </Button>
        )}
      </div>
      <p id={id} className={`text-small ${over > 0 ? 'text-bad' : 'text-quiet'}`}>
        {disabledBecause ?? (over > 0 ? words.tooLong({ over }) : words.keys)}
      </p>
    </form>
  );
}
