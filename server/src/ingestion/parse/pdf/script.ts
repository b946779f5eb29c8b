/** Characters of scripts without spaces between words: Han, kana, their punctuation, full-width forms. Hangul and
 *  full-width Latin letters have spaces. */
const SIGN =
  '[\\u2e80-\\u312f\\u31a0-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uff20\\uff3b-\\uff40\\uff5b-\\uffef\\u{20000}-\\u{3ffff}]';
const startsSpaceless = new RegExp(`^${SIGN}`, 'u');
const endsSpaceless = new RegExp(`${SIGN}$`, 'u');
const innerSpace = new RegExp(`(?<=${SIGN}) (?=${SIGN})`, 'gu');
const anySign = new RegExp(SIGN, 'gu');

/** True if two consecutive pieces of text are joined without a space. */
export const joinsWithoutSpace = (before: string, after: string): boolean =>
  startsSpaceless.test(after) && endsSpaceless.test(before.slice(-2));

/** Removes single spaces between two such characters: they come from typesetting. */
export const withoutInnerSpaces = (text: string): string => text.replace(innerSpace, '');

/** The width of a text in Latin letters. A Han character counts as two. */
export const widthInLetters = (text: string): number => text.length + (text.match(anySign)?.length ?? 0);
