import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText } from './text.ts';

const blocksOf = (text: string) => {
  const document = parseText(text);
  return document.blocks.map(({ kind, level, start, end }) => [
    level ? `${kind} ${level}` : kind,
    document.text.slice(start, end),
  ]);
};

describe('parseText', () => {
  it('normalises line ends and removes control characters', () => {
    expect(parseText('\ufeffa\r\nb\rc\u2028d\0\u0007e\tf\ud800').text).toBe('a\nb\nc\nde\tf\ufffd');
  });

  it('reads Markdown syntax', () => {
    const text =
      '# Top #\ntext\nwrapped\n\nUnder\n-----\n- one\n- two\n  more\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\n# code\n\nx\n```\nend';
    expect(blocksOf(text)).toEqual([
      ['heading 1', '# Top #'],
      ['paragraph', 'text\nwrapped'],
      ['heading 2', 'Under\n-----'],
      ['list-item', '- one'],
      ['list-item', '- two\n  more'],
      ['table-row', '| a | b |\n|---|---|'],
      ['table-row', '| 1 | 2 |'],
      ['code', '```\n# code\n\nx\n```'],
      ['paragraph', 'end'],
    ]);
  });

  it('finds the headings of a plain text, but not in short lines of prose', () => {
    const prose = 'This is a paragraph that is longer than the line above it, as prose is.';
    expect(
      blocksOf(
        `ANNUAL REPORT\n\n${prose}\n\n2.1 Title of it\n\n${prose}\n\nOur Way to the Top\n\n${prose}`,
      ).map(([kind]) => kind),
    ).toEqual(['heading 1', 'paragraph', 'heading 2', 'paragraph', 'heading 2', 'paragraph']);
    expect(
      blocksOf(`Dear Sir,\n\n${prose}\n\nYes it is.\n\n${prose}\n\nKind Regards`).map(([kind]) => kind),
    ).toEqual(Array(5).fill('paragraph'));
  });

  it('tiles any text with blocks in order', () => {
    const unit = fc.constantFrom(
      'a',
      'B ',
      '\n',
      '#',
      '# ',
      '- ',
      '|',
      '---',
      '```',
      '~~~\n',
      '===\n',
      ' ',
      '\t',
      '1. ',
      '1.2 ',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80 }), (source) => {
        const { text, blocks } = parseText(source);
        let from = 0;
        for (const { start, end } of blocks) {
          expect(end).toBeGreaterThan(start);
          expect(text.slice(from, start).trim()).toBe('');
          from = end;
        }
        expect(text.slice(from).trim()).toBe('');
      }),
    );
  });
});
