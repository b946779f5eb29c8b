import type { Rect } from './text-run.ts';

/** How far text reaches above and below its baseline, as multiples of the font size. */
const ASCENT = 0.75;
const DESCENT = 0.25;

/** The rectangle of text on one line. */
export const rectOfLine = (line: { x: number; right: number; baseline: number; size: number }): Rect => ({
  left: line.x,
  top: line.baseline - ASCENT * line.size,
  right: line.right,
  bottom: line.baseline + DESCENT * line.size,
});

export const union = (a: Rect, b: Rect): Rect => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});
