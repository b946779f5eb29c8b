import { damagedFile, lockedFile } from '#ingestion/parse/archive/archive-faults.ts';
import {
  createSheetBuilder,
  createSheetMarks,
  createSheetTables,
} from '#ingestion/parse/archive/sheet-tables.ts';
import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { openCompoundFile } from './compound-file.ts';
import { oldOfficeFault } from './old-office-fault.ts';
import { readXlsSheet } from './xls-sheet.ts';
import { readXlsWorkbook } from './xls-workbook.ts';

/** Reads an Excel workbook from before 2007. Sheets come in order, hidden ones too: the name of each as a heading, then
 *  its tables row by row, then text boxes. Skips sheets that only a macro can show, formulas, comments and charts.
 *  Throws SourceFault. Format: [MS-XLS]. */
export function parseXls({ bytes }: OriginalContent): ParsedDocument {
  const file = openCompoundFile(bytes);
  const stream = file.read('Workbook');
  if (!stream) throw oldOfficeFault();
  const builder = createDocumentBuilder();
  try {
    const workbook = readXlsWorkbook(stream);
    if (workbook.isEncrypted) throw lockedFile();
    for (const { name, start } of workbook.sheets) {
      const content = createSheetBuilder(builder, name);
      const marks = createSheetMarks();
      const tables = createSheetTables(content, marks, name);
      const boxes = readXlsSheet(stream, start, { workbook, marks, addRow: tables.addRow });
      tables.finish();
      for (const text of boxes) content.add('paragraph', text);
    }
  } catch (cause) {
    if (cause instanceof RangeError) throw damagedFile('its sheets cannot be read', cause);
    throw cause;
  }
  return builder.build();
}
