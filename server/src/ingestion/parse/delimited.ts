import { LIMITS } from '#isomorphic/limits.ts';
import { cleanText } from './clean-text.ts';
import { decodeDeclared } from './decode-declared.ts';
import { readDelimited, sniffSeparator } from './delimited-rows.ts';
import { createDocumentBuilder } from './document-builder.ts';
import type { OriginalContent } from './original-content.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { isValue, looksLikeHeader, tableLines } from './table-lines.ts';
import { parseText } from './text.ts';

/** Reads a table of values separated by commas, semicolons, tabs or bars, quoted as in RFC 4180: a row of text for each
 *  row, with the names of the columns. A file of one column, or of prose, is read as plain text.
 *  Throws SourceFault `too_large`. */
export function parseDelimited(content: OriginalContent): ParsedDocument {
  const text = cleanText(decodeDeclared(content));
  const prefersTab =
    content.mimeType?.startsWith('text/tab-') || /\.(?:tsv|tab)$/i.test(content.fileName ?? '');
  // Excel's note to itself.
  const named = /^sep=(.)\n/.exec(text);
  const separator = named?.[1] ?? sniffSeparator(text, prefersTab ?? false);
  if (separator === undefined) return parseText(text);
  const rows = readDelimited(named ? text.slice(named[0].length) : text, separator);
  // What stands above the table has a single cell.
  const top = rows.slice(0, MOST_TITLES).findIndex((row) => filledOf(row) > 1);
  const titles = rows.splice(0, Math.max(0, top)).map((row) => row.join(' '));
  const header = hasHeader(rows) && fits(rows, text.length) ? rows.shift() : undefined;
  const builder = createDocumentBuilder();
  for (const title of titles) builder.add('paragraph', title);
  for (const line of tableLines(header, rows)) builder.add('table-row', line);
  return builder.build();
}

const MOST_TITLES = 5;

const filledOf = (row: readonly string[] = []): number => row.filter((cell) => cell.trim() !== '').length;

/** A file mostly begins with the names of its columns: it does unless its first row looks like the others. */
function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first = [], second = []] = rows;
  const names = first.map((name) => name.trim());
  const filled = names.filter((name) => name !== '');
  if (rows.length < 2 || filled.length < 2 || filled.length < second.length / 2) return false;
  if (looksLikeHeader(rows)) return true;
  return (
    new Set(filled).size === filled.length &&
    filled.every((name) => name.length <= LONGEST_NAME && !isValue(name))
  );
}

const LONGEST_NAME = 80;

/** Whether the rows are short enough to repeat the names in each. */
const fits = (rows: readonly (readonly string[])[], length: number): boolean =>
  length + rows.length * (rows[0]?.reduce((sum, name) => sum + name.length + 4, 0) ?? 0) <
  LIMITS.extractedCharacters;
