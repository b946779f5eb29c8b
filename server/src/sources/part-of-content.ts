import type { z } from 'zod';
import type { Outline } from '#records/outline.ts';
import type { ContentQuery, SourceContent } from './schema.ts';

type Shown = z.infer<typeof SourceContent>;

/** A part of a text, or all of it, with the headings and pages that begin in it. */
export function partOf(
  { text, outline }: { text: string; outline: Outline },
  { offset = 0, limit = Number.POSITIVE_INFINITY }: z.infer<typeof ContentQuery>,
): Omit<Shown, 'source_id'> {
  const start = wholeCharacters(text, offset);
  const end = endOfPart(text, start, limit);
  const beginsHere = (each: { start: number }): boolean => each.start >= start && each.start < end;
  const isAll = start === 0 && end === text.length;
  const { shapes: _, ...told } = outline;
  return {
    ...told,
    text: text.slice(start, end),
    total_characters: text.length,
    ...(end < text.length && { next_offset: end }),
    ...(!isAll && {
      headings: outline.headings.filter(beginsHere),
      pages: outline.pages.filter(beginsHere),
    }),
  };
}

/** At least one character is read, so that a client who reads on comes to the end. */
function endOfPart(text: string, start: number, limit: number): number {
  const end = Math.min(start + limit, text.length);
  const whole = wholeCharacters(text, end);
  return whole > start ? whole : Math.min(end + 1, text.length);
}

/** The offset, or the one before it in the middle of a surrogate pair. */
const wholeCharacters = (text: string, offset: number): number =>
  /[\uDC00-\uDFFF]/.test(text[offset] ?? '') && /[\uD800-\uDBFF]/.test(text[offset - 1] ?? '')
    ? offset - 1
    : Math.min(offset, text.length);
