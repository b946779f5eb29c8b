import { LIMITS } from '#isomorphic/limits.ts';
import { readDelimited, sniffSeparator } from '#text/delimited-rows.ts';
import { cleanText } from './clean-text.ts';
import { decodeDeclared } from './decode-declared.ts';
import { createDocumentBuilder } from './document-builder.ts';
import type { OriginalContent } from './original-content.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { isValue, looksLikeHeader, numberedTableLines } from './table-lines.ts';
import { parseText } from './text.ts';

/** Reads a table of values separated by commas, semicolons, tabs or pipes, quoted as in RFC 4180. Each row becomes a
 *  line of text with the column names. A file of one column, or of prose, is read as plain text.
 *  Throws SourceFault `too_large`. */
export function parseDelimited(content: OriginalContent): ParsedDocument {
  const text = cleanText(decodeDeclared(content));
  const prefersTab =
    content.mimeType?.startsWith('text/tab-') || /\.(?:tsv|tab)$/i.test(content.fileName ?? '');
  // Excel writes this line for itself.
  const named = /^sep=(.)\n/.exec(text);
  const separator = named?.[1] ?? sniffSeparator(text, prefersTab ?? false);
  if (separator === undefined) return parseText(text);
  const numbers: number[] = [];
  const rows = readDelimited(named ? text.slice(named[0].length) : text, separator, { numbers });
  // Rows above the table have a single filled cell.
  const top = rows.slice(0, MOST_TITLES).findIndex((row) => filledOf(row) > 1);
  const titles = rows.splice(0, Math.max(0, top));
  const header = hasHeader(rows) && fits(rows, text.length) ? rows.shift() : undefined;
  const builder = createDocumentBuilder();
  const add = (kind: 'paragraph' | 'table-row', text: string, index: number, row: readonly string[]): void =>
    builder.add(kind, text, {
      place: {
        kind: 'cells',
        sheet: '',
        row: numbers[index] ?? 1,
        left: 0,
        right: Math.max(row.length - 1, 0),
      },
    });
  for (const [index, title] of titles.entries()) add('paragraph', title.join(' '), index, title);
  const above = titles.length + (header ? 1 : 0);
  for (const { line, row } of numberedTableLines(header, rows))
    add('table-row', line, above + row, rows[row] ?? header ?? []);
  return builder.build();
}

const MOST_TITLES = 5;

const filledOf = (row: readonly string[] = []): number => row.filter((cell) => cell.trim() !== '').length;

/** Most files start with their column names, so the first row is a header unless it looks like the other rows. */
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

/** True if the text stays within the limit when each row repeats the names. */
const fits = (rows: readonly (readonly string[])[], length: number): boolean =>
  length + rows.length * (rows[0]?.reduce((sum, name) => sum + name.length + 4, 0) ?? 0) <
  LIMITS.extractedCharacters;
