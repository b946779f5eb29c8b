import { createDocumentBuilder, type DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { ReadInner } from '#ingestion/parse/inner-documents.ts';
import { readNoPictures } from '#ingestion/parse/ocr/read-pictures.ts';
import type { Scans } from '#ingestion/parse/ocr/scans.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { type ArchivePictures, pictureParts, readArchivePictures } from './archive-pictures.ts';
import { createFlow } from './document-flow.ts';
import { addDiagram, readShapes } from './drawing-text.ts';
import { addChart } from './office-chart.ts';
import { mainPart, type Relationship, readRelationships, readTitle, targetOf } from './office-package.ts';
import { type Archive, openArchive } from './open-archive.ts';
import { readXml } from './read-xml.ts';
import { createSheetBuilder, createSheetMarks, createSheetTables, type SheetMarks } from './sheet-tables.ts';
import { readCellFormats } from './xlsx-formats.ts';
import { readSharedStrings } from './xlsx-shared-strings.ts';
import { rangeOf, readSheet } from './xlsx-sheet.ts';

type Workbook = { sheets: { name: string; id: string }[]; isDate1904: boolean };

/** Reads a SpreadsheetML workbook. Sheets come in order, hidden ones too: the name of each as a heading, then its
 *  tables row by row, then text boxes, shapes, diagrams, charts and texts of pictures. Skips sheets that only a macro can show
 *  (`veryHidden`), formulas and comments. Throws SourceFault. Format: ISO/IEC 29500-1, 18. */
export async function parseXlsx(
  { bytes }: OriginalContent,
  _readInner?: ReadInner,
  _scans?: Scans,
  readPictures = readNoPictures,
): Promise<ParsedDocument> {
  const archive = await openArchive(bytes);
  const main = await mainPart(archive, 'xl/workbook.xml');
  const relationships = await readRelationships(archive, main);
  const { sheets, isDate1904 } = await readWorkbook(archive, main);
  const formats = await readCellFormats(archive, targetOf(relationships, 'styles'), isDate1904);
  const strings = await readSharedStrings(archive, targetOf(relationships, 'sharedStrings'));
  const drawings: string[] = [];
  for (const { id } of sheets)
    for (const { type, target } of await partsOf(archive, relationships.get(id)))
      if (type === 'drawing') drawings.push(...(await pictureParts(archive, target)));
  const pictures = await readArchivePictures(archive, drawings, readPictures);
  const builder = createDocumentBuilder();
  for (const { name, id } of sheets) {
    const sheet = relationships.get(id);
    if (sheet?.type !== 'worksheet' && sheet?.type !== 'chartsheet') continue;
    const content = createSheetBuilder(builder, name);
    const parts = await partsOf(archive, sheet);
    if (sheet.type === 'worksheet') {
      const marks = createSheetMarks();
      for (const { type, target } of parts)
        if (type === 'table') await addTableHeader(archive, target, marks);
      const tables = createSheetTables(content, marks, name);
      await readSheet(archive, sheet.target, { formats, strings, marks, addRow: tables.addRow });
      tables.finish();
    }
    for (const { type, target } of parts)
      if (type === 'drawing') await addDrawing(archive, target, content, pictures);
  }
  const title = await readTitle(archive, 'docProps/core.xml');
  return builder.build({ ...(title !== undefined && { title }) });
}

/** The parts that belong to a sheet. */
const partsOf = async (archive: Archive, sheet: Relationship | undefined): Promise<Relationship[]> =>
  sheet ? [...(await readRelationships(archive, sheet.target)).values()] : [];

/** Adds the drawings of a sheet: text boxes and shapes, descriptions of pictures, then its diagrams, charts and texts of
 *  pictures. */
async function addDrawing(
  archive: Archive,
  part: string,
  builder: Pick<DocumentBuilder, 'add'>,
  pictures: ArchivePictures,
): Promise<void> {
  const flow = createFlow(builder);
  await readShapes(archive, part, flow, ({ paragraphs }) => {
    for (const { text } of paragraphs) flow.add('paragraph', text);
  });
  for (const { type, target } of (await readRelationships(archive, part)).values())
    if (type === 'diagramData') await addDiagram(archive, target, flow);
    else if (type === 'chart') await addChart(archive, target, flow);
    else if (type === 'image') pictures.add(target, flow);
  flow.finish();
}

/** Adds the row with the column names of a table (ISO/IEC 29500-1, 18.5). */
async function addTableHeader(archive: Archive, part: string, { headers }: SheetMarks): Promise<void> {
  await readXml(archive, part, {
    open: (name, { ref = '', headerRowCount = '1' }) => {
      const range = name === 'x:table' && headerRowCount !== '0' ? rangeOf(ref) : undefined;
      if (range) headers.add(range.top);
    },
  });
}

async function readWorkbook(archive: Archive, part: string): Promise<Workbook> {
  const workbook: Workbook = { sheets: [], isDate1904: false };
  await readXml(archive, part, {
    open: (name, attributes) => {
      const { name: sheetName = '', state, date1904 } = attributes;
      if (name === 'x:sheet' && state !== 'veryHidden')
        workbook.sheets.push({ name: sheetName, id: attributes['r:id'] ?? '' });
      else if (name === 'x:workbookPr') workbook.isDate1904 = date1904 === '1' || date1904 === 'true';
    },
  });
  return workbook;
}
