import { LIMITS } from '#isomorphic/limits.ts';
import { cleanText } from './clean-text.ts';
import { decodeDeclared } from './decode-declared.ts';
import type { OriginalContent } from './original-content.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { tooMuchText } from './source-fault.ts';
import { blocksOf } from './text-blocks.ts';

/** Reads a text file of any encoding, or content that came as text. */
export const parseTextFile = (content: OriginalContent): ParsedDocument =>
  parseText(content.origin === 'text' ? new TextDecoder().decode(content.bytes) : decodeDeclared(content));

/** Makes a plain text into a document, its signs of Markdown read as such: line ends unified, control characters out,
 *  and paragraphs, list items, headings, table rows and fenced code told apart. Every offset counts into the text it
 *  returns. Linear in the length of the text, whatever it holds. */
export function parseText(text: string): ParsedDocument {
  const clean = cleanText(text);
  if (clean.length > LIMITS.extractedCharacters) throw tooMuchText();
  return { text: clean, blocks: blocksOf(clean) };
}
