import { formatDuration, formatPercent } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { Run } from './evaluation-queries.ts';

const words = rooms.evaluations.figures;

type Figure = {
  key: 'right' | 'cites' | 'holds' | 'missed' | 'refused' | 'calibration' | 'latency';
  of: (run: Run) => number | null | undefined;
  show: (value: number) => string;
  /** Whether more is better. */
  isUp: boolean;
};

const percent = (share: number): string => formatPercent(share);

const FIGURES: readonly Figure[] = [
  { key: 'right', of: ({ replies }) => replies?.right, show: percent, isUp: true },
  { key: 'cites', of: ({ replies }) => replies?.cites_relevant, show: percent, isUp: true },
  { key: 'holds', of: ({ replies }) => replies?.holds_must, show: percent, isUp: true },
  { key: 'missed', of: ({ replies }) => replies?.answerable_fallbacks, show: percent, isUp: false },
  { key: 'refused', of: ({ replies }) => replies?.unanswerable_fallbacks, show: percent, isUp: true },
  { key: 'calibration', of: ({ replies }) => replies?.calibration_error, show: percent, isUp: false },
  { key: 'latency', of: ({ replies }) => replies?.latency_ms.p50, show: formatDuration, isUp: false },
];

/** The figures of a run, each with a sentence that says what it means, and beside those of another run. */
export const Figures = ({ run, other }: { run: Run; other: Run | undefined }) => (
  <dl className="grid overflow-hidden rounded-panel border border-line bg-panel shadow-panel sm:grid-cols-2 xl:grid-cols-4">
    {FIGURES.flatMap(({ key, of, show, isUp }) => {
      const value = of(run);
      const before = other && of(other);
      if (value === null || value === undefined) return [];
      const change = before === null || before === undefined ? 0 : value - before;
      return [
        <div
          key={key}
          className="-me-px -mb-px grid content-start gap-0.5 border-e border-b border-line px-4 py-3"
        >
          <dt className="text-small font-medium">{words[key].name}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2 text-display font-semibold tabular-nums">
            {show(value)}
            {before !== null && before !== undefined && (
              <span
                className={`text-small font-medium ${change === 0 ? 'text-quiet' : change > 0 === isUp ? 'text-good' : 'text-bad'}`}
              >
                {words.before({ value: show(before) })}
              </span>
            )}
          </dd>
          <dd className="text-small text-quiet">{words[key].about}</dd>
        </div>,
      ];
    })}
  </dl>
);
