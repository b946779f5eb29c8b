import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { runsOfWords } from '#ingestion/parse/ocr/runs-of-words.ts';
import {
  NeedsOcr,
  PIXELS_PER_INCH,
  POINTS_PER_INCH,
  type Scans,
  type Word,
} from '#ingestion/parse/ocr/scans.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { hasImages } from './has-images.ts';
import { linesOfPage } from './lines-of-page.ts';
import { coverOf, drawPictures, picturesOf } from './page-pictures.ts';
import type { PageRows } from './repeated-lines.ts';
import { withPdf } from './with-pdf.ts';

/** A page with less text than this is a scan with a stamp or a page number, if a picture covers it. */
const FEW_CHARACTERS = 60;
/** The share of a page that pictures must cover. */
const MIN_COVER = 0.5;
const UPRIGHT = { angle: 0, left: 0, top: 0 };
/** The longest side of the picture that is read: A3 with 200 pixels an inch. Larger pages are posters, or give pixels
 *  for points. */
const LONGEST_SIDE = 3_400;

/** Adds what OCR reads on pages that are pictures. rows: of the text layer. Throws NeedsOcr if such a page is found and
 *  `scans` has no reader; SourceFault `too_many_pages` for a document that is only a scan and longer than is read. In
 *  other documents, pages beyond that number keep what text they have. */
export async function withScans(
  rows: PageRows[],
  { bytes, pageCount }: { bytes: Uint8Array; pageCount: number },
  scans: Scans,
): Promise<PageRows[]> {
  const pages = pagesWithoutText(rows, pageCount);
  if (pages.length === 0 || !hasImages(bytes)) return rows;
  if (pages.length === pageCount && pageCount > scans.maxPages) throw tooManyScans(pageCount, scans.maxPages);
  const found = await withPdf(bytes, (pdf) => readPages(pdf, pages, scans), { hasPictures: true });
  return mergePages(rows, found);
}

async function readPages(
  pdf: PDFDocumentProxy,
  pages: readonly number[],
  { maxPages, read }: Scans,
): Promise<Map<number, PageRows>> {
  const found = new Map<number, PageRows>();
  for (const [index, number] of pages.entries()) {
    if (found.size === maxPages) break;
    // A page that cannot be drawn keeps the text that it has.
    const page = await pdf.getPage(number).catch(() => undefined);
    if (!page) continue;
    try {
      const drawn = await picturesOf(page).catch(() => undefined);
      if (!drawn || coverOf(drawn) < MIN_COVER) continue;
      if (!read) throw new NeedsOcr();
      read.onPage(index, pages.length);
      const { width, height } = drawn;
      const pixelsPerPoint = Math.min(
        PIXELS_PER_INCH / POINTS_PER_INCH,
        LONGEST_SIDE / Math.max(width, height),
      );
      const words = await read.page(drawPictures(drawn, pixelsPerPoint));
      const rows = linesOfPage(runsOfWords(words, pixelsPerPoint * POINTS_PER_INCH));
      const view = { width, height, confidence: confidenceOf(words) };
      found.set(number, { page: number, width, height, rows, isMain: true, turn: UPRIGHT, view });
    } finally {
      page.cleanup();
    }
  }
  return found;
}

/** The mean confidence of the letters; undefined without any. */
function confidenceOf(words: readonly Word[]): number | undefined {
  let [sum, letters] = [0, 0];
  for (const { text, confidence } of words) {
    sum += confidence * text.length;
    letters += text.length;
  }
  return letters > 0 ? sum / letters : undefined;
}

function pagesWithoutText(rows: readonly PageRows[], pageCount: number): number[] {
  const characters = new Map<number, number>();
  for (const { page, rows: lines } of rows)
    for (const { segments } of lines)
      for (const { text } of segments) characters.set(page, (characters.get(page) ?? 0) + text.length);
  return Array.from({ length: pageCount }, (_, index) => index + 1).filter(
    (page) => (characters.get(page) ?? 0) < FEW_CHARACTERS,
  );
}

function mergePages(rows: readonly PageRows[], found: ReadonlyMap<number, PageRows>): PageRows[] {
  const told = new Set<number>();
  const merged = rows.map((part) => {
    // Rows are only in order with those that are turned like them.
    const isUpright = part.isMain && part.turn.angle === 0;
    const scan = isUpright ? found.get(part.page) : undefined;
    if (!scan) return part;
    told.add(part.page);
    const all = [...part.rows, ...scan.rows].toSorted((a, b) => a.baseline - b.baseline);
    return { ...part, rows: all, view: scan.view };
  });
  const others = [...found.values()].filter(({ page }) => !told.has(page));
  return [...merged, ...others].toSorted((a, b) => a.page - b.page);
}

const tooManyScans = (pages: number, most: number): SourceFault =>
  new SourceFault(
    'too_many_pages',
    'parsing',
    `The document has ${pages} pages without text, and OCR reads at most ${most} (OCR_PAGES). Split it and add the parts.`,
  );
