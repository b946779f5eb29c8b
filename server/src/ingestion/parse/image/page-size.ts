import { PIXELS_PER_INCH, POINTS_PER_INCH } from '#ingestion/parse/ocr/scans.ts';

/** Screenshots and thumbnails have small letters, which are read better at twice their size. */
const SMALL_PIXELS = 1_700;

/** The size of a page, in points, for a picture that doesn't say its resolution reliably: as if it were scanned. */
export function pageSize(width: number, height: number): { width: number; height: number } {
  const scale = (Math.max(width, height) < SMALL_PIXELS ? 2 : 1) * (POINTS_PER_INCH / PIXELS_PER_INCH);
  return { width: width * scale, height: height * scale };
}
