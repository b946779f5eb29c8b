import { cleanText } from '#ingestion/parse/clean-text.ts';
import { decodeDeclared } from '#ingestion/parse/decode-declared.ts';
import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { parseTextFile } from '#ingestion/parse/text.ts';
import { addJson, nameOf } from './json-blocks.ts';

/** Reads JSON, or JSON Lines: a line for each value with the path that leads to it, lists of like objects as tables, and
 *  sections for larger objects. Content that is no JSON after all, such as JSON with comments, is read as plain text.
 *  Throws SourceFault `too_large`, `unreadable_file` for JSON nested too deep. */
export function parseJson(content: OriginalContent): ParsedDocument {
  const value = readJson(decodeDeclared(content));
  if (value === undefined) return parseTextFile(content);
  const builder = createDocumentBuilder();
  addJson(builder, value);
  const title = nameOf(value);
  return builder.build({ ...(title !== undefined && { title }) });
}

/** The value of a JSON text, or the values of JSON Lines as a list; undefined for other text. */
export function readJson(raw: string): unknown {
  const text = raw.replace(/^\ufeff/, '');
  return objectIn(text) ?? linesOf(text);
}

function objectIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function linesOf(text: string): unknown[] | undefined {
  const values: unknown[] = [];
  for (const line of cleanText(text).split('\n')) {
    if (line.trim() === '') continue;
    const value = objectIn(line);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values.length > 0 ? values : undefined;
}
