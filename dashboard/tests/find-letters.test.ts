import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLetters, saysTheSame } from '../src/shared/viewer/find-letters.ts';

describe('a passage in a text that has changed', () => {
  it('is found whatever is between its letters', () => {
    const text = 'Before.\n\nThe **pump** is\noiled every spring. After.';
    const found = findLetters(text, 'The pump is oiled every spring…');
    expect(text.slice(found?.start, found?.end)).toBe('The **pump** is\noiled every spring');
    expect(findLetters(text, 'The pump is painted')).toBeUndefined();
    expect(findLetters(text, '…')).toBeUndefined();
    expect(findLetters('', 'The pump')).toBeUndefined();
  });

  it('is found at its offsets in any text', () => {
    const word = fc.constantFrom('pump', 'Öl', '弁を開く', 'İstanbul', '٣٠', 'ﬁ', '𝒜', ' ', '\n', '*', '—');
    const texts = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));
    fc.assert(
      fc.property(texts, texts, texts, (before, passage, after) => {
        const found = findLetters(`${before}${passage}${after}`, passage);
        const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
        if (letters(passage) === '') expect(found).toBeUndefined();
        else
          expect(letters(`${before}${passage}${after}`.slice(found?.start, found?.end))).toBe(
            letters(passage),
          );
      }),
    );
  });

  it('is the same if it is cut, or has other marks', () => {
    expect(saysTheSame('The pump is oiled every spring by the crew.', 'The pump is oiled every…')).toBe(true);
    expect(saysTheSame('| The pump | 30 |', 'The pump – 30')).toBe(true);
    expect(saysTheSame('The pump is oiled.', 'The valve is oiled.')).toBe(false);
    expect(saysTheSame('', 'The pump')).toBe(false);
  });
});
