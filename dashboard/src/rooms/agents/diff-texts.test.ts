import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffTexts } from './diff-texts.ts';

const without = (kind: 'gone' | 'new', older: string, newer: string): string =>
  diffTexts(older, newer)
    .filter((piece) => piece.kind !== kind)
    .map(({ text }) => text)
    .join('');

describe('diffTexts', () => {
  it('marks the words that differ', () => {
    expect(diffTexts('Be brief and warm.', 'Be brief and very kind.')).toEqual([
      { kind: 'same', text: 'Be brief and ' },
      { kind: 'gone', text: 'warm.' },
      { kind: 'new', text: 'very kind.' },
    ]);
  });

  it('loses no letter of either text', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', ' ', '\n', '字', '👋'), { maxLength: 60 });
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const [older, newer] = [one.join(''), other.join('')];
        expect([without('new', older, newer), without('gone', older, newer)]).toEqual([older, newer]);
      }),
    );
  });

  it('compares texts of 32,000 characters within a second', () => {
    const older = Array.from({ length: 8_000 }, (_, index) => `w${index % 50}`).join(' ');
    const newer = Array.from({ length: 8_000 }, (_, index) => `v${index % 50}`).join(' ');
    const startedAt = performance.now();
    expect(without('new', older, newer)).toBe(older);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
