import { Badge, type Tone } from '#shared/components/badge.tsx';
import { chat as words } from '#shared/strings/chat.ts';

/** From HIGH_FROM on, a reply is likely right; below LOW_UNDER, the sources may not answer it. */
const HIGH_FROM = 0.75;
const LOW_UNDER = 0.5;

export const toneOf = (confidence: number): Tone =>
  confidence >= HIGH_FROM ? 'good' : confidence < LOW_UNDER ? 'warning' : 'plain';

const percentOf = (value: number): number => Math.round(value * 100);

/** The confidence of a reply. */
const ConfidenceBadge = ({ value }: { value: number }) => (
  <Badge tone={toneOf(value)}>{words.confidence.label(percentOf(value))}</Badge>
);

/** The confidence with its explanation. */
export const Confidence = ({ value, reason }: { value: number; reason: string | undefined }) => (
  <details className="group open:basis-full">
    <summary className="flex min-h-8 cursor-pointer list-none flex-wrap items-center gap-x-2 gap-y-1 rounded-control [&::-webkit-details-marker]:hidden">
      <ConfidenceBadge value={value} />
      {reason && <span className="underline group-open:no-underline">{words.confidence.why}</span>}
    </summary>
    <p className="max-w-prose pt-1.5 pb-1">
      {reason} {value < LOW_UNDER && words.confidence.lowAbout}
    </p>
  </details>
);
