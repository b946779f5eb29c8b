import { LIMITS } from '#isomorphic/limits.ts';
import { cleanText } from './clean-text.ts';
import { decodeDeclared } from './decode-declared.ts';
import type { OriginalContent } from './original-content.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { tooMuchText } from './source-fault.ts';
import { blocksOf } from './text-blocks.ts';

/** Reads a text file in any encoding, or content that was submitted as text. */
export const parseTextFile = (content: OriginalContent): ParsedDocument =>
  parseText(content.origin === 'text' ? new TextDecoder().decode(content.bytes) : decodeDeclared(content));

/** Turns plain text, with or without Markdown, into a document. Normalises line ends, removes control characters, and
 *  detects paragraphs, list items, headings, table rows and fenced code. Every offset refers to the text that it
 *  returns. Linear in the length of any text. */
export function parseText(text: string): ParsedDocument {
  const clean = cleanText(text);
  if (clean.length > LIMITS.extractedCharacters) throw tooMuchText();
  return { text: clean, blocks: blocksOf(clean) };
}
