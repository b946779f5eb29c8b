import type { Archive } from './open-archive.ts';
import { readXmlIfAny } from './read-xml.ts';
import { dateText, durationText, timeText } from './serial-date.ts';

/** Formats the number of a cell by its style. style: the style index of the cell. */
export type CellFormats = (value: number, style: number) => string;

type Format =
  | { kind: 'plain' }
  | { kind: 'time' }
  | { kind: 'duration' }
  | { kind: 'date'; hasTime: boolean }
  | { kind: 'percent'; digits: number };

/** Reads the number formats of a workbook. Tells dates, times and percentages from other numbers, which are rounded to
 *  remove binary floating-point noise. Throws SourceFault `unreadable_file`. */
export async function readCellFormats(
  archive: Archive,
  part: string | undefined,
  isDate1904: boolean,
): Promise<CellFormats> {
  const custom = new Map<number, Format>();
  const styles: Format[] = [];
  let isInCellFormats = false;
  await readXmlIfAny(archive, part ?? '', {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      const id = Number.parseInt(numFmtId, 10) || 0;
      if (name === 'x:numFmt') custom.set(id, formatOf(formatCode));
      else if (name === 'x:cellXfs') isInCellFormats = true;
      else if (name === 'x:xf' && isInCellFormats) styles.push(custom.get(id) ?? BUILT_IN.get(id) ?? PLAIN);
    },
    close: (name) => {
      if (name === 'x:cellXfs') isInCellFormats = false;
    },
  });
  return (value, style) => written(value, styles[style] ?? PLAIN, isDate1904);
}

const PLAIN: Format = { kind: 'plain' };
const DATE: Format = { kind: 'date', hasTime: false };
const TIME: Format = { kind: 'time' };

/** Built-in formats that a workbook does not define (ISO/IEC 29500-1, 18.8.30). The East Asian ones from 27 on are
 *  dates. */
const BUILT_IN = new Map<number, Format>([
  [9, { kind: 'percent', digits: 0 }],
  [10, { kind: 'percent', digits: 2 }],
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id): [number, Format] => [
    id,
    DATE,
  ]),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id): [number, Format] => [id, TIME]),
  [22, { kind: 'date', hasTime: true }],
  [46, { kind: 'duration' }],
]);

/** The format for positive numbers: the first section of the code, without literals, colours and conditions. */
function formatOf(code: string): Format {
  const [positive = ''] = code.slice(0, 300).split(';');
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return { kind: 'duration' };
  // Backtracks: the code is cut to 300 characters.
  const signs = positive.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '').toLowerCase();
  if (signs.includes('%'))
    return { kind: 'percent', digits: Math.min(10, /\.([0#?]+)/.exec(signs)?.[1]?.length ?? 0) };
  const hasTime = /[hs]|am\/pm/.test(signs);
  if (/[yd]/.test(signs) || (/m/.test(signs) && !hasTime))
    return /general/.test(signs) ? PLAIN : { kind: 'date', hasTime };
  return hasTime && !/general/.test(signs) ? TIME : PLAIN;
}

function written(value: number, format: Format, isDate1904: boolean): string {
  if (!Number.isFinite(value)) return '';
  if (format.kind === 'percent') return `${(value * 100).toFixed(format.digits)}%`;
  if (format.kind === 'duration') return durationText(value);
  if (format.kind === 'time' && value >= 0 && value < 1) return timeText(value);
  if (format.kind === 'plain') return plainNumber(value);
  return dateText(value, format.kind === 'time' || format.hasTime, isDate1904) ?? plainNumber(value);
}

/** A number without binary floating-point noise: 15 digits, as spreadsheets show it. */
export const plainNumber = (value: number): string => String(Number(value.toPrecision(15)));
