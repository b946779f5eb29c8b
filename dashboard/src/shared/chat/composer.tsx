import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { tip } from '#shared/components/tooltip.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.chat;

/** Stop takes the place of Send, and Send that of Stop: the second click of a double click is not meant for either. */
const DOUBLE_CLICK_MS = 500;

/** The message field. Enter sends, Shift+Enter starts a new line. */
export function Composer({
  field,
  typed,
  type,
  isRunning,
  disabledBecause,
  send,
  stop,
}: {
  field: RefObject<HTMLTextAreaElement | null>;
  typed: string;
  type: (text: string) => void;
  isRunning: boolean;
  disabledBecause: string | undefined;
  send: (message: string) => void;
  stop: () => void;
}) {
  const id = useId();
  const switchedAt = useRef(0);
  // Until what was sent is drawn, a second click would send it again.
  const isSending = useRef(false);
  useEffect(() => {
    isSending.current = false;
  });
  const isSecondClick = (): boolean => performance.now() - switchedAt.current < DOUBLE_CLICK_MS;
  const over = Array.from(typed).length - LIMITS.messageCharacters;
  const isReady = typed.trim() !== '' && over <= 0 && !isRunning && disabledBecause === undefined;
  const submit = (): void => {
    if (!isReady || isSending.current) return;
    isSending.current = true;
    switchedAt.current = performance.now();
    send(typed);
    type('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const problem = disabledBecause ?? (over > 0 ? words.tooLong({ over }) : undefined);
  return (
    <form
      className="grid gap-1 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="relative">
        <textarea
          ref={field}
          aria-label={words.message}
          aria-describedby={problem ? id : undefined}
          dir="auto"
          rows={1}
          value={typed}
          disabled={disabledBecause !== undefined}
          placeholder={words.placeholder}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className="block field-sizing-content max-h-48 min-h-11 w-full min-w-0 resize-none rounded-panel border border-field bg-panel ps-3 pe-12 pt-2.5 pb-2 placeholder:text-quiet disabled:bg-sunken"
        />
        {isRunning ? (
          <button
            // Another element than Send: a button that becomes one of type submit during its click would submit.
            key="stop"
            type="button"
            aria-label={words.stop}
            {...tip(words.stop)}
            onClick={() => {
              if (isSecondClick()) return;
              switchedAt.current = performance.now();
              stop();
            }}
            className={`${BUTTON} border border-field bg-panel text-ink hover:bg-sunken`}
          >
            <Square aria-hidden className="size-3.5" />
          </button>
        ) : (
          <button
            key="send"
            type="submit"
            onClick={(event) => event.detail > 0 && isSecondClick() && event.preventDefault()}
            aria-label={words.send}
            {...tip(words.sendTip)}
            disabled={!isReady}
            className={`${BUTTON} bg-accent text-on-accent hover:brightness-110 disabled:bg-sunken disabled:text-quiet`}
          >
            <ArrowUp aria-hidden className="size-4" />
          </button>
        )}
      </div>
      {problem && (
        <p id={id} className={`text-small ${over > 0 ? 'text-bad' : 'text-quiet'}`}>
          {problem}
        </p>
      )}
    </form>
  );
}

const BUTTON = 'absolute end-1.5 bottom-1.5 grid size-8 place-items-center rounded-control';
