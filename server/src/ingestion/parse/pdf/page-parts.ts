import type { PagePart, Rect, TextRun, Turn } from './text-run.ts';

/** A piece of text as pdf.js returns it. transform maps it into page space (PDF 32000-1, 9.4.4). */
export type TextItem = {
  str: string;
  dir: string;
  width: number;
  height: number;
  transform: readonly number[];
  fontName: string;
};

export type PageContent = {
  items: readonly TextItem[];
  /** The names of fonts with vertical text, and of bold fonts. */
  verticalFonts: ReadonlySet<string>;
  boldFonts: ReadonlySet<string>;
  /** The page as it is displayed: its size in points, and the matrix that maps page space into this view, with y
   *  downwards. */
  view: { width: number; height: number; transform: readonly number[] };
};

type PlacedRun = TextRun & { angle: number; isInView: boolean };

/** The text of a page by direction, the one with the most text first. Most pages have only one direction. Text outside
 *  the visible page (printer's marks, cut-off copies) is skipped unless there is no other text. */
export function pageParts(content: PageContent): PagePart[] {
  const placed = placedRuns(content);
  const hasVisible = placed.some((run) => run.isInView);
  const byAngle = new Map<number, { part: PagePart; characters: number }>();
  for (const { angle, isInView, ...run } of placed) {
    if (hasVisible && !isInView) continue;
    const known = byAngle.get(angle) ?? { part: emptyPart(content.view, angle), characters: 0 };
    byAngle.set(angle, known);
    known.part.runs.push(run);
    known.characters += run.text.length;
  }
  return [...byAngle.values()].toSorted((a, b) => b.characters - a.characters).map(({ part }) => part);
}

function placedRuns({ items, verticalFonts, boldFonts, view }: PageContent): PlacedRun[] {
  const runs: PlacedRun[] = [];
  // pdf.js gives the lengths of pieces in page space, which a page can scale (PDF 32000-1, 14.11.2).
  const scale = Math.hypot(view.transform[0] ?? 1, view.transform[1] ?? 0) || 1;
  let isSpacePending = false;
  for (const item of items) {
    const text = normalise(item.str);
    if (text.trim() === '') {
      isSpacePending ||= text !== '';
      continue;
    }
    const isVertical = verticalFonts.has(item.fontName);
    const matrix = multiply(view.transform, item.transform);
    if (!matrix.every(Number.isFinite)) continue;
    const angle = snappedAngle(matrix, isVertical);
    const { x, y } = turned(matrix[4] ?? 0, matrix[5] ?? 0, angle);
    const corner = cornerOf(view, angle);
    const size =
      (isVertical ? item.width : item.height) * scale || Math.hypot(matrix[0] ?? 0, matrix[1] ?? 0) || 1;
    const left = x - corner.left;
    runs.push({
      text: text.trim(),
      x: left,
      right: left + Math.max(isVertical ? item.height : item.width, 0) * scale,
      // Signs that are written downwards stand in the middle of their line.
      baseline: y - corner.top + (isVertical ? size / 4 : 0),
      size,
      isBold: boldFonts.has(item.fontName),
      isRightToLeft: item.dir === 'rtl',
      hasSpaceBefore: isSpacePending || /^\s/.test(text),
      angle,
      isInView: isInside(matrix[4] ?? 0, matrix[5] ?? 0, view),
    });
    isSpacePending = /\s$/.test(text);
  }
  return runs;
}

/** Replaces Latin ligatures, Arabic and Hebrew presentation forms, and vertical forms with plain characters. Nothing
 *  else is normalised: an exponent, for example, is not a plain digit. */
const normalise = (text: string): string =>
  withoutSwappedBytes(text).replace(
    /[\ufb00-\ufb06\ufb1d-\ufdff\ufe10-\ufe19\ufe35-\ufe44\ufe70-\ufefc]+/g,
    (shapes) => shapes.normalize('NFKC'),
  );

/** Ghostscript writes some ligatures with the two bytes of each letter swapped: "ff" as U+6600 U+6600. Han characters
 *  in the middle of a Latin word are such letters. */
const withoutSwappedBytes = (text: string): string =>
  text.replace(SWAPPED, (signs) =>
    String.fromCharCode(...Array.from(signs, (sign) => sign.charCodeAt(0) >> 8)),
  );

const SWAPPED =
  /(?<=[A-Za-z])[\u6600\u7400][\u6600\u6900\u6c00\u7400]{1,2}|[\u6600\u7400][\u6600\u6900\u6c00\u7400]{1,2}(?=[a-z])/g;

function multiply(m: readonly number[], n: readonly number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** The text direction in degrees, clockwise. A slightly skewed scan counts as upright; a watermark keeps its angle. */
function snappedAngle([a = 1, b = 0]: readonly number[], isVertical: boolean): number {
  const degrees = (Math.atan2(b, a) * 180) / Math.PI + (isVertical ? 90 : 0);
  const quarter = Math.round(degrees / 90) * 90;
  const snapped = Math.abs(degrees - quarter) <= 5 ? quarter : Math.round(degrees);
  return (snapped + 360) % 360;
}

function turned(x: number, y: number, degrees: number): Point {
  if (degrees === 0) return { x, y };
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) + y * Math.sin(angle), y: y * Math.cos(angle) - x * Math.sin(angle) };
}

const cornerOf = ({ width, height }: PageContent['view'], angle: number): Rect =>
  boundsOf({ left: 0, top: 0, right: width, bottom: height }, (x, y) => turned(x, y, angle));

type Point = { x: number; y: number };

/** The smallest upright rectangle around a rectangle whose corners were moved. */
function boundsOf({ left, top, right, bottom }: Rect, move: (x: number, y: number) => Point): Rect {
  const corners = [move(left, top), move(right, top), move(left, bottom), move(right, bottom)];
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** A part of a page without text. */
export function emptyPart(view: PageContent['view'], angle = 0): PagePart {
  const { left, top, right, bottom } = cornerOf(view, angle);
  return { width: right - left, height: bottom - top, runs: [], turn: { angle, left, top } };
}

/** A rectangle of the displayed page, as it lies in one of its parts. */
export function intoPart(rect: Rect, { angle, left, top }: Turn): Rect {
  const turnedRect = boundsOf(rect, (x, y) => turned(x, y, angle));
  return {
    left: turnedRect.left - left,
    top: turnedRect.top - top,
    right: turnedRect.right - left,
    bottom: turnedRect.bottom - top,
  };
}

/** A rectangle of a part, as it lies on the displayed page. */
export const ontoPage = (rect: Rect, { angle, left, top }: Turn): Rect =>
  boundsOf(rect, (x, y) => turned(x + left, y + top, -angle));

const isInside = (x: number, y: number, { width, height }: PageContent['view']): boolean =>
  x > -width * 0.02 && x < width && y > 0 && y < height * 1.02;
