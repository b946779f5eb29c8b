/** Words of a text, of which some are those that were searched for. */
export type MarkedPiece = { text: string; isMarked: boolean };

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Without case and accents. */
const fold = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** Finds the words of the query in a text: whole words, in any case and with or without accents. */
export function markWords(text: string, query: string): MarkedPiece[] {
  const sought = new Set(
    [...segmenter.segment(query)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => fold(segment)),
  );
  const pieces: MarkedPiece[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const isMarked = isWordLike === true && sought.has(fold(segment));
    const last = pieces.at(-1);
    if (last && last.isMarked === isMarked && !isMarked) last.text += segment;
    else pieces.push({ text: segment, isMarked });
  }
  return pieces;
}
