import { describe, expect, it } from 'vitest';
import { comparable, containsPhrase, phrasesOf } from './phrases.ts';

describe('phrases', () => {
  it('treats any Unicode quotation marks as a phrase', () => {
    expect(phrasesOf('the "Salted  Cod" and “Crème brûlée”')).toEqual(['salted cod', 'creme brulee']);
    expect(phrasesOf('„Guten Tag“ «вид на море» 「東京駅」')).toEqual(['guten tag', 'вид на море', '東京駅']);
  });

  it('finds no phrase without a pair of marks, and no empty phrase', () => {
    expect(phrasesOf('a 12" pipe')).toEqual([]);
    expect(phrasesOf('"" and " - "')).toEqual([]);
  });

  it('matches whole words in a text, ignoring case, accents and punctuation', () => {
    const text = comparable('Take the Crème-Brûlée out; wait.');
    expect(containsPhrase(text, 'creme brulee')).toBe(true);
    expect(containsPhrase(text, 'brulee out')).toBe(true);
    expect(containsPhrase(text, 'rulee out')).toBe(false);
    expect(containsPhrase(comparable('次は東京駅です'), '東京駅')).toBe(true);
  });
});
