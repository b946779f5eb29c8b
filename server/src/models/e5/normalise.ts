/** SentencePiece's nmt_nfkc, a word at a time: without control characters, in Unicode's compatibility form. */

/** Characters that separate words: white space, marks without width, the vocabulary's own mark, and U+FFFD. */
const WORD = /[^\t\n\f\r \u00a0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2581\u3000\ufeff\ufffd]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is dropped.
const DROPPED = /[\u0001-\u0008\u000b\u000e-\u001f\u007f\u008f\u009f]/g;
/** The one character whose compatibility form is not taken: a full-width tilde, which means a range in Chinese and Japanese. */
const WIDE_TILDE = '\uff5e';

/** Calls back with each word in its normal form, and where in `text` it begins and how long it is there. */
export function forEachWord(
  text: string,
  onWord: (word: string, start: number, length: number) => void,
): void {
  for (const { 0: raw, index } of text.matchAll(WORD)) {
    const normal = raw
      .replace(DROPPED, '')
      .split(WIDE_TILDE)
      .map((part) => part.normalize('NFKC'))
      .join(WIDE_TILDE);
    if (normal.length === raw.length && !normal.includes(' ')) onWord(normal, index, raw.length);
    // Some marks become a space and another mark: their parts lie where they do in proportion.
    else {
      let at = 0;
      for (const part of normal.split(' ')) {
        const scale = raw.length / normal.length;
        if (part !== '') onWord(part, index + Math.floor(at * scale), Math.ceil(part.length * scale));
        at += part.length + 1;
      }
    }
  }
}
