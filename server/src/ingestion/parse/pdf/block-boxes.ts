import { ontoPage } from './page-parts.ts';
import type { Rect, Turn } from './text-run.ts';

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

/** The boxes of a block from the rectangles of its lines: one for each column that it runs through. */
export function boxesOf(lines: Iterable<Rect>, turn: Turn): number[] {
  const boxes: Rect[] = [];
  for (const line of lines) {
    const open = boxes.at(-1);
    if (open && line.bottom > open.bottom && line.left < open.right && line.right > open.left)
      Object.assign(open, union(open, line));
    else boxes.push({ ...line });
  }
  return boxes.flatMap((box) => {
    const { left, top, right, bottom } = ontoPage(box, turn);
    return [left, top, right - left, bottom - top].map((length) => Math.round(length * 10) / 10);
  });
}

export const union = (a: Rect, b: Rect): Rect => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});
