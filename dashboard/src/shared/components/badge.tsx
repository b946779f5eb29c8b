import type { ReactNode } from 'react';

export type Tone = 'plain' | 'good' | 'warning' | 'bad' | 'accent';

const TONES: Record<Tone, string> = {
  plain: 'bg-sunken text-quiet',
  good: 'bg-good-ground text-good',
  warning: 'bg-warning-ground text-warning',
  bad: 'bg-bad-ground text-bad',
  accent: 'bg-accent-ground text-accent-ink',
};

/** A short status label. */
export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={`inline-flex min-h-5 items-center rounded-full px-2 text-small font-medium whitespace-nowrap ${TONES[tone]}`}
  >
    {children}
  </span>
);
