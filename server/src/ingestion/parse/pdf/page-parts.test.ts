import { describe, expect, it } from 'vitest';
import { pageParts } from './page-parts.ts';

/** The text of a page with its pieces at the given positions, in points from the bottom left. */
const textsOf = (...pieces: [text: string, x: number, y: number][]): string[][] =>
  pageParts({
    items: pieces.map(([str, x, y]) => ({
      str,
      dir: 'ltr',
      width: str.length * 5,
      height: 10,
      transform: [10, 0, 0, 10, x, y],
      fontName: 'f',
    })),
    verticalFonts: new Set(),
    boldFonts: new Set(),
    view: { width: 595, height: 842, transform: [1, 0, 0, -1, 0, 842] },
  }).map(({ runs }) => runs.map(({ text }) => text));

const textOf = (text: string) => textsOf([text, 50, 700])[0]?.[0];

describe('the text of a page', () => {
  it('has plain letters for ligatures and presentation forms, and keeps exponents', () => {
    expect(textOf('e\ufb03cient \ufb02ow of \ufb01sh')).toBe('efficient flow of fish');
    expect(textOf('\ufefb')).toBe('\u0644\u0627');
    expect(textOf('x² ½ ①')).toBe('x² ½ ①');
  });

  it('repairs the swapped bytes of Ghostscript ligatures, and keeps Han characters', () => {
    expect(textOf('o\u6600\u6600ice, \u6600\u6900sh')).toBe('office, fish');
    expect(textOf('\u6600 \u6600\u6900 A\u6900')).toBe('\u6600 \u6600\u6900 A\u6900');
  });

  it('omits text outside the page, unless there is no other text', () => {
    expect(textsOf(['seen', 50, 700], ['slug', 50, 900])).toEqual([['seen']]);
    expect(textsOf(['slug', 50, 900])).toEqual([['slug']]);
  });

  it('omits text without a valid position', () => {
    expect(textsOf(['lost', Number.NaN, 700], ['seen', 50, 700])).toEqual([['seen']]);
  });
});
