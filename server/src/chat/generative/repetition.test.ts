import { describe, expect, it } from 'vitest';
import { RepetitionWatch } from './repetition.ts';

const watches = (text: string, length = 7): boolean => {
  const watch = new RepetitionWatch();
  return (text.match(new RegExp(`.{1,${length}}`, 'gs')) ?? []).some((piece) => watch.push(piece));
};

describe('a repetition', () => {
  it.each([
    ['a sentence', 'The pier is 300 metres long and was built in 1890. '.repeat(8)],
    ['a word', `The pier is ${'very '.repeat(100)}`],
    ['a number', `Pi is 3.${'0'.repeat(400)}`],
    ['a paragraph', 'One thing leads to another.\nAnd so on, as they say, until it ends.\n\n'.repeat(6)],
    ['Chinese', '码头长三百米，建于一八九〇年。'.repeat(30)],
  ])('is noticed: %s', (_, text) => {
    expect(watches(`It starts well, with something of its own. ${text}`)).toBe(true);
  });

  it.each([
    [
      'a list',
      Array.from(
        { length: 40 },
        (_, index) => `- Step ${index}: turn the wheel by ${index * 7} degrees.\n`,
      ).join(''),
    ],
    ['a rule', `Above.\n${'-'.repeat(1_000)}\nBelow.`],
    ['a sentence said twice', 'The pier is 300 metres long and was built in 1890. '.repeat(2)],
  ])('is not seen in %s', (_, text) => {
    expect(watches(text)).toBe(false);
  });
});
