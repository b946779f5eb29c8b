import type { Row } from './text-run.ts';

const SOFT_HYPHEN = '\u00ad';
/** The number of characters before a soft hyphen that identify its line on a page. */
const TAIL = 16;

/** The text before each soft hyphen of a page, without spaces. pdf.js drops soft hyphens from the text of a page,
 *  although some typesetters mark broken lines with nothing else. The drawing operators still contain them. glyphRuns:
 *  the arguments of the text-showing operators. */
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

/** The character of a glyph. Numbers between glyphs only shift the next one. */
function characterOf(glyph: unknown): string {
  if (typeof glyph !== 'object' || glyph === null || !('unicode' in glyph)) return '';
  return typeof glyph.unicode === 'string' ? glyph.unicode : '';
}

/** Adds the soft hyphens back to the ends of their segments. */
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
