/** The words of a stretch of a script without spaces (Han, kana, Thai, Lao, Khmer, Burmese), by the dictionaries of
 *  Intl.Segmenter. Split into slices, because ICU is slow on a stretch of millions. */
export function segmentUnspaced(run: string): string[] {
  const words: string[] = [];
  for (let start = 0; start < run.length; start += sliceLength) {
    for (const { segment } of segmenter.segment(run.slice(start, start + sliceLength))) words.push(segment);
  }
  return words;
}

/** The adjacent pairs of characters of a run; a single character is returned as is. Pairs find words that the
 *  dictionary segments differently in query and passage. A vowel sign stays with its consonant. */
export function characterPairs(run: string): string[] {
  const characters = run.match(character) ?? [];
  if (characters.length === 1) return [run];
  return characters.slice(1).map((second, index) => `${characters[index]}${second}`);
}

const sliceLength = 4_000;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const character = /\P{M}\p{M}*/gu;
