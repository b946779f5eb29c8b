import type { Block } from '#ingestion/parse/parsed-document.ts';
import { tooMuchText } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';

/** A block of text without its final place: its table may turn out to be a layout, its list a menu. */
export type Piece = {
  kind: Block['kind'];
  text: string;
  level?: number;
  /** The number of links, and the approximate number of characters in them. */
  links?: { count: number; length: number };
  /** The id of the last element that has one, up to here. */
  anchor?: string;
};

export type InlineText = {
  /** The finished pieces. */
  pieces: Piece[];
  /** The kind of the next block. */
  headingLevel: number | undefined;
  /** Prefixes of the next block only: the list marker, and the term that it describes. */
  marker: string;
  term: string;
  /** The number of open elements in which white space counts. */
  codeDepth: number;
  /** The last id seen. */
  anchor: string | undefined;
  /** Adds page text to the open block. */
  text(text: string): void;
  /** Counts a link in the open block, or characters of one. */
  link(count: number, length: number): void;
  /** Separates the text before from the text that follows, unless that starts with closing punctuation. */
  gap(): void;
  lineBreak(): void;
  /** Ends the line, unless the line is empty. */
  endLine(): void;
  /** Ends the open block. */
  flush(): void;
  /** Ends a one-line term that has no description. */
  flushTerm(): void;
  /** True if the open block has no text. */
  isBlank(): boolean;
  add(piece: Piece): void;
};

/** Collects running text into pieces. White space follows CSS: it is collapsed, and inline elements add none.
 *  Throws SourceFault `too_large` when the total text exceeds the limit. */
export function createInlineText(): InlineText {
  let open = '';
  // Flags beside the text, because inspecting a long growing string copies it.
  let hasText = false;
  let endsLine = true;
  let hasGap = false;
  let links = { count: 0, length: 0 };
  let length = 0;
  const inline: InlineText = {
    pieces: [],
    headingLevel: undefined,
    marker: '',
    term: '',
    codeDepth: 0,
    anchor: undefined,
    text: (text) => {
      if (hasGap && !/^[\s.,;:!?)]/.test(text)) open += ' ';
      hasGap = false;
      open += inline.codeDepth > 0 ? text : text.replace(/[\t\n\f\r ]+/g, ' ');
      hasText ||= /\S/.test(text);
      endsLine = text.endsWith('\n');
    },
    link: (count, characters) => {
      links.count += count;
      links.length += characters;
    },
    gap: () => {
      hasGap = hasText;
    },
    lineBreak: () => {
      open += '\n';
      endsLine = true;
    },
    endLine: () => {
      if (!endsLine) inline.lineBreak();
    },
    isBlank: () => !hasText,
    add: (piece) => {
      length += piece.text.length;
      if (length > LIMITS.extractedCharacters) throw tooMuchText();
      const { anchor } = inline;
      inline.pieces.push(anchor === undefined || piece.anchor !== undefined ? piece : { ...piece, anchor });
    },
    flushTerm: () => {
      if (inline.term !== '') inline.add({ kind: 'list-item', text: `- ${inline.term}` });
      inline.term = '';
    },
    flush: () => {
      const text = open;
      const isText = hasText;
      open = '';
      hasText = false;
      endsLine = true;
      hasGap = false;
      const { count, length } = links;
      links = { count: 0, length: 0 };
      if (isText) addBlock(inline, text, count > 0 ? { links: { count, length } } : {});
    },
  };
  return inline;
}

function addBlock(inline: InlineText, text: string, links: Pick<Piece, 'links'>): void {
  const { marker, headingLevel, codeDepth, term } = inline;
  const isHeading = headingLevel !== undefined && text.length <= LONGEST_HEADING;
  inline.marker = '';
  if (marker !== '' || codeDepth > 0 || isHeading) inline.flushTerm();
  inline.term = '';
  if (codeDepth > 0) inline.add({ kind: 'code', text, ...links });
  else if (isHeading)
    inline.add({ kind: 'heading', text: withoutAnchor(text), level: headingLevel, ...links });
  else if (marker !== '') inline.add({ kind: 'list-item', text: marker + text.trim(), ...links });
  else if (term !== '')
    inline.add({
      kind: 'list-item',
      text: `- ${term}${/[:?.!]$/.test(term) ? '' : ':'} ${text.trim()}`,
      ...links,
    });
  else
    for (const paragraph of text.split(/\n *\n/))
      if (/\S/.test(paragraph)) inline.add({ kind: 'paragraph', text: paragraph, ...links });
}

/** A longer heading is a paragraph whose heading tag was never closed. */
const LONGEST_HEADING = 500;

/** Removes the permalink sign of a heading. */
const withoutAnchor = (heading: string): string => {
  const text = heading.trim();
  const bare = text.replace(/^[#¶§🔗]+ |(?: #|[¶§🔗])$/u, '').trim();
  return bare === '' ? text : bare;
};
