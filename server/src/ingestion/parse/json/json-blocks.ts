import { addDocument } from '#ingestion/parse/add-document.ts';
import { createDocumentBuilder, type DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { hasMarkup } from '#ingestion/parse/has-markup.ts';
import { addHtmlBlocks } from '#ingestion/parse/html/html-blocks.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { tableLines } from '#ingestion/parse/table-lines.ts';
import { tableRows } from '#ingestion/parse/table-rows.ts';
import { isNoise } from '#ingestion/parse/text-noise.ts';

type Builder = Pick<DocumentBuilder, 'add'>;
type JsonObject = Record<string, unknown>;
type Scalar = string | number | boolean;

/** The place of a value. path: from the nearest heading. level: of the next heading. */
type Place = { path: string; level: number; depth: number };

const MAX_DEPTH = 200;
/** An object with more text than this gets a section of its own. */
const LARGEST_INLINE = 600;
const MAX_COLUMNS = 100;
/** The most numbers in a list: longer ones are vectors and measurements, which have no words. */
const MAX_NUMBERS = 50;
const LONGEST_LIST = 500;
const ROWS_AT_ONCE = 200;
const MAX_HEADING = 200;
/** Keys whose value names their object, best first. */
const NAMES = ['name', 'title', 'label', 'displayName', 'display_name', 'heading', 'key', 'id'];

/** Adds the values of a JSON document. Numbers of vectors and encoded data are left out. Throws SourceFault
 *  `unreadable_file` for values nested deeper than 200 levels, `too_large`. */
export const addJson = (builder: Builder, value: unknown): void =>
  addValue(builder, value, { path: '', level: 1, depth: 0 });

/** The name of an object, if it has one in words. */
export function nameOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  for (const key of NAMES) {
    const name = value[key];
    if (typeof name === 'string' && name.trim() !== '' && name.length <= MAX_HEADING && !isNoise(name))
      return name.trim();
  }
  return undefined;
}

function addValue(builder: Builder, value: unknown, place: Place): void {
  if (place.depth > MAX_DEPTH)
    throw new SourceFault(
      'unreadable_file',
      'parsing',
      `The JSON is nested deeper than ${MAX_DEPTH} levels. Flatten it and upload it again.`,
    );
  if (Array.isArray(value)) addList(builder, value, place);
  else if (isObject(value)) addObject(builder, value, place);
  else if (isScalar(value)) addScalar(builder, place.path, value);
}

/** Adds an object: its short values as lines, then its larger ones. */
function addObject(builder: Builder, object: JsonObject, place: Place): void {
  const large: [path: string, value: unknown][] = [];
  const depth = place.depth + 1;
  for (const [key, value] of Object.entries(object)) {
    const path = joined(place.path, key);
    if (isScalar(value)) addScalar(builder, path, value);
    else if (isShort(value) && !isTable(value)) addValue(builder, value, { ...place, path, depth });
    else if (value !== null && !isVector(value)) large.push([path, value]);
  }
  for (const [path, value] of large) {
    builder.add('heading', path.slice(-MAX_HEADING), { level: Math.min(6, place.level) });
    addValue(builder, value, { path: '', level: place.level + 1, depth });
  }
}

function addList(builder: Builder, list: readonly unknown[], place: Place): void {
  const depth = place.depth + 1;
  if (list.every(isScalar)) {
    addScalars(builder, list, place.path);
    return;
  }
  const columns = columnsOf(list);
  if (columns) {
    // A few at a time, because the cells of all would take several times the memory of the text.
    for (let start = 0; start < list.length; start += ROWS_AT_ONCE) {
      const rows = (list.slice(start, start + ROWS_AT_ONCE) as JsonObject[]).map((row) =>
        columns.map((column) => shown(row[column])),
      );
      for (const line of tableLines(columns, rows)) builder.add('table-row', line);
    }
    return;
  }
  for (const [index, value] of list.entries()) {
    if (isVector(value)) continue;
    const isSection = !isShort(value);
    if (!isSection && isObject(value)) {
      addRow(builder, value);
      continue;
    }
    const path = `${place.path}[${index + 1}]`;
    if (isSection) builder.add('heading', nameOf(value) ?? path, { level: Math.min(6, place.level) });
    addValue(
      builder,
      value,
      isSection ? { path: '', level: place.level + 1, depth } : { ...place, path, depth },
    );
  }
}

/** Adds a short object as one row, with the paths of its values as the names of columns. */
function addRow(builder: Builder, object: JsonObject): void {
  const names: string[] = [];
  const values: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (isObject(value)) for (const [key, inner] of Object.entries(value)) visit(inner, joined(path, key));
    else if (Array.isArray(value) && !value.every(isScalar))
      for (const [index, inner] of value.entries()) visit(inner, `${path}[${index + 1}]`);
    else {
      names.push(path);
      values.push(Array.isArray(value) ? value.map(shown).join(', ') : shown(value));
    }
  };
  visit(object, '');
  for (const line of tableRows(names, [values])) builder.add('table-row', line);
}

/** Adds a list of scalars: on one line, or as items. */
function addScalars(builder: Builder, list: readonly Scalar[], path: string): void {
  if (isVector(list)) return;
  const items = list.map(shown).filter((item) => item !== '');
  const line = items.join(', ');
  if (line === '') return;
  if (line.length <= LONGEST_LIST) builder.add('table-row', path === '' ? line : `${path}: ${line}`);
  else for (const item of items) builder.add('list-item', `- ${item}`);
}

/** The columns of a list of objects that have mostly the same keys and only scalars; undefined for other lists. */
function columnsOf(list: readonly unknown[]): string[] | undefined {
  const columns = new Set<string>();
  let values = 0;
  for (const item of list) {
    if (!isObject(item)) return undefined;
    for (const [key, value] of Object.entries(item)) {
      if (value !== null && !isScalar(value)) return undefined;
      columns.add(key);
      values += 1;
    }
    if (columns.size > MAX_COLUMNS) return undefined;
  }
  return columns.size > 0 && list.length > 1 && values >= (columns.size * list.length) / 4
    ? [...columns]
    : undefined;
}

/** True for an object or a list whose lines stay short, so that they need no section. Looks at few values only. */
function isShort(value: unknown): boolean {
  let left = LARGEST_INLINE;
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    left -= 10;
    if (typeof next === 'string') left -= next.length;
    else if (typeof next === 'object' && next !== null) {
      const inner = Object.values(next);
      if (inner.length * 10 > left) return false;
      waiting.push(...inner.filter((item) => item !== null));
    }
    if (left < 0) return false;
  }
  return true;
}

/** Adds a short value as a line, a longer one as a paragraph, and one with markup as what it shows. */
function addScalar(builder: Builder, path: string, value: Scalar): void {
  const text = shown(value);
  if (text === '') return;
  const line = path === '' ? text : `${path}: ${text}`;
  if (hasMarkup(text)) {
    const page = createDocumentBuilder();
    addHtmlBlocks(page, text);
    addDocument(builder, page.build(), 2);
  } else builder.add(text.length > LONGEST_LINE ? 'paragraph' : 'table-row', line, { keepsLines: true });
}

const LONGEST_LINE = 200;

const isVector = (value: unknown): boolean =>
  Array.isArray(value) && value.length > MAX_NUMBERS && value.every((item) => typeof item === 'number');

const isTable = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 1 && value.every(isObject);

/** A value as text; '' for none, and for encoded data. */
function shown(value: unknown): string {
  if (typeof value === 'string') return isNoise(value) || value.startsWith('data:') ? '' : value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The end of a long path says most. */
const joined = (path: string, key: string): string =>
  `${path === '' ? '' : `${path}.`}${key.slice(0, MAX_KEY)}`.slice(-MAX_PATH);

const MAX_KEY = 100;
const MAX_PATH = 200;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
