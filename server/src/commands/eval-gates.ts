import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Report } from '#evaluation/report.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { didYouMean } from './suggest.ts';
import { textTable } from './text-table.ts';
import { usageError } from './with-store.ts';

/** Figures of rankings, for which more is better, by what --fail-under calls them. */
const METRICS = {
  ndcg: 'ndcg_at_10',
  mrr: 'mrr_at_10',
  recall: 'recall_at_10',
  recall5: 'recall_at_5',
} as const;

type Metric = keyof typeof METRICS;

/** `hybrid.ndcg` -> 0.84, for each search mode that was measured. */
export type Figures = Record<string, number>;

export type Gates = {
  /** The least that a figure must reach. */
  floors: { figure: string; least: number }[];
  baseline: { path: string; figures: Figures } | undefined;
  /** How much a figure may fall below the baseline. */
  tolerance: number;
  saveTo: string | undefined;
};

export type GateValues = {
  'fail-under': string[];
  baseline: string | undefined;
  'save-baseline': string | undefined;
  tolerance: string | undefined;
};

export const hasGates = (values: GateValues): boolean =>
  values['fail-under'].length > 0 || values.baseline !== undefined || values['save-baseline'] !== undefined;

/** Reads what must hold before the work, which may take minutes. mode: that of a figure which names none. */
export function gatesOf(values: GateValues, modes: readonly string[]): Gates {
  const floors = values['fail-under'].map((text) => floorOf(text, modes));
  const { baseline, tolerance = '0.01' } = values;
  const allowed = Number(tolerance);
  if (!(allowed >= 0 && allowed <= 1)) throw usageError('--tolerance must be a number from 0 to 1.');
  return {
    floors,
    baseline: baseline === undefined ? undefined : { path: baseline, figures: readBaseline(baseline) },
    tolerance: allowed,
    saveTo: values['save-baseline'],
  };
}

function floorOf(text: string, modes: readonly string[]): Gates['floors'][number] {
  const [, mode = modes[0] ?? '', metric = '', number = ''] =
    /^(?:([a-z]+)\.)?([a-z0-9]+)=([\d.]+)$/.exec(text) ?? [];
  const least = Number(number);
  const names = Object.keys(METRICS);
  if (!Object.hasOwn(METRICS, metric))
    throw usageError(
      `--fail-under must be a figure and its least value, such as ndcg=.8 or keyword.recall=.9. Figures: ${names.join(', ')}.${didYouMean(metric, names)}`,
    );
  if (number === '' || !(least >= 0 && least <= 1))
    throw usageError(`--fail-under ${metric} must be from 0 to 1.`);
  if (!modes.includes(mode))
    throw usageError(`--fail-under ${text}: ${mode} is not measured, only ${modes.join(', ')}.`);
  return { figure: `${mode}.${metric}`, least };
}

const Baseline = z.object({ figures: z.record(z.string(), z.number()) });

function readBaseline(path: string): Figures {
  try {
    return Baseline.parse(JSON.parse(readFileSync(path, 'utf8'))).figures;
  } catch (cause) {
    throw new OperatorError(`${path} is no baseline of \`footnote eval --save-baseline\`.`, {
      cause,
      exitCode: 2,
    });
  }
}

export const figuresOf = ({ mean }: Pick<Report, 'mean'>): Figures =>
  Object.fromEntries(
    mean.flatMap(({ search_type, metrics }) =>
      (Object.keys(METRICS) as Metric[]).flatMap((metric) => {
        const value = metrics[METRICS[metric]];
        return value === null ? [] : [[`${search_type}.${metric}`, value]];
      }),
    ),
  );

/** Prints the comparison, saves the figures, and sets exit code 1 if anything is too low. */
export function applyGates(gates: Gates, figures: Figures, say: (text: string) => void = console.log): void {
  const tooLow = gates.floors.flatMap(({ figure, least }) => {
    const value = figures[figure];
    return value !== undefined && value >= least
      ? []
      : [`${figure} is ${value?.toFixed(3) ?? 'not known'}, less than ${least}.`];
  });
  if (gates.baseline) {
    const { path, figures: before } = gates.baseline;
    say(`\nCompared with ${path}\n\n${comparison(before, figures)}`);
    for (const [figure, value] of Object.entries(before)) {
      const now = figures[figure];
      if (now !== undefined && now < value - gates.tolerance)
        tooLow.push(`${figure} fell from ${value.toFixed(3)} to ${now.toFixed(3)}.`);
    }
  }
  if (gates.saveTo !== undefined) writeFileSync(gates.saveTo, `${JSON.stringify({ figures }, null, 2)}\n`);
  for (const line of tooLow) console.error(line);
  if (tooLow.length > 0) process.exitCode = 1;
}

function comparison(before: Figures, now: Figures): string {
  const rows = Object.keys({ ...before, ...now }).map((figure) => {
    const [a, b] = [before[figure], now[figure]];
    const difference = a === undefined || b === undefined ? '' : signed(b - a);
    return [figure, a?.toFixed(3) ?? '–', b?.toFixed(3) ?? '–', difference];
  });
  return textTable(['figure', 'before', 'now', 'difference'], rows, (index) => index > 0);
}

const signed = (value: number): string => `${value >= 0 ? '+' : ''}${value.toFixed(3)}`;
