import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from './sentences.ts';

const sentences = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe('splitSentences', () => {
  it.each([
    ['Dr. Smith paid 3.5 dollars. He left.', ['Dr. Smith paid 3.5 dollars.', 'He left.']],
    ['He lives in the U.S. The weather is fine.', ['He lives in the U.S.', 'The weather is fine.']],
    ['J. R. Tolkien, e.g. in Fig. 3, wrote. Yes!', ['J. R. Tolkien, e.g. in Fig. 3, wrote.', 'Yes!']],
    ['"Stop!" he said. (Really?) Yes', ['"Stop!" he said.', '(Really?)', 'Yes']],
    ['今天很好。「走吧！」他说', ['今天很好。', '「走吧！」', '他说']],
    ['1. First this. 2. Then that.', ['1. First this.', '2. Then that.']],
    ['Short line\nOther line\n\nEnd', ['Short line', 'Other line', 'End']],
    [
      'This line was wrapped by a margin of sixty characters or\nSo and goes on.',
      ['This line was wrapped by a margin of sixty characters or\nSo and goes on.'],
    ],
    [' \n ', []],
  ])('splits %j', (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it('stays within the requested range', () => {
    expect(splitSentences('One. Two. Three.', 5, 9)).toEqual([{ start: 5, end: 9 }]);
  });

  it('returns everything except white space, in order and trimmed', () => {
    const unit = fc.constantFrom(
      'a',
      'B',
      '.',
      '!',
      '。',
      ' ',
      '\n',
      '"',
      ')',
      '1',
      '\u3000',
      '\ud83d\ude00',
      'Dr',
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const found = sentences(text);
        expect(found.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        for (const sentence of found) expect(sentence).toBe(sentence.trim());
      }),
    );
  });
});
