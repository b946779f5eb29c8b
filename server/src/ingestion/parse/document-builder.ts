import { LIMITS } from '#isomorphic/limits.ts';
import { cleanText } from './clean-text.ts';
import type { Block, ParsedDocument } from './parsed-document.ts';
import { tooMuchText } from './source-fault.ts';

type BlockProperties = { level?: number | undefined; page?: number | undefined; keepsLines?: boolean };

export type DocumentBuilder = {
  /** Adds a block at the end. White space is squeezed, except in code; a text of only white space adds nothing.
   *  keepsLines: the lines of the text stay lines, as in an address or a poem.
   *  Throws SourceFault `too_large` when the document has more text than is taken. */
  add(kind: Block['kind'], text: string, properties?: BlockProperties): void;
  /** The document so far, with what else is known of it. */
  build(properties?: Omit<ParsedDocument, 'text' | 'blocks'>): ParsedDocument;
};

/** Puts a document together from blocks: the one way in which parsers of formats with a structure make their text.
 *  Blocks stand a blank line apart, rows of one table and items of one list a line. */
export function createDocumentBuilder(): DocumentBuilder {
  const parts: string[] = [];
  const blocks: Block[] = [];
  let length = 0;
  return {
    add: (kind, raw, { level, page, keepsLines = false } = {}) => {
      const clean = cleanText(raw);
      const text = kind === 'code' ? trimLines(clean) : keepsLines ? squeezeLines(clean) : squeeze(clean);
      if (text === '') return;
      const gap = blocks.length === 0 ? '' : gapBetween(blocks.at(-1)?.kind, kind);
      const start = length + gap.length;
      length = start + text.length;
      if (length > LIMITS.extractedCharacters) throw tooMuchText();
      parts.push(gap, text);
      blocks.push({
        kind,
        start,
        end: length,
        ...(level !== undefined && { level }),
        ...(page !== undefined && { page }),
      });
    },
    build: (properties = {}) => ({ text: parts.join(''), blocks, ...properties }),
  };
}

const gapBetween = (before: Block['kind'] | undefined, next: Block['kind']): string =>
  before === next && (next === 'list-item' || next === 'table-row') ? '\n' : '\n\n';

/** A no-break space stays a space; zero-width and soft hyphens only ever divided words on paper. */
const squeeze = (text: string): string =>
  text
    .replace(/[\u00ad\u200b\u2060]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const squeezeLines = (text: string): string =>
  text
    .split('\n')
    .map(squeeze)
    .filter((line) => line !== '')
    .join('\n');

const trimLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
