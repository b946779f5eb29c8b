import type { Flow } from './document-flow.ts';
import type { Archive } from './open-archive.ts';
import { readXml } from './read-xml.ts';
import { plainNumber } from './xlsx-formats.ts';

type Series = { name: string; values: Map<number, string> };

type Chart = { titles: string[]; categories: Map<number, string>; series: Series[] };

/** Adds a chart as a table: its titles, then a row for each category with the value of each series. Throws SourceFault.
 *  Format: ISO/IEC 29500-1, 21.2. */
export async function addChart(archive: Archive, part: string, flow: Flow): Promise<void> {
  const { titles, categories, series } = await readChart(archive, part);
  for (const title of titles) flow.add('paragraph', title);
  const points = new Set([...categories.keys(), ...series.flatMap(({ values }) => [...values.keys()])]);
  if (points.size === 0) return;
  flow.openTable();
  addRow(flow, ['', ...series.map(({ name }) => name)]);
  flow.describeRow({ isHeader: true });
  for (const point of points)
    addRow(flow, [categories.get(point) ?? '', ...series.map(({ values }) => values.get(point) ?? '')]);
  flow.closeTable();
}

function addRow(flow: Flow, cells: readonly string[]): void {
  flow.openRow();
  for (const cell of cells) {
    flow.openCell();
    flow.add('paragraph', cell);
    flow.closeCell();
  }
}

/** The most points times series to read from one chart. */
const MAX_CELLS = 20_000;

async function readChart(archive: Archive, part: string): Promise<Chart> {
  const chart: Chart = { titles: [], categories: new Map(), series: [] };
  let role = '';
  let point = 0;
  let text: string | undefined;
  let cells = 0;
  const keep = (value: string): void => {
    const series = chart.series.at(-1);
    cells += 1;
    if (cells > MAX_CELLS || !series) return;
    if (role === 'c:tx') series.name = series.name === '' ? value : `${series.name} ${value}`;
    else if (role === 'c:cat' || role === 'c:xVal') chart.categories.set(point, value);
    else if (role === 'c:val' || role === 'c:yVal') series.values.set(point, asShown(value));
  };
  await readXml(archive, part, {
    open: (name, { idx }) => {
      if (name === 'c:ser') chart.series.push({ name: '', values: new Map() });
      else if (name === 'c:title') {
        role = name;
        chart.titles.push('');
      } else if (ROLES.has(name) && role !== 'c:title') role = name;
      else if (name === 'c:pt') point = Number.parseInt(idx ?? '', 10) || 0;
      else if (name === 'c:v' || name === 'a:t') text = '';
    },
    close: (name) => {
      if ((name === 'c:v' || name === 'a:t') && text !== undefined) {
        if (role === 'c:title') chart.titles[chart.titles.length - 1] += text;
        else keep(text);
        text = undefined;
      } else if (name === role) role = '';
    },
    text: (piece) => {
      if (text !== undefined) text += piece;
    },
  });
  return { ...chart, series: chart.series.slice(0, 100) };
}

const ROLES: ReadonlySet<string> = new Set(['c:tx', 'c:cat', 'c:val', 'c:xVal', 'c:yVal']);

const asShown = (value: string): string =>
  value.trim() === '' || Number.isNaN(Number(value)) ? value : plainNumber(Number(value));
