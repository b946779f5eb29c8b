/** Reads rows of delimited values as in RFC 4180 and as spreadsheets write them. A quoted value may contain separators,
 *  line ends and doubled quotes. Rows may differ in length; empty lines are skipped. A quote that is never closed is an
 *  ordinary character. text: with \n line ends. starts: gets the offset at which each row begins. numbers: gets the number of each row from 1, with empty lines counted. most: reading ends one
 *  row, or one cell of a row, beyond these. Linear. */
export function readDelimited(
  text: string,
  separator: string,
  {
    starts,
    numbers,
    most = UNBOUNDED,
  }: { starts?: number[]; numbers?: number[]; most?: { rows: number; cells: number } } = {},
): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rowStart = 0;
  let number = 0;
  /** No quote before this position has a closing quote. */
  let unquotedTo = 0;
  for (let at = 0; at <= text.length; ) {
    const quoted = at >= unquotedTo && text[at] === '"' ? readQuoted(text, at) : undefined;
    if (quoted?.isOpen) unquotedTo = quoted.end;
    // Text after the closing quote belongs to the value.
    const from = quoted && !quoted.isOpen ? quoted.end : at;
    const end = endOfValue(text, from, separator);
    row.push((from === at ? '' : (quoted?.value ?? '')) + text.slice(from, end));
    at = end + 1;
    if (text[end] === separator && row.length <= most.cells) continue;
    number += 1;
    if (row.length > 1 || row[0] !== '') {
      rows.push(row);
      numbers?.push(number);
      starts?.push(rowStart);
      if (rows.length > most.rows || row.length > most.cells) break;
    }
    row = [];
    rowStart = at;
  }
  return rows;
}

const UNBOUNDED = { rows: Number.POSITIVE_INFINITY, cells: Number.POSITIVE_INFINITY };

function endOfValue(text: string, from: number, separator: string): number {
  const separatorCode = separator.charCodeAt(0);
  for (let end = from; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === separatorCode || code === LINE_FEED) return end;
  }
  return text.length;
}

const LINE_FEED = 10;

/** end: the position after the closing quote, or after the part searched for it. */
function readQuoted(text: string, start: number): { value: string; end: number; isOpen: boolean } {
  let value = '';
  for (let from = start + 1; from - start <= LONGEST_QUOTED; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { value, end: text.length, isOpen: true };
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1, isOpen: quote - start > LONGEST_QUOTED };
    value += '"';
    from = quote + 2;
  }
  return { value, end: start + LONGEST_QUOTED, isOpen: true };
}

const LONGEST_QUOTED = 200_000;

const SEPARATORS = [',', ';', '\t', '|'];
const SNIFFED_CHARACTERS = 65_536;
const SNIFFED_ROWS = 100;

/** The separator that gives the first rows the same number of cells, at least two; undefined if there is none. */
export function sniffSeparator(text: string, prefersTab: boolean): string | undefined {
  const start = text.slice(0, SNIFFED_CHARACTERS);
  let best: { separator: string; score: number } | undefined;
  for (const separator of prefersTab ? ['\t', ...SEPARATORS] : SEPARATORS) {
    const score = evennessOf(readDelimited(start, separator).slice(0, SNIFFED_ROWS));
    if (score > (best?.score ?? 0)) best = { separator, score };
    if (prefersTab && separator === '\t' && score > 0) break;
  }
  return best?.separator;
}

/** A score for how regular the rows are: the share of rows with the most common length, plus a bonus for columns; 0 if
 *  they are not a table. */
function evennessOf(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  let [columns, most] = [0, 0];
  for (const [length, times] of counts)
    if (times > most || (times === most && length > columns)) [columns, most] = [length, times];
  const share = most / rows.length;
  return columns < 2 || share < 0.4 || isProse(rows) ? 0 : share + Math.min(columns, 20) / 50;
}

/** Prose has commas too, but followed by spaces, and its lines end with punctuation. */
function isProse(rows: readonly (readonly string[])[]): boolean {
  const values = rows.flatMap((row) => row.slice(1));
  const spaced = values.filter((value) => value.startsWith(' ')).length;
  const ended = rows.filter((row) => /[.!?:,;]\s*$/.test(row.at(-1)?.slice(-20) ?? '')).length;
  return spaced > values.length * 0.6 && ended > rows.length * 0.3;
}
