import type { ParsedDocument } from './parsed-document.ts';
import { blocksOf } from './text-blocks.ts';

/** Makes a plain or Markdown text into a document: line ends unified, control characters out, and paragraphs, list
 *  items, headings, table rows and fenced code told apart. Every offset counts into the text it returns.
 *  Linear in the length of the text, whatever it holds. */
export function parseText(text: string): ParsedDocument {
  const clean = cleanText(text);
  return { text: clean, blocks: blocksOf(clean) };
}

function cleanText(text: string): string {
  return text.toWellFormed().replace(lineEnds, '\n').replace(controls, '');
}

const lineEnds = /\r\n|[\r\f\v\u0085\u2028\u2029]/g;
/** Control characters but tab and line feed, and byte order marks. */
const controls = /[^\P{Cc}\t\n]|\ufeff/gu;
