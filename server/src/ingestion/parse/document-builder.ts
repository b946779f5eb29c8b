import { LIMITS } from '#isomorphic/limits.ts';
import type { Place } from '#text/places/place.ts';
import { createPlacesWriter } from '#text/places/places-writer.ts';
import { cleanText } from './clean-text.ts';
import type { Block, ParsedDocument } from './parsed-document.ts';
import { tooMuchText } from './source-fault.ts';

type BlockProperties = {
  level?: number | undefined;
  page?: number | undefined;
  /** Where the block is in the original. */
  place?: Place | undefined;
  keepsLines?: boolean;
};

export type DocumentBuilder = {
  /** Appends a block. White space is collapsed, except in code; blank text adds nothing. keepsLines: keeps the line
   *  breaks, as in an address or a poem. Throws SourceFault `too_large` when the text of the document exceeds the
   *  limit. */
  add(kind: Block['kind'], text: string, properties?: BlockProperties): void;
  /** Returns the document so far, with its metadata. */
  build(properties?: Omit<ParsedDocument, 'text' | 'blocks' | 'places'>): ParsedDocument;
};

/** Builds a document from blocks. All parsers of structured formats use it for their text. Blocks are separated by a
 *  blank line; rows of one table and items of one list by a line break. */
export function createDocumentBuilder(): DocumentBuilder {
  const parts: string[] = [];
  const blocks: Block[] = [];
  const places = createPlacesWriter();
  let length = 0;
  return {
    add: (kind, raw, { level, page, place, keepsLines = false } = {}) => {
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
      if (place) places.add(start, text, place);
    },
    build: (properties = {}) => {
      const placed = places.finish();
      return { text: parts.join(''), blocks, ...(placed && { places: placed }), ...properties };
    },
  };
}

const gapBetween = (before: Block['kind'] | undefined, next: Block['kind']): string =>
  before === next && (next === 'list-item' || next === 'table-row') ? '\n' : '\n\n';

/** A no-break space becomes a space. Zero-width characters and soft hyphens only divide words in layout, so they are
 *  removed. */
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
