import type { Row } from './text-run.ts';

const SOFT_HYPHEN = '\u00ad';
/** Characters before a soft hyphen that tell its line from the others of a page. */
const TAIL = 16;

/** What stands before each soft hyphen of a page, without spaces. pdf.js drops soft hyphens from the text of a page, and
 *  some typesetters end broken lines in nothing else; its drawing operators still have them.
 *  glyphRuns: the arguments of the operators that show text. */
export function softHyphenTails(glyphRuns: Iterable<unknown>): string[] {
  const tails: string[] = [];
  let recent = '';
  for (const glyphs of glyphRuns) {
    if (!Array.isArray(glyphs)) continue;
    for (const glyph of glyphs) {
      const character = characterOf(glyph);
      if (character === SOFT_HYPHEN) tails.push(recent);
      else recent = (recent + character.trim()).slice(-TAIL);
    }
  }
  return tails;
}

/** A number in between shifts the next glyph. */
function characterOf(glyph: unknown): string {
  if (typeof glyph !== 'object' || glyph === null || !('unicode' in glyph)) return '';
  return typeof glyph.unicode === 'string' ? glyph.unicode : '';
}

/** Puts the soft hyphens back at the ends of the segments that had them. */
export function restoreSoftHyphens(rows: readonly Row[], tails: readonly string[]): void {
  if (tails.length === 0) return;
  const known = new Set(tails);
  for (const { segments } of rows)
    for (const segment of segments)
      if (
        known.has(
          segment.text
            .slice(-2 * TAIL)
            .replace(/\s+/g, '')
            .slice(-TAIL),
        )
      )
        segment.text += SOFT_HYPHEN;
}
