import { describe, expect, it } from 'vitest';
import { linesOfPage } from './lines-of-page.ts';
import type { TextRun } from './text-run.ts';

const run = (text: string, x: number, baseline: number, more: Partial<TextRun> = {}): TextRun => ({
  text,
  x,
  right: x + 5 * text.length,
  baseline,
  size: 10,
  isBold: false,
  isRightToLeft: false,
  hasSpaceBefore: false,
  ...more,
});

const textsOf = (...runs: TextRun[]): string[] =>
  linesOfPage(runs).map(({ segments }) => segments.map(({ text }) => text).join(' | '));

describe('the lines of a page', () => {
  it('keep times apart that are set closer than their font is high', () => {
    expect(textsOf(run('11:45', 50, 100), run('11:50', 50, 104), run('11:55', 50, 108))).toEqual([
      '11:45',
      '11:50',
      '11:55',
    ]);
  });

  it('keep a raised mark and a lowered index on their line', () => {
    const small = { size: 6, right: 64 };
    expect(textsOf(run('H', 50, 100), run('2', 55, 102, small), run('O', 59, 100))).toEqual(['H2O']);
  });

  it('keep the words of two cells apart, although the first is too long for its cell', () => {
    expect(textsOf(run('Bayside Wholesale', 50, 100), run('INV-0046', 110, 100))).toEqual([
      'Bayside Wholesale INV-0046',
    ]);
  });

  it('join an accent with the letter below it', () => {
    expect(textsOf(run('nai', 50, 100), run('\u0308', 60, 100), run('ve', 65, 100))).toEqual(['nai\u0308ve']);
  });

  it('have spaces between words in full-width letters, and none between Han characters', () => {
    const wide = (text: string, x: number) => run(text, x, 100, { right: x + 10 * text.length });
    expect(textsOf(wide('ｏｆ', 50), wide('ｗａｔｅｒ', 76))).toEqual(['ｏｆ ｗａｔｅｒ']);
    expect(textsOf(wide('中文', 50), wide('文档', 76))).toEqual(['中文文档']);
  });

  it('have the article before an alef, although the ligature in it is written backwards', () => {
    const arabic = (text: string) => textsOf(run(text, 50, 100, { isRightToLeft: true }));
    expect(arabic('تحسين اإلنتاجية واألمن')).toEqual(['تحسين الإنتاجية والأمن']);
    expect(arabic('الإنتاجية إلى ألمانيا')).toEqual(['الإنتاجية إلى ألمانيا']);
  });
});
