/** Signs of scripts that set no spaces between words: Han, Kana, their punctuation, full-width forms. Hangul does. */
const SIGN =
  '[\\u2e80-\\u312f\\u31a0-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uffef\\u{20000}-\\u{3ffff}]';
const startsSpaceless = new RegExp(`^${SIGN}`, 'u');
const endsSpaceless = new RegExp(`${SIGN}$`, 'u');
const innerSpace = new RegExp(`(?<=${SIGN}) (?=${SIGN})`, 'gu');
const anySign = new RegExp(SIGN, 'gu');

/** Whether no space belongs between two pieces of text that follow each other. */
export const joinsWithoutSpace = (before: string, after: string): boolean =>
  startsSpaceless.test(after) && endsSpaceless.test(before.slice(-2));

/** The text without the single spaces that stand between two such signs: they come from how a line was set. */
export const withoutInnerSpaces = (text: string): string => text.replace(innerSpace, '');

/** The length of a text in Latin letters: a Han sign is as wide as two. */
export const widthInLetters = (text: string): number => text.length + (text.match(anySign)?.length ?? 0);
