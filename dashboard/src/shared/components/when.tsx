import type { ReactNode } from 'react';
import { text } from '#shared/strings/text.ts';
import { tip } from './tooltip.ts';

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
/** Older moments are shown as a date. */
const RELATIVE_DAYS = 7;
/** With another clock on the service, a moment that has just passed may seem to lie ahead. */
const CLOCK_SKEW_SECONDS = 5;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' });

/** A relative time, with the exact one in its tooltip. `at`: ISO 8601; "never" if absent. */
export const When = ({ at }: { at: string | undefined }) =>
  at === undefined ? (
    <span className="text-quiet">{text.common.never}</span>
  ) : (
    <time dateTime={at} {...tip(exact.format(new Date(at)))} className="whitespace-nowrap">
      {spoken(new Date(at))}
    </time>
  );

/** "Created: 2 min. ago". */
export const LabelledWhen = ({
  label,
  at,
  children,
}: {
  label: string;
  at: string | undefined;
  children?: ReactNode;
}) => (
  <span>
    {label}: <When at={at} />
    {children}
  </span>
);

/** Rounds future times, so that seven days minus a second is still "in 7 days". */
const wholeOf = (count: number): number => (count > 0 ? Math.round(count) : Math.trunc(count));

function spoken(at: Date): string {
  const seconds = (at.getTime() - Date.now()) / 1_000;
  if (Math.abs(seconds) > RELATIVE_DAYS * 86_400) return day.format(at);
  for (const [unit, length] of STEPS)
    if (Math.abs(seconds) >= length) return relative.format(wholeOf(seconds / length), unit);
  return seconds > CLOCK_SKEW_SECONDS ? text.common.soon : text.common.justNow;
}
