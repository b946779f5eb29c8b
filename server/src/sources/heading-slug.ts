import type { Outline } from '#records/outline.ts';

/** The anchor that GitHub gives to the heading above an offset; undefined above the first one. Headings with the same
 *  words are numbered. */
export function headingSlug(headings: Outline['headings'], offset: number): string | undefined {
  const used = new Map<string, number>();
  let slug: string | undefined;
  for (const { start, text } of headings) {
    if (start > offset) break;
    const words = slugOf(text);
    const count = used.get(words) ?? 0;
    used.set(words, count + 1);
    slug = count === 0 ? words : `${words}-${count}`;
  }
  return slug;
}

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
