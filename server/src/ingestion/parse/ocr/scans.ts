/** A picture of a page in shades of grey, 0 for black, row by row from the top. */
export type GrayImage = { width: number; height: number; pixels: Uint8Array };

/** A word that OCR read. The box is in pixels of the picture; line and paragraph tell words that belong together.
 *  confidence: 0 to 100. */
export type Word = {
  text: string;
  confidence: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  paragraph: string;
  line: string;
};

/** Reads the words of a picture with `PIXELS_PER_INCH`, in the order that the engine finds. */
export type ReadPage = (image: GrayImage) => Promise<Word[]>;

/** What parsers do with text that is only in pictures. Without it they leave it out: OCR is off. */
export type Scans = {
  /** The most pictures of pages to read in one document. */
  maxPages: number;
  /** Without it, a parser that needs OCR throws NeedsOcr: reading takes seconds a page, which has a lane of its own. */
  read?: { page: ReadPage; onPage(done: number, total: number): void };
};

/** Sizes of pages and of letters are in points. */
export const POINTS_PER_INCH = 72;

/** The resolution that pages are drawn in. Less loses small print, more takes longer and reads nothing more. */
export const PIXELS_PER_INCH = 200;

/** Thrown for a document with text that only OCR can read. */
export class NeedsOcr extends Error {
  override readonly name = 'NeedsOcr';
}

/** Which Tesseract reads, in which languages. It goes to the thread that reads. environment: of its processes. */
export type OcrEngine =
  | { kind: 'native'; program: string; languages: readonly string[]; environment: Record<string, string> }
  /** files: the trained data of each language, gzipped or plain. */
  | { kind: 'bundled'; files: readonly { language: string; path: string }[] };
