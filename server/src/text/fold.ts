/** Folds what people omit when typing: accents of Latin, Greek and Cyrillic letters, Arabic and Hebrew points, strokes
 *  through Latin letters. Vowel signs of Hindi, Thai and similar scripts are letters and stay, as does the Russian й.
 *  word: lower case, NFKC. */
export function foldAccents(word: string): string {
  if (!notAscii.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(latinOrGreekAccents, '$1')
    .replace(cyrillicAccents, '$1')
    .replace(semiticPoints, '')
    .normalize('NFC')
    .replace(variants, (letter) => plainLetters[letter] ?? letter);
}

const notAscii = /[^ -~]/;
const latinOrGreekAccents = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
// Only stress and diaeresis: the breve makes a different letter, й.
const cyrillicAccents = /(\p{Script=Cyrillic})[\u0300\u0301\u0308]+/gu;
const semiticPoints = /[\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]+/g;

const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  // Arabic letters as typed on a Persian or Egyptian keyboard.
  ی: 'ي',
  ى: 'ي',
  ک: 'ك',
  ٱ: 'ا',
};

const variants = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');
