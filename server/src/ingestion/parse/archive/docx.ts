import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { createFlow, type Flow } from './document-flow.ts';
import { createDocxBody } from './docx-body.ts';
import { readListLabels } from './docx-numbering.ts';
import { readParagraphRoles } from './docx-styles.ts';
import { mainPart, readRelationships, readTitle, targetOf } from './office-package.ts';
import { type Archive, openArchive } from './open-archive.ts';
import { readXml, readXmlIfAny } from './read-xml.ts';

/** Reads a WordprocessingML document: headings, paragraphs, numbered lists, tables, text boxes, and notes after the
 *  paragraphs that refer to them. Skips comments, deleted and hidden text, headers and footers, tables of contents, and
 *  pictures. Throws SourceFault. Format: ISO/IEC 29500-1, 17. */
export async function parseDocx({ bytes }: OriginalContent): Promise<ParsedDocument> {
  const archive = await openArchive(bytes);
  const main = await mainPart(archive, 'word/document.xml');
  const relationships = await readRelationships(archive, main);
  const roles = await readParagraphRoles(archive, targetOf(relationships, 'styles'));
  const labels = await readListLabels(archive, targetOf(relationships, 'numbering'));
  const notes = new Map<string, string[]>();
  for (const type of ['footnotes', 'endnotes'] as const)
    await readNotes(archive, targetOf(relationships, type), (id) => {
      const note: string[] = [];
      notes.set(`${type} ${id}`, note);
      return createDocxBody({ flow: noteFlow(note), roles, labels });
    });
  const builder = createDocumentBuilder();
  const flow = createFlow(builder);
  const body = createDocxBody({ flow, roles, labels, notes });
  await readXml(archive, main, body);
  flow.finish();
  const title = (await readTitle(archive, 'docProps/core.xml')) ?? body.title();
  return builder.build({ ...(title !== undefined && { title }) });
}

async function readNotes(
  archive: Archive,
  part: string | undefined,
  bodyOf: (id: string) => ReturnType<typeof createDocxBody>,
): Promise<void> {
  let body: ReturnType<typeof createDocxBody> | undefined;
  await readXmlIfAny(archive, part ?? '', {
    open: (name, attributes) => {
      if (name === 'w:footnote' || name === 'w:endnote') body = bodyOf(attributes['w:id'] ?? '');
      else body?.open?.(name, attributes);
    },
    close: (name) => {
      if (name !== 'w:footnote' && name !== 'w:endnote') body?.close?.(name);
    },
    text: (text) => body?.text?.(text),
  });
}

/** A flow that collects the paragraphs of a note. A table in a note is read as the content of its cells. */
const noteFlow = (note: string[]): Flow => ({
  add: (_, text) => note.push(text),
  openTable: () => {},
  closeTable: () => {},
  openRow: () => {},
  describeRow: () => {},
  openCell: () => {},
  describeCell: () => {},
  closeCell: () => {},
  finish: () => {},
});
