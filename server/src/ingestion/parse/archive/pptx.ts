import { createDocumentBuilder, type DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { ReadInner } from '#ingestion/parse/inner-documents.ts';
import { readNoPictures } from '#ingestion/parse/ocr/read-pictures.ts';
import type { Scans } from '#ingestion/parse/ocr/scans.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { tooManyPages } from './archive-faults.ts';
import { type ArchivePictures, pictureParts, readArchivePictures } from './archive-pictures.ts';
import { createFlow } from './document-flow.ts';
import { addDiagram } from './drawing-text.ts';
import { addChart } from './office-chart.ts';
import { mainPart, readRelationships, readTitle } from './office-package.ts';
import { type Archive, openArchive } from './open-archive.ts';
import { addNotes, addSlide } from './pptx-slide.ts';
import { readXml } from './read-xml.ts';

/** Reads a PresentationML presentation. Slides come in the order of the show, hidden ones too: the title as a heading,
 *  then texts, descriptions of pictures, tables, diagrams, charts and texts of pictures, then the speaker notes. `page` is the slide number. Skips comments,
 *  footers, dates and slide numbers. Throws SourceFault. Format: ISO/IEC 29500-1, 19. */
export async function parsePptx(
  { bytes }: OriginalContent,
  _readInner?: ReadInner,
  _scans?: Scans,
  readPictures = readNoPictures,
): Promise<ParsedDocument> {
  const archive = await openArchive(bytes);
  const slides = await slideParts(archive);
  if (slides.length > LIMITS.pages) throw tooManyPages(slides.length);
  const parts: string[] = [];
  for (const slide of slides) if (slide !== undefined) parts.push(...(await pictureParts(archive, slide)));
  const pictures = await readArchivePictures(archive, parts, readPictures);
  const builder = createDocumentBuilder();
  for (const [index, part] of slides.entries())
    if (part !== undefined) await readSlide(archive, part, builder, { page: index + 1, pictures });
  const title = await readTitle(archive, 'docProps/core.xml');
  return builder.build({ pageCount: slides.length, ...(title !== undefined && { title }) });
}

/** The parts of the slides in order; undefined for a missing slide. */
async function slideParts(archive: Archive): Promise<(string | undefined)[]> {
  const main = await mainPart(archive, 'ppt/presentation.xml');
  const relationships = await readRelationships(archive, main);
  const parts: (string | undefined)[] = [];
  await readXml(archive, main, {
    open: (name, attributes) => {
      if (name === 'p:sldId') parts.push(relationships.get(attributes['r:id'] ?? '')?.target);
    },
  });
  return parts;
}

async function readSlide(
  archive: Archive,
  part: string,
  builder: DocumentBuilder,
  { page, pictures }: { page: number; pictures: ArchivePictures },
): Promise<void> {
  await addSlide(archive, part, builder, page);
  const flow = createFlow(builder, page);
  const relationships = [...(await readRelationships(archive, part)).values()];
  const inOrder = (wanted: string) => relationships.filter(({ type }) => type === wanted);
  for (const { target } of inOrder('diagramData')) await addDiagram(archive, target, flow);
  for (const { target } of inOrder('chart')) await addChart(archive, target, flow);
  for (const { target } of inOrder('image')) pictures.add(target, flow);
  for (const { target } of inOrder('notesSlide')) await addNotes(archive, target, flow);
  flow.finish();
}
