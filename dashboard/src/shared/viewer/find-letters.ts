/** What is compared: marks of Markdown, spaces and the ellipsis of a cut passage may differ. */
const LETTER = /[\p{L}\p{N}]/gu;

/** Letters at the beginning of a passage that must be found. */
const COMPARED = 120;

/** One that is longer in small letters, such as İ, keeps its length. */
const small = (letter: string): string => letter.toLowerCase().slice(0, letter.length);

const lettersOf = (text: string): string => (text.match(LETTER) ?? []).map(small).join('');

/** True if a text contains a passage or is the beginning of it. Only letters and digits are compared. */
export function saysTheSame(text: string, passage: string): boolean {
  const [here, there] = [lettersOf(text), lettersOf(passage)];
  if (here === '' || there === '') return here === there;
  return here.includes(there.slice(0, COMPARED)) || there.includes(here.slice(0, COMPARED));
}

/** Where a passage is in a text, by letters and digits only; undefined if it isn't there. */
export function findLetters(text: string, passage: string): { start: number; end: number } | undefined {
  const wanted = lettersOf(passage);
  if (wanted === '') return undefined;
  let letters = '';
  const offsets: number[] = [];
  for (const { 0: letter, index } of text.matchAll(LETTER)) {
    letters += small(letter);
    for (let unit = 0; unit < letter.length; unit += 1) offsets.push(index + unit);
  }
  const at = letters.indexOf(wanted);
  const last = offsets[at + wanted.length - 1];
  const start = offsets[at];
  return at < 0 || start === undefined || last === undefined ? undefined : { start, end: last + 1 };
}
