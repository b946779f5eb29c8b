/** Removes invisible characters, which can hide instructions and links: control characters, zero-width and direction
 *  marks, tags, and variation selectors. Joiners stay where a script or an emoji needs them. */
export const stripInvisible = (text: string): string =>
  invisible.test(text) ? text.replace(everyInvisible, '') : text;

const pattern = [
  // Control characters except tab and line feed.
  String.raw`[\0-\x08\x0b-\x1f\x7f-\x9f]`,
  String.raw`[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]`,
  String.raw`[\u{e0000}-\u{e0fff}]`,
  String.raw`(?<![\p{Script=Arabic}\p{M}\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}])[\u200c\u200d]`,
].join('|');
const invisible = new RegExp(pattern, 'u');
const everyInvisible = new RegExp(pattern, 'gu');
