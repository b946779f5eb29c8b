import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { CHIP_BOX, CHIP_INPUT, Chip } from '#shared/components/chip.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import type { Source } from './source.ts';
import { sourceChoicesQuery, sourceQuery } from './source-queries.ts';

const { playground } = rooms;

const words = playground.sources;

/** More are found by typing more of the name. */
const CHOICES = 8;
/** How long typing rests before a request, in milliseconds. */
const PAUSE_MS = 200;

/** Chosen sources, as chips. Typing searches their names, the arrows move through the matches,
 *  Enter adds one, Backspace in the empty field removes the last. */
export function SourcePicker({
  chosen,
  base,
  most,
  look = 'filter',
  error,
  change,
}: {
  /** Ids of the chosen sources; as a filter, empty for all. */
  chosen: readonly string[];
  /** How many can be chosen. */
  most: number;
  look?: 'filter' | 'field';
  error?: string | undefined;
  /** The knowledge base whose sources are offered. */
  base: string | undefined;
  change: (ids: string[]) => void;
}) {
  const id = useId();
  const queryClient = useQueryClient();
  const named = useQueries({ queries: chosen.map((each) => sourceQuery(each)) });
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { choices, isAnswered } = useChoices(typed, { base, isOpen, chosen });
  const active = choices[Math.min(at, choices.length - 1)];

  const type = (value: string): void => {
    setTyped(value);
    setAt(0);
    setOpen(true);
  };
  const take = (source: Source): void => {
    // Caches its name for the chip.
    queryClient.setQueryData(sourceQuery(source.id).queryKey, source);
    change([...chosen, source.id]);
    setTyped('');
    setAt(0);
    // In a form the list would lie over the next field.
    if (look === 'field') setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && typed === '' && chosen.length > 0) change(chosen.slice(0, -1));
    else if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'ArrowDown' && !isOpen) setOpen(true);
    else if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, choices.length));
    else if (event.key === 'ArrowUp') setAt((at + choices.length - 1) % Math.max(1, choices.length));
    else if (event.key === 'Enter' && isOpen) {
      // Not while the list is about to change.
      if (active && isAnswered) take(active);
    } else return;
    if (event.key !== 'Backspace') event.preventDefault();
  };
  return (
    <div className={`relative grid min-w-56 flex-1 gap-1 ${look === 'filter' ? 'text-small' : ''}`}>
      <label htmlFor={id} className={look === 'filter' ? 'text-quiet' : 'font-medium'}>
        {words.label}
      </label>
      <div className={CHIP_BOX}>
        {chosen.map((sourceId, index) => {
          const name = named[index]?.data?.name ?? sourceId;
          return (
            <Chip
              key={sourceId}
              text={name}
              removeLabel={words.remove({ name })}
              remove={() => change(chosen.filter((each) => each !== sourceId))}
            />
          );
        })}
        <input
          id={id}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}-choices`}
          aria-activedescendant={isOpen && active ? `${id}-${active.id}` : undefined}
          autoComplete="off"
          value={typed}
          maxLength={200}
          disabled={chosen.length >= most}
          placeholder={chosen.length > 0 ? '' : look === 'filter' ? words.placeholder : words.type}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          className={CHIP_INPUT}
        />
      </div>
      {error && (
        <p role="alert" className="text-small text-bad first-letter:uppercase">
          {error}
        </p>
      )}
      <span role="status" className="sr-only">
        {isOpen && isAnswered && (choices.length > 0 ? words.found({ count: choices.length }) : words.none)}
      </span>
      {isOpen && (
        <div className="absolute inset-x-0 top-full z-30 mt-1 rounded-panel border border-line bg-panel shadow-panel p-1 shadow-xl">
          <div id={`${id}-choices`} role="listbox" aria-label={words.choices} className="grid">
            {choices.map((source) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
              <div
                key={source.id}
                id={`${id}-${source.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={source === active}
                // Keeps the focus in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(source)}
                className="flex min-h-8 cursor-default items-center rounded-control px-2 hover:bg-sunken aria-selected:bg-sunken"
              >
                <span className="truncate">{source.name}</span>
              </div>
            ))}
          </div>
          {isAnswered && choices.length === 0 && <p className="px-2 py-1.5 text-quiet">{words.none}</p>}
        </div>
      )}
    </div>
  );
}

/** The matches, once typing rests. */
function useChoices(
  typed: string,
  { base, isOpen, chosen }: { base: string | undefined; isOpen: boolean; chosen: readonly string[] },
): { choices: Source[]; isAnswered: boolean } {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isPlaceholderData } = useQuery({
    ...sourceChoicesQuery(rested, base, CHOICES + chosen.length),
    enabled: isOpen,
  });
  return {
    choices: data?.items.filter(({ id }) => !chosen.includes(id)).slice(0, CHOICES) ?? [],
    isAnswered: data !== undefined && !isPlaceholderData && rested === typed,
  };
}
