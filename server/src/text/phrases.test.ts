import { describe, expect, it } from 'vitest';
import { comparable, containsPhrase, phrasesOf } from './phrases.ts';

describe('phrases', () => {
  it('are what stands in quotation marks of any country', () => {
    expect(phrasesOf('the "Salted  Cod" and “Crème brûlée”')).toEqual(['salted cod', 'creme brulee']);
    expect(phrasesOf('„Guten Tag“ «вид на море» 「東京駅」')).toEqual(['guten tag', 'вид на море', '東京駅']);
  });

  it('are none in a query without pairs of marks, and none that say nothing', () => {
    expect(phrasesOf('a 12" pipe')).toEqual([]);
    expect(phrasesOf('"" and " - "')).toEqual([]);
  });

  it('stand in a text as whole words, whatever case, accents and signs it has', () => {
    const text = comparable('Take the Crème-Brûlée out; wait.');
    expect(containsPhrase(text, 'creme brulee')).toBe(true);
    expect(containsPhrase(text, 'brulee out')).toBe(true);
    expect(containsPhrase(text, 'rulee out')).toBe(false);
    expect(containsPhrase(comparable('次は東京駅です'), '東京駅')).toBe(true);
  });
});
