/** The words that are one typo away: a letter missing, doubled, added, replaced, or swapped with its neighbour. The
 *  first letter stays, because typos there are rare and lead to other words. About 450 for a word of eight letters.
 *  word: folded, in letters of one script. For scripts without an alphabet here, only words with a letter missing or
 *  swapped. Source: Norvig, How to Write a Spelling Corrector, 2007. */
export function oneEditAway(word: string): Set<string> {
  const letters = ALPHABETS.find((alphabet) => alphabet.includes(word[1] ?? '')) ?? '';
  const away = new Set<string>();
  for (let at = 1; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) away.add(before + letter + after);
    if (after === '') continue;
    away.add(before + after.slice(1));
    for (const letter of letters) away.add(before + letter + after.slice(1));
    if (after.length > 1) away.add(before + after[1] + after[0] + after.slice(2));
  }
  away.delete(word);
  return away;
}

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ',
  'αβγδεζηθικλμνξοπρσςτυφχψω',
];
