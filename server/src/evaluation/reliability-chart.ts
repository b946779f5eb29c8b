import type { z } from 'zod';
import { escapeXml } from '#lib/escape-xml.ts';
import type { EvaluationResult } from './result-schema.ts';

/** A curve of the chart: one search type. */
type Series = Pick<z.infer<typeof EvaluationResult>, 'search_type' | 'reliability'>;

const [WIDTH, HEIGHT] = [560, 500];
/** The plot of scores and shares, and the counts below it. */
const PLOT = { left: 64, top: 56, size: 320 };
const COUNTS = { top: 392, height: 56 };
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];

const STYLE = `
svg { --paper: #fff; --ink: #1d2530; --faint: #d5dae1; --c0: #0b62c4; --c1: #c2410c; --c2: #15803d; }
@media (prefers-color-scheme: dark) {
  svg { --paper: #14181e; --ink: #e6e9ee; --faint: #3a434f; --c0: #6cb2ff; --c1: #ff9a5c; --c2: #5fd38a; }
}
text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.title { font-size: 15px; font-weight: 600; }
.grid { stroke: var(--faint); }
.truth { stroke: var(--ink); stroke-dasharray: 4 4; opacity: 0.6; }
.curve { fill: none; stroke-width: 2; }`;

/** A reliability chart as SVG, for light and dark screens: the share of relevant results by score. Calibrated scores
 *  lie on the diagonal; the bars below count the results. */
export function reliabilityChart(title: string, series: readonly Series[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">
<title>${inXml(title)}</title>
<style>${STYLE}
</style>
<rect width="${WIDTH}" height="${HEIGHT}" fill="var(--paper)"/>
<text class="title" x="${PLOT.left}" y="30">${inXml(shortened(title))}</text>
${frame()}
${series.map(curve).join('\n')}
${countBars(series)}
${series.map(legend).join('\n')}
</svg>
`;
}

/** The title cut to one line. Hovering over the chart shows all of it. */
const shortened = (title: string): string => (title.length > 60 ? `${title.slice(0, 59)}…` : title);

const x = (score: number): number => round(PLOT.left + score * PLOT.size);
const y = (share: number): number => round(PLOT.top + (1 - share) * PLOT.size);
const round = (value: number): number => Math.round(value * 10) / 10;
const color = (index: number): string => `var(--c${index % 3})`;

function frame(): string {
  const [left, right, top, bottom] = [x(0), x(1), y(1), y(0)];
  const middle = round((top + bottom) / 2);
  const grid = TICKS.flatMap((tick) => [
    `<path class="grid" d="M${x(tick)} ${top}V${bottom}M${left} ${y(tick)}H${right}"/>`,
    `<text x="${x(tick)}" y="${COUNTS.top + COUNTS.height + 16}" text-anchor="middle">${tick}</text>`,
    `<text x="${left - 8}" y="${y(tick) + 4}" text-anchor="end">${tick}</text>`,
  ]);
  return [
    ...grid,
    `<path class="truth" d="M${left} ${bottom}L${right} ${top}"/>`,
    `<text x="${round((left + right) / 2)}" y="${COUNTS.top + COUNTS.height + 36}" text-anchor="middle">score of a result</text>`,
    `<text transform="translate(20 ${middle}) rotate(-90)" text-anchor="middle">share that is relevant</text>`,
    `<text transform="translate(20 ${COUNTS.top + COUNTS.height / 2}) rotate(-90)" text-anchor="middle">results</text>`,
  ].join('\n');
}

/** Connects the bins with results, each at its mean score. */
function curve({ reliability }: Series, index: number): string {
  const points = reliability.flatMap(({ mean_score, share_relevant }) =>
    mean_score === null || share_relevant === null ? [] : [`${x(mean_score)} ${y(share_relevant)}`],
  );
  const dots = points.map((point) => {
    const [cx, cy] = point.split(' ');
    return `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${color(index)}"/>`;
  });
  const line = `<path class="curve" stroke="${color(index)}" d="M${points.join('L')}"/>`;
  return points.length > 1 ? [line, ...dots].join('\n') : dots.join('\n');
}

/** The bars of one score are side by side; the largest count has the full height. */
function countBars(series: readonly Series[]): string {
  const largest = Math.max(1, ...series.flatMap(({ reliability }) => reliability.map(({ count }) => count)));
  const gap = 4;
  const bars = series.flatMap(({ search_type, reliability }, index) =>
    reliability.map(({ from, to, count }) => {
      const width = (x(to) - x(from) - gap) / series.length;
      const height = (COUNTS.height * count) / largest;
      const left = x(from) + gap / 2 + index * width;
      return `<rect x="${round(left)}" y="${round(COUNTS.top + COUNTS.height - height)}" width="${round(width)}" height="${round(height)}" fill="${color(index)}"><title>${search_type}: ${count}</title></rect>`;
    }),
  );
  const foot = COUNTS.top + COUNTS.height;
  return [
    ...bars,
    `<path class="grid" d="M${x(0)} ${foot}H${x(1)}"/>`,
    `<text x="${x(1) + 8}" y="${COUNTS.top + 10}">at most ${largest}</text>`,
  ].join('\n');
}

function legend({ search_type }: Series, index: number): string {
  const top = PLOT.top + 12 + index * 22;
  return `<rect x="${x(1) + 20}" y="${top - 9}" width="16" height="4" fill="${color(index)}"/><text x="${x(1) + 44}" y="${top - 3}">${search_type}</text>`;
}

/** Escapes text for XML 1.0, and replaces control characters, which it does not allow. */
const inXml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  escapeXml(text.replace(/[\u0000-\u001f\u007f\ufffe\uffff]/g, ' '));
