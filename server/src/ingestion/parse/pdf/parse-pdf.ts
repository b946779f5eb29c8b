import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { assertStreamsStaySmall } from './inflating-streams.ts';
import { addPages } from './pdf-blocks.ts';
import { infoOf } from './pdf-info.ts';
import { readPages } from './read-pages.ts';
import { unreadable, withPdf } from './with-pdf.ts';

/** Reads the text layer of a PDF, with the page of every block. There is no OCR: a page that is only an image adds no
 *  text. Throws SourceFault `encrypted_file`, `unreadable_file`, `too_many_pages`, `too_large`, and `no_text` when no
 *  page has text. */
export async function parsePdf({ bytes }: OriginalContent): Promise<ParsedDocument> {
  await assertStreamsStaySmall(bytes);
  return await withPdf(bytes, (pdf) => read(pdf, bytes.length));
}

async function read(pdf: PDFDocumentProxy, sizeBytes: number): Promise<ParsedDocument> {
  const pageCount = pdf.numPages;
  if (pageCount === 0) throw unreadable();
  if (pageCount > LIMITS.pages)
    throw new SourceFault(
      'too_many_pages',
      'parsing',
      `The PDF has ${pageCount} pages. The limit is ${LIMITS.pages}. Split it and add the parts.`,
    );
  const builder = createDocumentBuilder();
  addPages(await readPages(pdf, sizeBytes), builder);
  const { title, isXfa } = await infoOf(pdf);
  const document = builder.build({ ...(title !== undefined && { title }), pageCount });
  if (isXfa && pageCount === 1 && PLEASE_WAIT.test(document.text)) throw isDynamicForm();
  if (document.blocks.length === 0) throw withoutText(pageCount);
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

const withoutText = (pageCount: number): SourceFault =>
  new SourceFault(
    'no_text',
    'parsing',
    `The PDF has ${pageCount === 1 ? '1 page' : `${pageCount} pages`} but no text layer, like a scan. Run OCR on it and upload the result.`,
  );
