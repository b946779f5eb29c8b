/** The words that are one slip of the fingers away: a letter left out, doubled or added, changed, or swapped with its
 *  neighbour. The first letter stays, where slips are rare and other words begin. Of a word of eight letters about 450.
 *  word: folded, in letters of one script; of scripts whose letters are not known here there are only those with a letter
 *  less or swapped. Source: Norvig, How to Write a Spelling Corrector, 2007. */
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
