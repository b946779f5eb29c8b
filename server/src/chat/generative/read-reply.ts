import { type Span, splitSentences } from '#text/sentences.ts';
import { stripInvisible } from '#text/strip-invisible.ts';

/** A sentence written by a model, without its markers. */
export type WrittenSentence = {
  /** The separator before it: nothing, a space, or one or two line breaks with the indentation after them, which nests
   *  list items. */
  separator: string;
  text: string;
  /** The numbers of the cited passages, as written. */
  markers: number[];
};

/** Reads a reply while it is written. Returns a sentence once the next has begun, because only then are its end and its
 *  markers certain: markers may follow the full stop. */
export class ReplyReader {
  #pending = '';
  #separator = '';

  push(piece: string): WrittenSentence[] {
    this.#pending = stripInvisible(this.#pending + piece);
    const taken = this.#take(withoutOpenMarker(this.#pending), BEGUN_CHARACTERS);
    // Each piece reads the sentence again: one without an end would take ever longer.
    if (this.#pending.length > LONGEST_SENTENCE) {
      const lastSpace = this.#pending.lastIndexOf(' ');
      taken.push(...this.#take(this.#pending.slice(0, lastSpace > 0 ? lastSpace : undefined), undefined));
    }
    return taken;
  }

  /** What was written of the next sentences, which `push` has not returned yet. */
  get begun(): { separator: string; text: string } {
    return { separator: this.#separator, text: this.#pending };
  }

  end(): WrittenSentence[] {
    return this.#take(this.#pending, undefined);
  }

  /** begun: characters of the next sentence that make a sentence certain; undefined at the end of the text. */
  #take(text: string, begun: number | undefined): WrittenSentence[] {
    const spans = withSigns(text, splitSentences(text.replace(marker, (found) => ' '.repeat(found.length))));
    const taken: WrittenSentence[] = [];
    let from = 0;
    for (const [index, { end }] of spans.entries()) {
      const next = spans[index + 1];
      if (begun !== undefined && (!next || text.length - next.start < begun)) break;
      const to = next?.start ?? text.length;
      taken.push({
        separator: this.#separator,
        text: withoutMarkers(text.slice(from, end)).trim(),
        markers: markersIn(text.slice(from, to)),
      });
      this.#separator = separatorOf(text.slice(end, to));
      from = to;
    }
    this.#pending = this.#pending.slice(from);
    return taken;
  }
}

/** Enough to recognise a sentence: `splitSentences` looks this far ahead. */
const BEGUN_CHARACTERS = 16;

/** A longer one is cut between words. */
const LONGEST_SENTENCE = 2_000;

/** Markers such as `[1]`, `[1, 2]`, `[2-4]`, `[Source 3]`, `【1†source】`. */
const marker =
  /[[［【](?:\s{0,4}(?:source|passage|document|doc|quelle|fuente|fonte)s?)?(?:[\s,;、，.#^&–-]|and){0,20}\d(?:[\s\d,;、，.#^&–-]|and){0,60}(?:†[^\]】\n]{0,40})?[\]］】]/giu;
const longestMarker = 140;
const spacedMarker = new RegExp(`(?<![ \\t])[ \\t]*(?:${marker.source})`, 'giu');

function withoutOpenMarker(text: string): string {
  const open = Math.max(text.lastIndexOf('['), text.lastIndexOf('【'), text.lastIndexOf('［'));
  const isOpen = open >= 0 && text.length - open < longestMarker && !/[\]］】]/.test(text.slice(open));
  return isOpen ? text.slice(0, open) : text;
}

/** Removes markers and the space before each. */
export const withoutMarkers = (text: string): string =>
  text.replace(spacedMarker, (found, offset: number) =>
    /^[\p{L}\p{N}]/u.test(text.slice(offset + found.length)) ? ' ' : '',
  );

const MOST_MARKERS = 20;

function markersIn(text: string): number[] {
  const numbers = new Set<number>();
  for (const [found] of text.matchAll(marker)) {
    for (const [, from, to] of found.matchAll(/(\d+)(?:\s*[–-]\s*[#^]?(\d+))?/g)) {
      const last = Math.min(Number(to ?? from), Number(from) + MOST_MARKERS);
      for (let number = Number(from); number <= last; number++) numbers.add(number);
    }
  }
  return [...numbers];
}

/** Deeper than in any real list. */
const MOST_INDENT = 12;

function separatorOf(gap: string): string {
  const lines = gap.split('\n');
  if (lines.length === 1) return /\s/.test(gap) ? ' ' : '';
  const indent = /^[ \t]*/.exec(lines.at(-1) ?? '')?.[0].slice(0, MOST_INDENT) ?? '';
  return (lines.length > 2 ? '\n\n' : '\n') + indent;
}

const itemNumber = /^\d{1,3}[.)]$/;
const openingFence = /^(?:`{3,}|~{3,})[\w+#-]{0,20}$/;
const fenceOrAlignment = /^(?:`{3,}|~{3,}|[|:\- \t]+)$/;

/** Markdown syntax is not a sentence: a list number and an opening code fence belong to the sentence after them; a line
 *  without words, which closes code or aligns a table, to the line above. */
function withSigns(text: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { start, end } of spans) {
    const before = joined.at(-1);
    const written = before ? text.slice(before.start, before.end) : '';
    const breaks = before ? text.slice(before.end, start).split('\n').length - 1 : 2;
    const isOne =
      breaks === 0
        ? itemNumber.test(written)
        : breaks === 1 && (openingFence.test(written) || fenceOrAlignment.test(text.slice(start, end)));
    if (before && isOne) before.end = end;
    else joined.push({ start, end });
  }
  return joined;
}
