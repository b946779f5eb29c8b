import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { Scans } from '#ingestion/parse/ocr/scans.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { assertStreamsStaySmall } from './inflating-streams.ts';
import { addPages } from './pdf-blocks.ts';
import { infoOf } from './pdf-info.ts';
import { readPages } from './read-pages.ts';
import { withScans } from './read-scans.ts';
import { unreadable, withPdf } from './with-pdf.ts';

/** Reads the text layer of a PDF, with the page of every block, and by OCR the pages that are only pictures. Throws
 *  NeedsOcr as `scans` says. Throws SourceFault `encrypted_file`, `unreadable_file`, `too_many_pages`, `too_large`, and `no_text` when no
 *  page has text. */
export async function parsePdf({ bytes }: OriginalContent, scans?: Scans): Promise<ParsedDocument> {
  await assertStreamsStaySmall(bytes);
  return await withPdf(bytes, (pdf) => read(pdf, bytes, scans));
}

async function read(
  pdf: PDFDocumentProxy,
  bytes: Uint8Array,
  scans: Scans | undefined,
): Promise<ParsedDocument> {
  const pageCount = pdf.numPages;
  if (pageCount === 0) throw unreadable();
  if (pageCount > LIMITS.pages)
    throw new SourceFault(
      'too_many_pages',
      'parsing',
      `The PDF has ${pageCount} pages. The limit is ${LIMITS.pages}. Split it and add the parts.`,
    );
  const builder = createDocumentBuilder();
  const rows = await readPages(pdf, bytes.length);
  addPages(scans ? await withScans(rows, { bytes, pageCount }, scans) : rows, builder);
  const { title, isXfa } = await infoOf(pdf);
  const document = builder.build({ ...(title !== undefined && { title }), pageCount });
  if (isXfa && pageCount === 1 && PLEASE_WAIT.test(document.text)) throw isDynamicForm();
  if (document.blocks.length === 0) throw withoutText(pageCount, scans);
  return document;
}

/** The placeholder page of an XFA form that only Adobe's programs can show. */
const PLEASE_WAIT = /^please wait\b.{0,400}\bPDF viewer\b/is;

const isDynamicForm = (): SourceFault =>
  new SourceFault(
    'no_text',
    'parsing',
    'The PDF is a dynamic XFA form without text in its pages. Print it to a PDF and upload that.',
  );

const withoutText = (pageCount: number, scans: Scans | undefined): SourceFault =>
  new SourceFault(
    'no_text',
    'parsing',
    `The PDF has ${pageCount === 1 ? '1 page' : `${pageCount} pages`} but no text layer, ${scans ? 'and OCR found no text in it' : 'like a scan, and OCR is off (OCR=off). Run OCR on it and upload the result'}.`,
  );
