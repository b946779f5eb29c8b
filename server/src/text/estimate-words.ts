/** The weight of a text in a chunk, in words. A character of a script without spaces (CJK, Thai, …) counts as 0.4
 *  words. A long word counts once for each 12 characters, so that a line of base64 is not one word. */
export function estimateWords(text: string, start: number, end: number): number {
  let weight = 0;
  let wordLength = 0;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (isSpace(unit)) {
      wordLength = 0;
    } else if (isUnspaced(unit)) {
      weight += unspacedWeight;
      wordLength = 0;
    } else {
      if (wordLength % lettersPerWord === 0) weight += 1;
      wordLength += 1;
    }
  }
  return weight;
}

const unspacedWeight = 0.4;
const lettersPerWord = 12;

function isSpace(unit: number): boolean {
  return unit <= 0x20 || unit === 0xa0 || unit === 0x3000 || (unit >= 0x2000 && unit <= 0x200a);
}

/** Thai and Lao, Burmese, Khmer, kana and Han with their punctuation and full-width forms. High surrogates of Han
 *  count; low surrogates and Hangul (which has spaces) do not. */
function isUnspaced(unit: number): boolean {
  if (unit < 0x0e00) return false;
  return (
    unit <= 0x0eff ||
    (unit >= 0x1000 && unit <= 0x109f) ||
    (unit >= 0x1780 && unit <= 0x17ff) ||
    (unit >= 0x3001 && unit <= 0x9fff) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    (unit >= 0xff00 && unit <= 0xff9f) ||
    (unit >= 0xd840 && unit <= 0xd88f)
  );
}
