import { type NumberFormat, readNumberFormat, writeNumber } from './number-format.ts';
import type { Archive } from './open-archive.ts';
import { readXmlIfAny } from './read-xml.ts';
import { dateText, durationText, timeText } from './serial-date.ts';

/** The formats of the cells of a workbook, by the style index of a cell. */
export type CellFormats = {
  /** Writes a number as its cell shows it. */
  show(value: number, style: number): string;
  /** True if the style is bold or has a background, as that of headers. */
  standsOut(style: number): boolean;
};

type Style = { format: NumberFormat; standsOut: boolean };

/** Reads the cell formats of a workbook. Throws SourceFault `unreadable_file`. */
export async function readCellFormats(
  archive: Archive,
  part: string | undefined,
  isDate1904: boolean,
): Promise<CellFormats> {
  const custom = new Map<number, NumberFormat>();
  const styles: Style[] = [];
  const fonts: boolean[] = [];
  const fills: boolean[] = [];
  let group = '';
  await readXmlIfAny(archive, part ?? '', {
    open: (name, attributes) => {
      const {
        numFmtId = '',
        formatCode = '',
        fontId = '',
        fillId = '',
        patternType = 'none',
        val,
      } = attributes;
      const id = Number.parseInt(numFmtId, 10) || 0;
      if (GROUPS.has(name)) group = name;
      else if (name === 'x:numFmt') custom.set(id, readNumberFormat(formatCode));
      else if (group === 'x:fonts' && name === 'x:font') fonts.push(false);
      else if (group === 'x:fonts' && name === 'x:b')
        fonts[fonts.length - 1] = val !== '0' && val !== 'false';
      else if (group === 'x:fills' && name === 'x:patternFill')
        fills.push(patternType !== 'none' && patternType !== 'gray125');
      else if (group === 'x:cellXfs' && name === 'x:xf')
        styles.push({
          format: custom.get(id) ?? builtInFormat(id),
          standsOut: fonts[Number(fontId)] === true || fills[Number(fillId)] === true,
        });
    },
    close: (name) => {
      if (name === group) group = '';
    },
  });
  return {
    show: (value, style) => showNumber(value, styles[style]?.format ?? PLAIN, isDate1904),
    standsOut: (style) => styles[style]?.standsOut === true,
  };
}

const GROUPS: ReadonlySet<string> = new Set(['x:fonts', 'x:fills', 'x:cellXfs']);

const PLAIN: NumberFormat = { kind: 'plain' };

/** The built-in format of this number, which a workbook does not define (ISO/IEC 29500-1, 18.8.30). */
export const builtInFormat = (id: number): NumberFormat => BUILT_IN.get(id) ?? PLAIN;

const days = (ids: readonly number[], hasTime = false): [number, NumberFormat][] =>
  ids.map((id) => [id, { kind: 'date', parts: 'day', hasTime }]);

/** The East Asian ones from 27 on are dates and times. */
const BUILT_IN = new Map<number, NumberFormat>([
  ...[
    [1, '0'],
    [2, '0.00'],
    [3, '#,##0'],
    [4, '#,##0.00'],
    [5, '"$"#,##0;("$"#,##0)'],
    [6, '"$"#,##0;("$"#,##0)'],
    [7, '"$"#,##0.00;("$"#,##0.00)'],
    [8, '"$"#,##0.00;("$"#,##0.00)'],
    [9, '0%'],
    [10, '0.00%'],
    [11, '0.00E+00'],
    [12, '# ?/?'],
    [13, '# ??/??'],
    [37, '#,##0;(#,##0)'],
    [38, '#,##0;(#,##0)'],
    [39, '#,##0.00;(#,##0.00)'],
    [40, '#,##0.00;(#,##0.00)'],
    [41, '#,##0;(#,##0);"-"'],
    [42, '"$"#,##0;("$"#,##0);"$"-'],
    [43, '#,##0.00;(#,##0.00);"-"'],
    [44, '"$"#,##0.00;("$"#,##0.00);"$"-'],
    [48, '##0.0E+0'],
  ].map(([id, code]): [number, NumberFormat] => [Number(id), readNumberFormat(String(code))]),
  ...days([14, 15, 16, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]),
  [17, { kind: 'date', parts: 'month', hasTime: false }],
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id): [number, NumberFormat] => [
    id,
    { kind: 'time' },
  ]),
  ...days([22], true),
  [46, { kind: 'duration' }],
]);

/** Writes a number as a cell of this format shows it. Dates are always written as 2024-03-31, with the parts that the
 *  cell shows: how a spreadsheet writes them depends on the language of its reader. */
export function showNumber(value: number, format: NumberFormat, isDate1904: boolean): string {
  if (!Number.isFinite(value)) return '';
  if (format.kind === 'duration') return durationText(value);
  if (format.kind === 'time' && value >= 0 && value < 1) return timeText(value);
  if (format.kind === 'plain') return plainNumber(value);
  if (format.kind === 'number') return writeNumber(value, format.sections) ?? plainNumber(value);
  const date = dateText(value, format.kind === 'time' || format.hasTime, isDate1904);
  if (date === undefined) return plainNumber(value);
  return format.kind === 'date' && !format.hasTime ? date.slice(0, DATE_LENGTHS[format.parts]) : date;
}

const DATE_LENGTHS = { year: 4, month: 7, day: 10 };

/** A number without binary floating-point noise: 15 digits, as spreadsheets show it. */
export const plainNumber = (value: number): string => String(Number(value.toPrecision(15)));
