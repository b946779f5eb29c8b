import { z } from 'zod';
import { AppError, type ErrorDetail } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { readDelimited } from '#text/delimited-rows.ts';

/** A row as it was sent, and where: `line 4`. */
export type SentRow = { value: unknown; place: string };

/** The columns of CSV; only `question` and `answer` are required. */
const COLUMNS = ['question', 'variants', 'answer', 'sources', 'knowledge_base_id', 'enabled'];
/** Between the values of one cell. */
const BETWEEN = '|';
const SEPARATORS = [',', ';', '\t', BETWEEN];

/** Reads CSV whose first row names the columns. Throws 422 if it names others, or more rows than allowed. */
export function readCsv(body: string): SentRow[] {
  const text = body.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const separator = SEPARATORS.find((each) => isHeader(headerOf(text, each)));
  if (separator === undefined)
    throw refusal([
      { field: 'line 1', reason: 'must name the columns, with "question" and "answer" among them' },
    ]);
  const starts: number[] = [];
  const [, ...rows] = readDelimited(text, separator, starts);
  const names = headerOf(text, separator);
  const wrong = names.find((name, index) => !COLUMNS.includes(name) || names.indexOf(name) !== index);
  if (wrong !== undefined)
    throw refusal([
      {
        field: `line 1, ${wrong}`,
        reason: `is not a column, or is there twice; the columns are ${COLUMNS.join(', ')}`,
      },
    ]);
  const lines = linesAt(text, starts);
  return rows.map((cells, index) => ({
    value: toRow(names, cells),
    place: `line ${lines[index + 1]}`,
  }));
}

const headerOf = (text: string, separator: string): string[] =>
  (readDelimited(text.slice(0, text.indexOf('\n') + 1 || undefined), separator)[0] ?? []).map((name) =>
    name.trim().toLowerCase(),
  );

const isHeader = (names: readonly string[]): boolean =>
  names.includes('question') && names.includes('answer');

/** Rows that are too short have empty cells; cells beyond the columns make a field that is refused. */
function toRow(names: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) {
    const cell = cells[index] ?? '';
    if (name === 'variants' || name === 'sources') row[name] = listOf(cell);
    else if (name === 'enabled') {
      if (cell.trim() !== '') row[name] = booleanOf(cell);
    } else if (name !== 'knowledge_base_id' || cell.trim() !== '') row[name] = cell.trim();
  }
  if (cells.slice(names.length).some((cell) => cell.trim() !== '')) row['a cell without a column'] = true;
  return row;
}

const listOf = (cell: string): string[] =>
  cell
    .split(BETWEEN)
    .map((item) => item.trim())
    .filter((item) => item !== '');

const booleanOf = (cell: string): unknown =>
  ({ true: true, false: false })[cell.trim().toLowerCase()] ?? cell;

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

/** Reads one JSON object per line. A line that is no JSON becomes a row that no schema accepts. */
export const readJsonLines = (body: string): SentRow[] =>
  body
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((text, index) => ({ text, place: `line ${index + 1}` }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, place }) => ({ value: parseOrText(text), place }));

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Checks each row. Throws 422 with the line and the field of everything that is wrong. */
export function checkRows<Row extends z.ZodType>(rows: readonly SentRow[], schema: Row): z.output<Row>[] {
  if (rows.length > LIMITS.importedAnswers || rows.length === 0)
    throw refusal([
      {
        field: 'body',
        reason: `must have 1 to ${LIMITS.importedAnswers.toLocaleString('en')} answers`,
      },
    ]);
  const checked = rows.map(({ value, place }) => ({ place, result: schema.safeParse(value) }));
  const wrong = checked.flatMap(({ place, result }) =>
    result.success ? [] : result.error.issues.flatMap((issue) => detailsOf(issue, place)),
  );
  // One reason per field: a blank text breaks several rules.
  const fields = new Set<string>();
  const once = wrong.filter(({ field }) => !fields.has(field) && fields.add(field));
  if (once.length > 0) throw refusal(once);
  return checked.flatMap(({ result }) => (result.success ? [result.data] : []));
}

function detailsOf(issue: z.core.$ZodIssue, place: string): ErrorDetail[] {
  const at = (path: readonly PropertyKey[]): string => fieldAt(place, z.core.toDotPath(path));
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, 5)
      .map((key) => ({ field: at([key.slice(0, 100)]), reason: 'is not a field of an answer' }));
  if (issue.path.length === 0) return [{ field: place, reason: 'must be a JSON object' }];
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
