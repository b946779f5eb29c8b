import { LIMITS } from '#isomorphic/limits.ts';
import { cleanText } from './clean-text.ts';
import { decodeDeclared } from './decode-declared.ts';
import type { OriginalContent } from './original-content.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { tooMuchText } from './source-fault.ts';
import { blocksOf } from './text-blocks.ts';
import { refuseNoise, withoutDataUrls } from './text-noise.ts';

/** Reads a text file in any encoding, or content that was submitted as text. Throws SourceFault `unsupported_format` for
 *  a file of encoded data, `too_large`. */
export function parseTextFile(content: OriginalContent): ParsedDocument {
  if (content.origin === 'text') return parseText(new TextDecoder().decode(content.bytes));
  const text = withoutDataUrls(decodeDeclared(content));
  refuseNoise(text, content.fileName ?? 'The content');
  return parseText(text);
}

/** Turns plain text, with or without Markdown, into a document. Normalises line ends, removes control characters, and
 *  detects paragraphs, list items, headings, table rows and fenced code. Every offset refers to the text that it
 *  returns. Linear in the length of any text. */
export function parseText(text: string): ParsedDocument {
  const clean = cleanText(text);
  if (clean.length > LIMITS.extractedCharacters) throw tooMuchText();
  return { text: clean, blocks: blocksOf(clean) };
}
