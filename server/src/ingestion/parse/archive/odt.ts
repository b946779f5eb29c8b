import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { createFlow } from './document-flow.ts';
import { openOdf, readOdfStyles } from './odf-package.ts';
import { createOdtBody } from './odt-body.ts';
import { readTitle, tidyTitle } from './office-package.ts';
import { readXml } from './read-xml.ts';

/** Reads an OpenDocument text: headings, paragraphs, numbered lists, tables, text boxes, descriptions of pictures, and
 *  notes after the paragraphs that refer to them. Skips comments, deleted and hidden text, and tables of contents.
 *  Throws SourceFault. Format: OASIS OpenDocument 1.3, part 3. */
export async function parseOdt({ bytes }: OriginalContent): Promise<ParsedDocument> {
  const archive = await openOdf(bytes);
  const { lists, styles } = await readOdfStyles(archive);
  const builder = createDocumentBuilder();
  const flow = createFlow(builder);
  const body = createOdtBody(flow, lists, styles);
  await readXml(archive, 'content.xml', body);
  flow.finish();
  const title = (await readTitle(archive, 'meta.xml')) ?? tidyTitle(body.title());
  return builder.build({ ...(title !== undefined && { title }) });
}
