import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { LIMITS } from '../limits.ts';
import { text } from '../strings.ts';

const words = text.common.tags;

/** Tags as chips: Enter or a comma adds what was typed, Backspace in the empty field takes the last one away. */
export function TagsField({
  label,
  tags,
  change,
  known = [],
  hint,
  error,
  isLabelHidden = false,
}: {
  label: string;
  tags: readonly string[];
  change: (tags: string[]) => void;
  /** Offered while typing. */
  known?: readonly string[];
  hint?: string;
  error?: string | undefined;
  isLabelHidden?: boolean;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const added = typed.split(',').map((tag) => tag.trim());
    setTyped('');
    const all = [...new Set([...tags, ...added.filter((tag) => tag !== '')])];
    if (all.length > tags.length) change(all);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) change(tags.slice(0, -1));
    if (event.key !== ',' && (event.key !== 'Enter' || typed.trim() === '')) return;
    event.preventDefault();
    add();
  };
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <div className="flex min-h-9 flex-wrap items-center gap-1 rounded-control border border-strong-line/70 bg-panel p-1 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
        {tags.map((tag) => (
          <span
            key={tag}
            className="inline-flex max-w-full items-center gap-0.5 rounded-control bg-sunken pl-2 text-small"
          >
            <span className="truncate">{tag}</span>
            <button
              type="button"
              aria-label={words.remove(tag)}
              onClick={() => change(tags.filter((each) => each !== tag))}
              className="grid size-6 place-items-center rounded-control text-quiet hover:text-ink"
            >
              <X aria-hidden className="size-3" />
            </button>
          </span>
        ))}
        <input
          id={id}
          list={`${id}-known`}
          value={typed}
          maxLength={LIMITS.tagCharacters}
          placeholder={tags.length === 0 ? words.placeholder : ''}
          aria-describedby={`${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
          className="min-h-7 min-w-24 flex-1 bg-transparent px-1.5 placeholder:text-quiet focus-visible:outline-none"
        />
        <datalist id={`${id}-known`}>
          {known
            .filter((tag) => !tags.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
      </div>
      <p id={`${id}-hint`} className={error ? 'text-small text-bad' : 'text-small text-quiet'}>
        {error ?? hint}
      </p>
    </div>
  );
}
