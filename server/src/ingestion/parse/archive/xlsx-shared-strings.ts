import { tooMuchText } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { Archive } from './open-archive.ts';
import { readXml } from './read-xml.ts';
import { skipElements } from './skip-elements.ts';

/** The shared strings of a workbook, which cells refer to by index. Throws SourceFault `unreadable_file`, or
 *  `too_large` when they exceed the text limit of a document. */
export async function readSharedStrings(
  archive: Archive,
  part: string | undefined,
): Promise<readonly string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  let string = '';
  let isInText = false;
  let length = 0;
  const handlers = skipElements((name) => name === 'x:rPh', {
    open: (name) => {
      if (name === 'x:si') string = '';
      isInText = name === 'x:t';
    },
    close: (name) => {
      isInText = false;
      if (name !== 'x:si') return;
      strings.push(string);
      length += string.length;
      if (length > LIMITS.extractedCharacters) throw tooMuchText();
    },
    text: (text) => {
      if (isInText) string += text;
    },
  });
  await readXml(archive, part, handlers);
  return strings.map(unescaped);
}

/** Decodes `_x000D_`, the escape for a character that XML cannot hold (ISO/IEC 29500-1, 22.9.2.19). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
