import { median } from '#ingestion/parse/median.ts';
import type { TextRun } from '#ingestion/parse/pdf/text-run.ts';
import { PIXELS_PER_INCH, POINTS_PER_INCH, type Word } from './scans.ts';

/** From the top of the tall letters of a line to the foot of its descenders, as a share of the font size. */
const LINE_HEIGHT = 0.93;
const DESCENT = 0.21;
/** Boxes are not exact: a paragraph whose size is this near to that of the page's text has that size. */
const SAME_SIZE = 0.15;
const HAS_DESCENDER = /[gjpqyQ,;()[\]{}|/_@§ç]/;

/** The words of a page as pieces of text in points, as a PDF with a text layer has them, so that columns, tables and
 *  headings are found in the same way. scale: pixels of the picture for an inch of the page. */
export function runsOfWords(words: readonly Word[], pixelsPerInch: number = PIXELS_PER_INCH): TextRun[] {
  const points = POINTS_PER_INCH / pixelsPerInch;
  const lines = [...Map.groupBy(words, ({ line }) => line).values()];
  const sizes = sizesOf(lines, points);
  return lines.flatMap((line) => {
    const size = sizes.get(line[0]?.paragraph ?? '') ?? 1;
    const baseline = baselineOf(line, size / points) * points;
    return line.map(({ text, left, right }) => ({
      text,
      x: left * points,
      right: right * points,
      baseline,
      size,
      isBold: false,
      isRightToLeft: /^[^\p{L}]*[\u0590-\u08ff]/u.test(text),
      hasSpaceBefore: true,
    }));
  });
}

/** Paragraph -> its font size in points, to half a point. */
function sizesOf(lines: readonly Word[][], points: number): Map<string, number> {
  const paragraphs = Map.groupBy(lines, ([first]) => first?.paragraph ?? '');
  const measured = [...paragraphs].map(([name, own]) => ({
    name,
    letters: own.flat().reduce((total, { text }) => total + text.length, 0),
    size: (median(own.map(heightOf)) * points) / LINE_HEIGHT,
  }));
  const body = weightedMedian(measured);
  return new Map(
    measured.map(({ name, size }) => [
      name,
      Math.max(0.5, Math.round((Math.abs(size / body - 1) < SAME_SIZE ? body : size) * 2) / 2),
    ]),
  );
}

function heightOf(line: readonly Word[]): number {
  const height = Math.max(...line.map(({ bottom }) => bottom)) - Math.min(...line.map(({ top }) => top));
  // A long line of a skewed page is higher than its words.
  const tallest = Math.max(...line.map((word) => word.bottom - word.top));
  return Math.min(height, tallest * 1.15);
}

/** The foot of most words without descenders. */
function baselineOf(line: readonly Word[], size: number): number {
  const plain = line.filter(({ text }) => !HAS_DESCENDER.test(text));
  return plain.length > 0
    ? median(plain.map(({ bottom }) => bottom))
    : median(line.map(({ bottom }) => bottom)) - DESCENT * size;
}

function weightedMedian(values: readonly { size: number; letters: number }[]): number {
  const sorted = values.toSorted((a, b) => a.size - b.size);
  let left = sorted.reduce((total, { letters }) => total + letters, 0) / 2;
  for (const { size, letters } of sorted) {
    left -= letters;
    if (left <= 0) return size;
  }
  return 1;
}
