import type { SourceContent } from '#shared/sources/source.ts';

/** A part of a text that is rendered as one paragraph. */
export type TextBlock = {
  /** Offsets into the text, in UTF-16 code units. */
  start: number;
  end: number;
  /** The level of a heading. */
  level?: number;
  /** The number of a page that starts here. */
  page?: number;
};

/** Longer lines are split, so that none is slow to lay out. */
const LONGEST = 2_000;

/** The non-empty lines of a text, with the headings and pages that start there. */
export function toBlocks({ text, headings, pages }: SourceContent): TextBlock[] {
  const blocks: TextBlock[] = [];
  let heading = 0;
  let page = 0;
  let start = 0;
  while (start < text.length) {
    const end = endOfBlock(text, start);
    if (text.slice(start, end).trim() !== '') {
      const block: TextBlock = { start, end };
      while ((headings[heading]?.end ?? text.length) <= start && heading < headings.length) heading++;
      const level = headings[heading];
      if (level && level.start < end && level.end > start) block.level = level.level;
      while (page < pages.length && (pages[page]?.start ?? 0) < end) block.page = pages[page++]?.page ?? 1;
      blocks.push(block);
    }
    start = end;
  }
  return blocks;
}

/** The offset after the next line break, or where a long line can be cut. */
function endOfBlock(text: string, start: number): number {
  const lineBreak = text.indexOf('\n', start);
  const end = lineBreak === -1 ? text.length : lineBreak + 1;
  if (end - start <= LONGEST) return end;
  const space = text.lastIndexOf(' ', start + LONGEST);
  if (space > start) return space + 1;
  // Never within a surrogate pair.
  const code = text.charCodeAt(start + LONGEST - 1);
  return start + LONGEST - (code >= 0xd800 && code <= 0xdbff ? 1 : 0);
}

/** The block at an offset. */
export function blockAt(blocks: readonly TextBlock[], offset: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((blocks[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
