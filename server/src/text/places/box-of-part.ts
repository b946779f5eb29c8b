import type { Box, Flow } from './place.ts';

/** The part of a piece of text that a range covers. from, to: offsets into the piece. Widths of letters are those of
 *  an average font, which are right to about a letter within the words of a piece. */
export function boxOfPart(
  text: string,
  { box, flow }: { box: Box; flow: Flow },
  { from, to }: { from: number; to: number },
): Box {
  if (flow === 'whole' || (from <= 0 && to >= text.length)) return box;
  const total = widthOf(text, 0, text.length) || 1;
  const [before, until] = [widthOf(text, 0, from) / total, widthOf(text, 0, to) / total];
  const isMirrored = (flow === 'left' || flow === 'up') !== isRightToLeft(text);
  const [first, last] = isMirrored ? [1 - until, 1 - before] : [before, until];
  if (flow === 'right' || flow === 'left')
    return { ...box, x: box.x + first * box.width, width: (last - first) * box.width };
  return { ...box, y: box.y + first * box.height, height: (last - first) * box.height };
}

/** Joins a box with the one before it, if it goes on in the same line. */
export function joined(before: Box, next: Box): Box | undefined {
  const isBeside = Math.abs(before.y - next.y) <= 1 && Math.abs(before.height - next.height) <= 1;
  const isBelow = Math.abs(before.x - next.x) <= 1 && Math.abs(before.width - next.width) <= 1;
  const gapX = Math.max(before.x, next.x) - Math.min(before.x + before.width, next.x + next.width);
  const gapY = Math.max(before.y, next.y) - Math.min(before.y + before.height, next.y + next.height);
  const isVertical = before.height > 2 * before.width;
  if (!(isBeside && gapX <= before.height) && !(isBelow && isVertical && gapY <= before.width))
    return undefined;
  const [x, y] = [Math.min(before.x, next.x), Math.min(before.y, next.y)];
  return {
    x,
    y,
    width: Math.max(before.x + before.width, next.x + next.width) - x,
    height: Math.max(before.y + before.height, next.y + next.height) - y,
  };
}

function widthOf(text: string, from: number, to: number): number {
  let width = 0;
  for (let at = Math.max(from, 0); at < Math.min(to, text.length); at += 1)
    width += widthOfLetter(text.charCodeAt(at));
  return width;
}

function widthOfLetter(code: number): number {
  if (code < 0x80) return WIDTHS[code] ?? MEDIUM;
  // Combining marks stand on the letter before them.
  if (code >= 0x300 && code <= 0x36f) return 0;
  const isFullWidth =
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0x2e80 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xff60);
  return isFullWidth ? 1 : MEDIUM;
}

const MEDIUM = 0.53;
/** Character code -> its width in ems, as in most fonts for running text. */
const WIDTHS = Array.from({ length: 0x80 }, (_, code) => {
  const letter = String.fromCharCode(code);
  if ("ijl.,:;'|!` ".includes(letter)) return 0.26;
  if ('ftrI()[]{}/\\-"'.includes(letter)) return 0.33;
  if ('mwMW@%'.includes(letter)) return 0.84;
  if ('cskvxyzJ'.includes(letter)) return 0.48;
  return /[A-Z&+<=>]/.test(letter) ? 0.68 : MEDIUM;
});

function isRightToLeft(text: string): boolean {
  let [right, all] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x41) continue;
    all += 1;
    if ((code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfdff) || code >= 0xfe70) right += 1;
  }
  return right * 2 > all;
}
