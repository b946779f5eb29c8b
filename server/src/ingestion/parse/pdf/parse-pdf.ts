import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { ReadInner } from '#ingestion/parse/inner-documents.ts';
import type { Scans } from '#ingestion/parse/ocr/scans.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { hasImages } from './has-images.ts';
import { assertStreamsStaySmall } from './inflating-streams.ts';
import { outlineOf } from './outline.ts';
import { addPages } from './pdf-blocks.ts';
import { infoOf } from './pdf-info.ts';
import { readPages } from './read-pages.ts';
import { withScans } from './read-scans.ts';
import { unreadable, withPdf } from './with-pdf.ts';
import { addXfaForm } from './xfa-form.ts';

/** Reads the text layer of a PDF, what is filled into its forms, and by OCR the pages that are only pictures, with the
 *  page of every block. Throws NeedsOcr as `scans` says; SourceFault `encrypted_file`, `unreadable_file`,
 *  `too_many_pages`, `too_large`, and `no_text` when no page has text. */
export async function parsePdf(
  { bytes }: OriginalContent,
  _readInner?: ReadInner,
  scans?: Scans,
): Promise<ParsedDocument> {
  await assertStreamsStaySmall(bytes);
  const { document, isXfa, hasFields } = await withPdf(bytes, (pdf) => read(pdf, bytes, scans));
  const isEmpty = document.blocks.length === 0;
  const isNotice = document.pageCount === 1 && PLEASE_WAIT.test(document.text);
  if (isXfa && (isEmpty || isNotice)) return await readXfaForm(bytes, document);
  if (isEmpty)
    throw withoutText(
      document.pageCount ?? 0,
      hasImages(bytes) ? (scans ? 'picture' : 'scan') : hasFields ? 'form' : 'drawing',
    );
  return document;
}

/** The placeholder page of an XFA form that only Adobe's programs can show. */
const PLEASE_WAIT = /^please wait\b.{0,400}\bPDF viewer\b/is;

type Reading = { document: ParsedDocument; isXfa: boolean; hasFields: boolean };

async function read(pdf: PDFDocumentProxy, bytes: Uint8Array, scans: Scans | undefined): Promise<Reading> {
  const pageCount = pdf.numPages;
  if (pageCount === 0) throw unreadable();
  assertFewPages(pageCount);
  const builder = createDocumentBuilder();
  const rows = await readPages(pdf, bytes.length);
  const all = scans ? await withScans(rows, { bytes, pageCount }, scans) : rows;
  addPages(all, await outlineOf(pdf), builder);
  const { title, isXfa } = await infoOf(pdf);
  const document = builder.build({ ...(title !== undefined && { title }), pageCount });
  const hasFields = document.blocks.length === 0 && (await pdf.getFieldObjects().catch(() => null)) !== null;
  return { document, isXfa, hasFields };
}

function assertFewPages(count: number): void {
  if (count > LIMITS.pages)
    throw new SourceFault(
      'too_many_pages',
      'parsing',
      `The PDF has ${count} pages. The limit is ${LIMITS.pages}. Split it and add the parts.`,
    );
}

/** Reads a form whose pages pdf.js has to lay out first. Forms that it cannot lay out are refused. */
async function readXfaForm(bytes: Uint8Array, { title }: ParsedDocument): Promise<ParsedDocument> {
  const form = await withPdf(
    bytes,
    async (pdf) => {
      assertFewPages(pdf.numPages);
      const builder = createDocumentBuilder();
      await addXfaForm(pdf, builder);
      return builder.build({ ...(title !== undefined && { title }), pageCount: pdf.numPages });
    },
    { enableXfa: true },
  ).catch((error: unknown) => {
    if (error instanceof SourceFault && error.code === 'unreadable_file') return;
    throw error;
  });
  if (!form || form.blocks.length === 0) throw isDynamicForm();
  return form;
}

const isDynamicForm = (): SourceFault =>
  new SourceFault(
    'no_text',
    'parsing',
    'The PDF is a dynamic XFA form without text in its pages. Print it to a PDF and upload that.',
  );

function withoutText(pageCount: number, kind: keyof typeof REASONS): SourceFault {
  const pages = pageCount === 1 ? '1 page' : `${pageCount} pages`;
  return new SourceFault('no_text', 'parsing', `The PDF has ${pages} but ${REASONS[kind]}`);
}

const REASONS = {
  scan: 'no text layer, like a scan, and OCR is off (OCR=off). Run OCR on it and upload the result.',
  picture: 'no text layer, and OCR found no text in its pictures. Upload a PDF with text.',
  form: 'no text: its form fields are empty. Fill them in and upload it again.',
  drawing: 'no text, only drawings or blank space. Upload a PDF with text.',
};
