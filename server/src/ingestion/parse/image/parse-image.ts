import type { ReadInner } from '#ingestion/parse/inner-documents.ts';
import { NeedsOcr, type Scans } from '#ingestion/parse/ocr/scans.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { parsePdf } from '#ingestion/parse/pdf/parse-pdf.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { pageOfJpeg } from './jpeg.ts';
import { type PicturePage, picturePdf } from './picture-pdf.ts';
import { pageOfPng } from './png.ts';
import { pagesOfTiff } from './tiff.ts';
import { pageOfWebp } from './webp.ts';

type PictureParser = (
  content: OriginalContent,
  readInner?: ReadInner,
  scans?: Scans,
) => Promise<ParsedDocument>;

/** Reads the text in a picture by OCR. Each throws SourceFault `unreadable_file` for damaged pictures, `too_large` for
 *  more pixels than LIMITS.imagePixels, and `no_text`; and NeedsOcr as `scans` says. */
export const parsePng: PictureParser = (content, _readInner, scans) =>
  parsePicture('PNG', (bytes) => [pageOfPng(bytes)], content, scans);

export const parseJpeg: PictureParser = (content, _readInner, scans) =>
  parsePicture('JPEG', (bytes) => [pageOfJpeg(bytes)], content, scans);

export const parseTiff: PictureParser = (content, _readInner, scans) =>
  parsePicture('TIFF', pagesOfTiff, content, scans);

export const parseWebp: PictureParser = (content, _readInner, scans) =>
  parsePicture('WebP', async (bytes) => [await pageOfWebp(bytes)], content, scans);

async function parsePicture(
  format: string,
  pagesOf: (bytes: Uint8Array) => PicturePage[] | Promise<PicturePage[]>,
  content: OriginalContent,
  scans: Scans | undefined,
): Promise<ParsedDocument> {
  if (!scans)
    throw new SourceFault(
      'no_text',
      'parsing',
      `The file is a picture (${format}), and OCR is off (OCR=off). Upload its text.`,
    );
  let pages: PicturePage[];
  try {
    pages = await pagesOf(content.bytes);
  } catch (error) {
    throw error instanceof SourceFault ? error : damaged(format, error);
  }
  if (!scans.read) throw new NeedsOcr();
  const bytes = picturePdf(pages);
  return await parsePdf({ ...content, bytes }, undefined, scans).catch((error: unknown) => {
    throw error instanceof SourceFault && error.code === 'no_text' ? withoutText(format) : error;
  });
}

const withoutText = (format: string): SourceFault =>
  new SourceFault('no_text', 'ocr', `OCR found no text in the ${format} picture.`);

const damaged = (format: string, cause: unknown): SourceFault =>
  new SourceFault(
    'unreadable_file',
    'parsing',
    `The ${format} picture is damaged, or uses an encoding that cannot be read. Check that it opens in a viewer, save it as PNG and upload that.`,
    { cause },
  );
