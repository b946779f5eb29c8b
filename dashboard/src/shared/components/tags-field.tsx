import { type KeyboardEvent, useId, useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { text } from '#shared/strings/text.ts';
import { CHIP_BOX, CHIP_INPUT, Chip } from './chip.tsx';

const words = text.common.tags;

/** Tags as chips: Enter or a comma adds one, Backspace in the empty field removes the last. */
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
  /** Suggestions while typing. */
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
    <div className="grid grid-cols-1 gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <div className={CHIP_BOX}>
        {tags.map((tag) => (
          <Chip
            key={tag}
            text={tag}
            removeLabel={words.remove(tag)}
            remove={() => change(tags.filter((each) => each !== tag))}
          />
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
          className={CHIP_INPUT}
        />
        <datalist id={`${id}-known`}>
          {known
            .filter((tag) => !tags.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
      </div>
      {(error ?? hint) && (
        <p id={`${id}-hint`} className={error ? 'text-small text-bad' : 'text-small text-quiet'}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
