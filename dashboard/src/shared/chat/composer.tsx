import { ArrowUp, Square } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { Button } from '#shared/components/button.tsx';
import { chat as words } from '#shared/strings/chat.ts';

/** Stop takes the place of Send: the second click of a double click must not stop what the first one sent. */
const DOUBLE_CLICK_MS = 500;

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
  const last = useRef('');
  const [isJustSent, setJustSent] = useState(false);
  // Until what was sent is drawn, a second click would send it again.
  const isSending = useRef(false);
  useEffect(() => {
    isSending.current = false;
  });
  const over = Array.from(typed).length - LIMITS.messageCharacters;
  const isReady = typed.trim() !== '' && over <= 0 && !isRunning && disabledBecause === undefined;
  const submit = (): void => {
    if (!isReady || isSending.current) return;
    isSending.current = true;
    last.current = typed;
    setJustSent(true);
    setTimeout(() => setJustSent(false), DOUBLE_CLICK_MS);
    send(typed);
    setTyped('');
  };
  const stopAndTakeBack = (event: MouseEvent): void => {
    // By the time of the default action, the same element is the button that sends.
    event.preventDefault();
    if (isJustSent) return;
    stop();
    // The question is not stored: it comes back to be changed and sent again.
    setTyped((now) => now || last.current);
    field.current?.focus();
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
          <Button onClick={stopAndTakeBack} aria-disabled={isJustSent}>
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
        {disabledBecause ?? (over > 0 ? words.tooLong(over) : words.keys)}
      </p>
    </form>
  );
}
