import type { SourceId } from '#lib/ids.ts';

/** Words at each end of a text fragment: browsers find a passage by its first and last words. */
const FRAGMENT_WORDS = 5;
const FRAGMENT_CHARACTERS = 200;

/** The address of a web page at the words of a passage, by a text fragment, which browsers scroll to and mark. */
export function linkToWords(url: string, text: string): string {
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

/** The place of a passage in the dashboard, which marks it in the text of the source. */
export const linkToSpan = (sourceId: SourceId, { start, end }: { start: number; end: number }): string =>
  `/sources/${sourceId}?start=${start}&end=${end}`;

export const LINK_DESCRIPTION =
  'The place, for people: of a web page its URL with a text fragment that scrolls to the words; of other sources a path of the dashboard, which marks them.';
