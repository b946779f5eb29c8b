import { createDocumentBuilder, type DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { ReadInner } from '#ingestion/parse/inner-documents.ts';
import { readNoPictures } from '#ingestion/parse/ocr/read-pictures.ts';
import type { Scans } from '#ingestion/parse/ocr/scans.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { pictureParts, readArchivePictures } from './archive-pictures.ts';
import { createFlow, type Flow } from './document-flow.ts';
import { createDocxBody } from './docx-body.ts';
import { readListLabels } from './docx-numbering.ts';
import { readParagraphRoles } from './docx-styles.ts';
import { addDiagram } from './drawing-text.ts';
import { addChart } from './office-chart.ts';
import { mainPart, type Relationship, readRelationships, readTitle, targetOf } from './office-package.ts';
import { type Archive, openArchive } from './open-archive.ts';
import { readXml, readXmlIfAny } from './read-xml.ts';
import { createWordJoiner } from './rejoined-words.ts';

/** Reads a WordprocessingML document: headings, paragraphs, numbered lists, tables, text boxes, formulas, descriptions and texts of
 *  pictures, charts, diagrams, embedded pages, and notes after the paragraphs that refer to them. Skips comments, deleted
 *  and hidden text, tables of contents, and headers and footers unless there is nothing else. Throws SourceFault. Format: ISO/IEC 29500-1, 17. */
export async function parseDocx(
  { bytes }: OriginalContent,
  readInner: ReadInner,
  _scans?: Scans,
  readPictures = readNoPictures,
): Promise<ParsedDocument> {
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
  const embedded = await readEmbedded(archive, relationships, readInner);
  const pictures = await readArchivePictures(archive, await pictureParts(archive, main), readPictures);
  for (const [id, { type, target }] of relationships)
    if (type === 'image') embedded.set(id, (flow) => pictures.add(target, flow));
  const builder = createDocumentBuilder();
  const words = createWordJoiner(builder.add);
  const flow = createFlow(words);
  const body = createDocxBody({ flow, roles, labels, notes, embedded });
  await readXml(archive, main, body);
  flow.finish();
  words.finish();
  if (builder.build().blocks.length === 0)
    await addHeadersAndFooters(archive, relationships, { roles, labels, builder });
  const title = (await readTitle(archive, 'docProps/core.xml')) ?? body.title();
  return builder.build({ ...(title !== undefined && { title }) });
}

/** Relationship id -> adds the chart, the diagram (SmartArt) or the embedded page (ISO/IEC 29500-1, 17.17.2.1). */
async function readEmbedded(
  archive: Archive,
  relationships: ReadonlyMap<string, Relationship>,
  readInner: ReadInner,
): Promise<Map<string, (flow: Flow) => void>> {
  const embedded = new Map<string, (flow: Flow) => void>();
  for (const [id, { type, target }] of relationships) {
    if (!EMBEDDED.has(type)) continue;
    const items: Parameters<Flow['add']>[] = [];
    const inner = createFlow({
      add: (kind, text, properties) => items.push([kind, text, properties?.level]),
    });
    if (type === 'chart') await addChart(archive, target, inner);
    else if (type === 'diagramData') await addDiagram(archive, target, inner);
    else await addChunk(archive, target, inner, readInner);
    inner.finish();
    embedded.set(id, (flow) => {
      for (const item of items) flow.add(...item);
    });
  }
  return embedded;
}

const EMBEDDED: ReadonlySet<string> = new Set(['chart', 'diagramData', 'aFChunk']);

/** Adds a document that Word would import when it opens this one: usually a page, as HTML or as a web archive. */
async function addChunk(archive: Archive, part: string, flow: Flow, readInner: ReadInner): Promise<void> {
  const bytes = new Uint8Array(await archive.read(part));
  const fileName = part.slice(part.lastIndexOf('/') + 1);
  const document = await readInner({ bytes, fileName, mimeType: null, origin: 'file' });
  for (const { kind, level, start, end } of document?.blocks ?? [])
    flow.add(kind, document?.text.slice(start, end) ?? '', level);
}

/** Adds what stands in the headers and footers, for a document that has nothing else. */
async function addHeadersAndFooters(
  archive: Archive,
  relationships: ReadonlyMap<string, Relationship>,
  {
    builder,
    ...context
  }: Pick<Parameters<typeof createDocxBody>[0], 'roles' | 'labels'> & { builder: DocumentBuilder },
): Promise<void> {
  for (const wanted of ['header', 'footer'])
    for (const { type, target } of relationships.values()) {
      if (type !== wanted) continue;
      const flow = createFlow(builder);
      await readXml(archive, target, createDocxBody({ ...context, flow }));
      flow.finish();
    }
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
