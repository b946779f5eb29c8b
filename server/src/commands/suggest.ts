/** The word that was probably meant, or undefined if none is close. */
export function suggest(typed: string, words: readonly string[]): string | undefined {
  const limit = typed.length < 5 ? 1 : 2;
  const ranked = words
    .map((word) => ({ word, distance: word.startsWith(typed) && typed.length > 1 ? 1 : edits(typed, word) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.word;
}

/** ` Did you mean "…"?`, or nothing. */
export function didYouMean(typed: string, words: readonly string[]): string {
  const word = suggest(typed, words);
  return word === undefined ? '' : ` Did you mean ${word}?`;
}

/** The insertions, deletions, replacements and swaps of neighbours between two words. */
function edits(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      (rows[row] as number[])[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(from.length, to.length);
}
