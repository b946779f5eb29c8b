import type { Turn } from '#chat/turn/turn.ts';
import { linkedName } from '#lib/linked-name.ts';
import type { Citation } from '#storage/citation.ts';

/** How the text that a client of OpenAI shows says what it rests on. annotations: beside the text. markers: also by numbers
 *  in it, like `[1]`. footnotes: also by a list of links below it. none: not at all. */
export const CITATION_STYLES = ['annotations', 'markers', 'footnotes', 'none'] as const;
export type CitationStyle = (typeof CITATION_STYLES)[number];

/** A part of the content and the page that says so. Offsets count UTF-16 code units of the content; `end_index` is exclusive. */
export type UrlCitation = { start_index: number; end_index: number; url: string; title: string };

/** Where a cited place can be read. */
export type LinkOf = (citation: Citation) => string;

/** The page of a web source at the cited words; for files and texts, the source in the dashboard with the passage marked. */
export const linksAt =
  (baseUrl: string): LinkOf =>
  ({ url, source_id, start, end }) =>
    url ?? `${baseUrl}/sources/${source_id}?start=${start}&end=${end}`;

/** The content of a reply in one style, as a whole or piece by piece. */
export class CitedContent {
  /** What the client has so far. */
  text = '';
  /** Length of the reply so far, without what was put into it. */
  #replyLength = 0;
  readonly #inserted: { at: number; length: number }[] = [];
  readonly #citations: Citation[] = [];
  readonly #style: CitationStyle;

  constructor(style: CitationStyle) {
    this.#style = style;
  }

  /** Returns the piece as the client gets it. */
  add(piece: string, citations: readonly Citation[]): string {
    const from = this.#replyLength;
    this.#replyLength += piece.length;
    this.#citations.push(...citations);
    let written = '';
    let copiedTo = 0;
    for (const { at, marker } of this.#hasMarkers ? markersIn(piece, citations, from) : []) {
      written += piece.slice(copiedTo, at) + marker;
      copiedTo = at;
      this.#inserted.push({ at: from + at, length: marker.length });
    }
    written += piece.slice(copiedTo);
    this.text += written;
    return written;
  }

  /** Returns what follows the reply: the list of links in the style `footnotes`. */
  end(turn: Turn, linkOf: LinkOf): string {
    const list = this.#style === 'footnotes' ? footnotes(this.#standing(turn), turn, linkOf) : '';
    this.text += list;
    return list;
  }

  /** The citations of the turn, with their offsets in the content. */
  citations(turn: Turn): Citation[] {
    return this.#standing(turn).map((citation) => ({
      ...citation,
      reply_start: this.#moved(citation.reply_start, (at) => at <= citation.reply_start),
      reply_end: this.#moved(citation.reply_end, (at) => at < citation.reply_end),
    }));
  }

  annotations(turn: Turn, linkOf: LinkOf): UrlCitation[] {
    if (this.#style === 'none') return [];
    return this.citations(turn).map((citation) => ({
      start_index: citation.reply_start,
      end_index: citation.reply_end,
      url: linkOf(citation),
      title: titleOf(citation, turn),
    }));
  }

  get #hasMarkers(): boolean {
    return this.#style === 'markers' || this.#style === 'footnotes';
  }

  /** A source may have been deleted after the client got what it says. */
  #standing({ sources }: Turn): Citation[] {
    return this.#citations.filter(({ source_id }) => sources.some(({ id }) => id === source_id));
  }

  #moved(offset: number, isBefore: (at: number) => boolean): number {
    return this.#inserted.reduce((sum, { at, length }) => (isBefore(at) ? sum + length : sum), offset);
  }
}

/** The content of a reply as a whole. */
export function contentOf(turn: Turn, style: CitationStyle, linkOf: LinkOf): CitedContent {
  const content = new CitedContent(style);
  content.add(turn.text, turn.citations);
  content.end(turn, linkOf);
  return content;
}

const titleOf = ({ source_id }: Citation, { sources }: Turn): string =>
  sources.find(({ id }) => id === source_id)?.name ?? source_id;

type Marker = { at: number; marker: string };

/** from: where the piece begins in the reply. */
function markersIn(piece: string, citations: readonly Citation[], from: number): Marker[] {
  const markers = [...Map.groupBy(citations, ({ reply_end }) => reply_end - from)].map(([end, ending]) => {
    const numbers = new Set(ending.map(({ number = 0 }) => number));
    return markerAt(piece, end, [...numbers].map((number) => `[${number}]`).join(''));
  });
  return markers.toSorted((a, b) => a.at - b.at);
}

/** Behind the words, in the last cell of a row, or below a block of code: anywhere else it would break the form. */
function markerAt(piece: string, end: number, numbers: string): Marker {
  const at = end + (/^\n(?:`{3,}|~{3,})/.exec(piece.slice(end, end + LONGEST_FENCE))?.[0].length ?? 0);
  const line = piece.slice(piece.lastIndexOf('\n', at - 1) + 1, at).trim();
  if (/^(?:`{3}|~{3})/.test(line)) return { at, marker: `\n\n${numbers}` };
  if (line.startsWith('|') && line.endsWith('|') && line.length > 1)
    return { at: piece.lastIndexOf('|', at), marker: `${numbers} ` };
  return { at, marker: ` ${numbers}` };
}

const LONGEST_FENCE = 64;

/** A list of links by number, in Markdown. */
function footnotes(citations: readonly Citation[], turn: Turn, linkOf: LinkOf): string {
  const byNumber = new Map(citations.map((citation) => [citation.number ?? 0, citation]));
  const lines = [...byNumber]
    .toSorted(([a], [b]) => a - b)
    .map(([number, citation]) => `- [${number}] ${linkedName(titleOf(citation, turn), linkOf(citation))}`);
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
}

/** A reply that a client sends back, without the markers and the list that were put into it. */
export const withoutMarkers = (text: string): string =>
  text
    .replace(/\n- \[\d{1,4}\] \[[^\n]*/g, '')
    .replace(/[ \n](?:\[\d{1,4}\])+/g, '')
    .trimEnd();
