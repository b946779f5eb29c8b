import type { ReplyEvidence } from './confidence.ts';

/** One English sentence about what a confidence comes from. */
export function explainEvidence({ said, implied, closeness, lead, strangers }: ReplyEvidence): string {
  const words = percent(Math.min(1, said + implied));
  const lacking = strangers > 0 ? ` and lacks ${strangers} of its names and numbers` : '';
  const rival = lead < CLEAR_LEAD ? 'other sources fit about as well' : 'no other source fits as well';
  return `The best sentence and its headings say ${words} of what is asked, its passage has a closeness of ${closeness.toFixed(2)} to the question${lacking}, and ${rival}.`;
}

/** From here on one source stands out. */
const CLEAR_LEAD = 0.5;

const percent = (share: number): string => `${Math.round(100 * share)} %`;
