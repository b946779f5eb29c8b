import { z } from 'zod';
import { AppError, type ErrorDetail } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { readDelimited } from '#text/delimited-rows.ts';
import { jsonBounds } from './json-bounds.ts';

/** A row as it was sent, and where: `line 4`. */
export type SentRow = { value: unknown; place: string };

/** What the rows of an import are. */
export type RowShape = {
  /** The columns of CSV. */
  columns: readonly string[];
  /** Those that must be there. */
  required: readonly string[];
  /** Columns whose cells have several values, and those that are true or false. */
  lists: readonly string[];
  flags: readonly string[];
  /** Columns that are absent when their cell is empty. */
  optional: readonly string[];
  most: number;
  /** What is wrong with a body that has no row, or too many. */
  number: string;
  /** `an answer`. */
  noun: string;
};

/** Between the values of one cell. */
const BETWEEN = '|';
/** Cells of a row, and values of a cell, that are read. More of them are an error, whatever they hold. */
const MOST_CELLS = 100;
const MOST_VALUES = 100;
const MOST_HEADER_CHARACTERS = 1_000;
const SEPARATORS = [',', ';', '\t', BETWEEN];

/** Reads CSV whose first row names the columns, up to the first row too many. Throws 422 if it names others. */
export function readCsv(body: string, shape: RowShape): SentRow[] {
  const text = body.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const separator = SEPARATORS.find((each) => isHeader(headerOf(text, each), shape));
  if (separator === undefined)
    throw refusal([
      {
        field: 'line 1',
        reason: `must name the columns, with ${shape.required.map((name) => `"${name}"`).join(' and ')} among them`,
      },
    ]);
  const starts: number[] = [];
  // The first row names the columns.
  const most = { rows: shape.most + 1, cells: MOST_CELLS };
  const [, ...rows] = readDelimited(text, separator, { starts, most });
  const names = headerOf(text, separator);
  const wrong = names.find((name, index) => !shape.columns.includes(name) || names.indexOf(name) !== index);
  if (wrong !== undefined)
    throw refusal([
      {
        field: `line 1, ${wrong}`,
        reason: `is not a column, or is there twice; the columns are ${shape.columns.join(', ')}`,
      },
    ]);
  const lines = linesAt(text, starts);
  return rows.map((cells, index) => ({
    value: toRow(names, cells, shape),
    place: `line ${lines[index + 1]}`,
  }));
}

const headerOf = (text: string, separator: string): string[] => {
  const line = text.slice(0, MOST_HEADER_CHARACTERS).split('\n', 1)[0] ?? '';
  return (readDelimited(line, separator)[0] ?? []).map((name) => name.trim().toLowerCase());
};

const isHeader = (names: readonly string[], { required }: RowShape): boolean =>
  required.every((name) => names.includes(name));

/** Rows that are too short have empty cells; cells beyond the columns make a field that is refused. */
function toRow(
  names: readonly string[],
  cells: readonly string[],
  { lists, flags, optional }: RowShape,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) {
    const cell = cells[index] ?? '';
    if (lists.includes(name)) row[name] = listOf(cell);
    else if (flags.includes(name)) {
      if (cell.trim() !== '') row[name] = booleanOf(cell);
    } else if (!optional.includes(name) || cell.trim() !== '') row[name] = cell.trim();
  }
  if (cells.length > MOST_CELLS || cells.slice(names.length).some((cell) => cell.trim() !== ''))
    row['a cell without a column'] = true;
  return row;
}

/** Values that are too many stay as they are, and no schema accepts them. */
function listOf(cell: string): string[] {
  const values = cell.split(BETWEEN, MOST_VALUES + 1).map((value) => value.trim());
  return values.length > MOST_VALUES ? values : values.filter((value) => value !== '');
}

const booleanOf = (cell: string): unknown =>
  new Map<string, unknown>([
    ['true', true],
    ['false', false],
  ]).get(cell.trim().toLowerCase()) ?? cell;

/** The line of each offset, from 1. Offsets rise. */
function linesAt(text: string, offsets: readonly number[]): number[] {
  let [at, line] = [0, 1];
  return offsets.map((offset) => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < offset; next = text.indexOf('\n', at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  });
}

/** Reads one JSON object per line, up to the first line too many. A line that is no JSON, or has more structure than a
 *  row needs, becomes a row that no schema accepts. */
export function readJsonLines(body: string, { most }: RowShape): SentRow[] {
  const text = body.replace(/^\ufeff/, '');
  const rows: SentRow[] = [];
  for (let [from, line] = [0, 1]; from < text.length && rows.length <= most; line += 1) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const json = text.slice(from, to).trim();
    if (json !== '') rows.push({ value: parseOrText(json), place: `line ${line}` });
    from = to + 1;
  }
  return rows;
}

const BOUNDS_OF_A_LINE = { tokens: 1_000, depth: LIMITS.jsonDepth };

function parseOrText(text: string): unknown {
  try {
    jsonBounds(BOUNDS_OF_A_LINE)(Buffer.from(text));
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Checks each row. Throws 422 with the line and the field of everything that is wrong. */
export function checkRows<Row extends z.ZodType>(
  rows: readonly SentRow[],
  schema: Row,
  { most, number, noun }: RowShape,
): z.output<Row>[] {
  if (rows.length > most || rows.length === 0) throw refusal([{ field: 'body', reason: number }]);
  const checked = rows.map(({ value, place }) => ({ place, result: schema.safeParse(value) }));
  const wrong = checked.flatMap(({ place, result }) =>
    result.success ? [] : result.error.issues.flatMap((issue) => detailsOf(issue, place, noun)),
  );
  // One reason per field: a blank text breaks several rules.
  const fields = new Set<string>();
  const once = wrong.filter(({ field }) => !fields.has(field) && fields.add(field));
  if (once.length > 0) throw refusal(once);
  return checked.flatMap(({ result }) => (result.success ? [result.data] : []));
}

function detailsOf(issue: z.core.$ZodIssue, place: string, noun: string): ErrorDetail[] {
  const at = (path: readonly PropertyKey[]): string => fieldAt(place, z.core.toDotPath(path));
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, 5)
      .map((key) => ({ field: at([key.slice(0, 100)]), reason: `is not a field of ${noun}` }));
  if (issue.path.length === 0)
    return [{ field: place, reason: issue.code === 'custom' ? issue.message : 'must be a JSON object' }];
  const isMissing = issue.code === 'invalid_type' && issue.message.includes('received undefined');
  return [
    {
      field: at(issue.path),
      reason: isMissing ? 'is required' : issue.message.replace(/^Invalid (input|option): /, ''),
    },
  ];
}

/** `line 4, question`, or in JSON `answers[2].question`. */
export const fieldAt = (place: string, field: string): string =>
  place.startsWith('line') ? `${place}, ${field}` : `${place}.${field}`;

/** The most details in one error. */
const MOST_DETAILS = 50;

/** A 422 that stores nothing. */
export const refusal = (details: readonly ErrorDetail[]): AppError => {
  const first = details
    .slice(0, 5)
    .map(({ field, reason }) => `${field}: ${reason}`)
    .join('; ');
  const more = details.length > 5 ? ` And ${(details.length - 5).toLocaleString('en')} more.` : '';
  return new AppError('unprocessable_entity', `${first}.${more} Nothing was imported.`, {
    details: details.slice(0, MOST_DETAILS),
  });
};
