/** True for characters that extraction neither adds nor takes away: no white space, hyphens, punctuation, leaders,
 *  bullets, check boxes and invisible characters. The text of a block is compared with the pieces that it was joined from
 *  by their number. */
export function isLetter(code: number): boolean {
  if (code < 0x80)
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
  if (code < 0xc0 || code === 0xfeff || code >= 0xfff0) return false;
  return !OTHERS.some(([from, to]) => code >= from && code <= to);
}

/** General punctuation, box drawing to dingbats, CJK punctuation, private use. */
const OTHERS = [
  [0x2000, 0x206f],
  [0x2500, 0x27bf],
  [0x3000, 0x303f],
  [0xe000, 0xf8ff],
] as const;

/** The number of letters, see isLetter. */
export function lettersIn(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) if (isLetter(text.charCodeAt(at))) letters += 1;
  return letters;
}
