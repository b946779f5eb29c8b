import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '#shared/components/button.tsx';
import { sources as words } from '#shared/strings/sources.ts';

/** A field to find words in a text, with buttons to the matches. Enter goes to the next one, Shift+Enter to the one before. */
export function FindField({
  value,
  change,
  index,
  count,
  go,
}: {
  value: string;
  change: (value: string) => void;
  index: number;
  count: number;
  go: (step: 1 | -1) => void;
}) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  };
  return (
    <div className="flex items-center gap-1">
      <label className="relative">
        <span className="sr-only">{words.reader.find}</span>
        <Search aria-hidden className="absolute start-2.5 top-2.5 size-4 text-quiet" />
        <input
          type="search"
          value={value}
          placeholder={words.reader.find}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-h-9 w-44 rounded-control border border-field bg-panel ps-8 pe-2 placeholder:text-quiet"
        />
      </label>
      {value.trim() !== '' && (
        <>
          <IconButton icon={ChevronUp} label={words.reader.previous} onClick={() => go(-1)} />
          <IconButton icon={ChevronDown} label={words.reader.next} onClick={() => go(1)} />
          <span className="text-small text-quiet" aria-live="polite">
            {words.reader.found(index, count)}
          </span>
        </>
      )}
    </div>
  );
}
