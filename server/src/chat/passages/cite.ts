import type { Citation, SourceReference } from '#storage/citation.ts';
import type { Passage } from './passage.ts';

const SNIPPET_CHARACTERS = 300;

/** A place in a source. text: as the list of sources shows it. */
export type Cited = { passage: Passage; start: number; end: number; text: string };

/** The number of a place in a reply with these citations: that which it has already, or the next one. */
export function numberOf(
  place: Pick<Citation, 'source_id' | 'start' | 'end'>,
  before: readonly Citation[],
): number {
  const known = before.find(
    ({ source_id, start, end }) =>
      source_id === place.source_id && start === place.start && end === place.end,
  );
  return known?.number ?? 1 + before.reduce((most, { number = 0 }) => Math.max(most, number), 0);
}

/** A citation. before: the citations of the reply so far. place: where the reply says it. */
export const cite = (
  { passage, start, end, text }: Cited,
  before: readonly Citation[],
  place: { start: number; end: number },
): Citation => ({
  number: numberOf({ source_id: passage.sourceId, start, end }, before),
  source_id: passage.sourceId,
  chunk_id: passage.chunkId,
  start,
  end,
  ...(passage.page !== undefined && { page: passage.page }),
  ...(passage.heading !== undefined && { heading: passage.heading }),
  ...(passage.url !== undefined && { url: linkTo(passage.url, text) }),
  snippet: snippetOf(text),
  reply_start: place.start,
  reply_end: place.end,
});

/** The entry of a source whose best cited place this is. */
export const referenceTo = ({ passage, text }: Cited): SourceReference => ({
  id: passage.sourceId,
  name: passage.sourceName,
  snippet: snippetOf(text),
});

/** A passage as the list of sources shows it: a long one is cut after a whole word. */
export function snippetOf(text: string): string {
  if (text.length <= SNIPPET_CHARACTERS) return text;
  const start = text.slice(0, SNIPPET_CHARACTERS - 1).toWellFormed();
  const lastSpace = start.lastIndexOf(' ');
  return `${(lastSpace > SNIPPET_CHARACTERS / 2 ? start.slice(0, lastSpace) : start).replace(/(?<![\s\p{P}\ufffd])[\s\p{P}\ufffd]+$/u, '')}…`;
}

/** Words at each end of a text fragment: browsers find a passage by its first and last words. */
const FRAGMENT_WORDS = 5;
const FRAGMENT_CHARACTERS = 200;

/** The address of a web page at the words of a passage, by a text fragment, which browsers scroll to and mark. */
function linkTo(url: string, text: string): string {
  const words = text.toWellFormed().split(' ').filter(Boolean);
  const ends =
    words.length <= 2 * FRAGMENT_WORDS
      ? [words.join(' ')]
      : [words.slice(0, FRAGMENT_WORDS).join(' '), words.slice(-FRAGMENT_WORDS).join(' ')];
  // Words this long are not words, and a page may show them otherwise.
  if (words.length === 0 || ends.some((end) => end.length > FRAGMENT_CHARACTERS)) return url;
  const fragment = ends.map((end) => encodeURIComponent(end).replaceAll('-', '%2D')).join(',');
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${fragment}`;
}
