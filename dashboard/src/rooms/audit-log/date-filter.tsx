import { CalendarDays, ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/components/button.tsx';
import { TextField } from '#shared/components/field.tsx';
import { Popover } from '#shared/components/popover.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { locale } from '#shared/strings/language.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';

const words = rooms.auditLog;
const { filters } = text.common;

const written = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });

function rangeOf({ from, to }: Days): string {
  const [first, last] = [from, to].map((day) => new Date(`${day}T00:00:00`));
  if (from === undefined || !first) return words.dates.until({ day: written.format(last) });
  if (to === undefined || !last) return words.dates.since({ day: written.format(first) });
  return written.formatRange(first, last);
}

type Days = { from?: string | undefined; to?: string | undefined };

/** A day as the date field and the URL write it. */
const dayOf = (daysAgo: number): string => {
  const day = new Date();
  day.setDate(day.getDate() - daysAgo);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${day.getFullYear()}-${month}-${date}`;
};

const PRESETS: readonly { label: string; days: number }[] = [
  { label: words.dates.today, days: 0 },
  { label: words.dates.week, days: 6 },
  { label: words.dates.month, days: 29 },
  { label: words.dates.quarter, days: 89 },
];

/** A range of days, as a chip: a few usual ones, or any. */
export function DateFilter({ days, choose }: { days: Days; choose: (days: Days) => void }) {
  const [isOpen, setOpen] = useState(false);
  const { from, to } = days;
  const isSet = from !== undefined || to !== undefined;
  const pick = (next: Days): void => {
    setOpen(false);
    choose(next);
  };
  return (
    <span
      className={`inline-flex max-w-full items-center justify-self-start rounded-control border text-body shadow-control ${isSet ? 'border-accent/40 bg-accent-ground text-accent-ink' : 'border-field bg-panel'}`}
    >
      <Popover
        label={words.date}
        isOpen={isOpen}
        change={setOpen}
        className="w-64 p-1"
        trigger={
          <button
            type="button"
            className={`inline-flex min-h-7.5 items-center gap-1.5 rounded-control px-2.5 pointer-coarse:min-h-9 ${isSet ? 'pe-1' : 'hover:bg-sunken'}`}
          >
            <CalendarDays aria-hidden className="size-3.5 shrink-0 text-quiet" />
            {isSet ? filters.chosen({ label: words.date, value: rangeOf(days) }) : words.date}
            {!isSet && <ChevronDown aria-hidden className="size-3.5 shrink-0 text-quiet" />}
          </button>
        }
      >
        <div className="grid">
          {PRESETS.map(({ label, days: back }) => (
            <button
              key={label}
              type="button"
              onClick={() => pick({ from: dayOf(back), to: undefined })}
              className="min-h-8 rounded-control px-2 text-start hover:bg-sunken pointer-coarse:min-h-10"
            >
              {label}
            </button>
          ))}
        </div>
        <OtherDays days={days} choose={pick} />
      </Popover>
      {isSet && (
        <button
          type="button"
          aria-label={filters.remove({ label: words.date })}
          {...tip(filters.remove({ label: words.date }))}
          onClick={() => choose({ from: undefined, to: undefined })}
          className="grid size-7 shrink-0 place-items-center rounded-control hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}

function OtherDays({ days, choose }: { days: Days; choose: (days: Days) => void }) {
  const [from, setFrom] = useState(days.from ?? '');
  const [to, setTo] = useState(days.to ?? '');
  const isBackwards = from !== '' && to !== '' && from > to;
  return (
    <form
      className="mt-1 grid gap-2 border-t border-line p-2"
      onSubmit={(event) => {
        event.preventDefault();
        // Someone who names the days in the other order means the same ones.
        const [first, last] = isBackwards ? [to, from] : [from, to];
        choose({ from: first || undefined, to: last || undefined });
      }}
    >
      <TextField
        label={words.from}
        type="date"
        max="9999-12-30"
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
      <TextField
        label={words.to}
        type="date"
        max="9999-12-30"
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <Button type="submit" disabled={from === '' && to === ''}>
        {words.dates.apply}
      </Button>
    </form>
  );
}
