import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { ReadInner } from '#ingestion/parse/inner-documents.ts';
import { readNoPictures } from '#ingestion/parse/ocr/read-pictures.ts';
import type { Scans } from '#ingestion/parse/ocr/scans.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { createFlow } from './document-flow.ts';
import { openOdf, readOdfPictures, readOdfStyles } from './odf-package.ts';
import { createOdtBody } from './odt-body.ts';
import { readTitle, tidyTitle } from './office-package.ts';
import { readXml } from './read-xml.ts';

/** Reads an OpenDocument text: headings, paragraphs, numbered lists, tables, text boxes, descriptions and texts of pictures, and
 *  notes after the paragraphs that refer to them. Skips comments, deleted and hidden text, and tables of contents.
 *  Throws SourceFault. Format: OASIS OpenDocument 1.3, part 3. */
export async function parseOdt(
  { bytes }: OriginalContent,
  _readInner?: ReadInner,
  _scans?: Scans,
  readPictures = readNoPictures,
): Promise<ParsedDocument> {
  const archive = await openOdf(bytes);
  const { lists, styles } = await readOdfStyles(archive);
  const builder = createDocumentBuilder();
  const flow = createFlow(builder);
  const pictures = await readOdfPictures(archive, readPictures);
  const body = createOdtBody(flow, { lists, styles, pictures });
  await readXml(archive, 'content.xml', body);
  flow.finish();
  const title = (await readTitle(archive, 'meta.xml')) ?? tidyTitle(body.title());
  return builder.build({ ...(title !== undefined && { title }) });
}
