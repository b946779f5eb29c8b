import { damagedFile, lockedFile } from '#ingestion/parse/archive/archive-faults.ts';
import { createFlow, type Flow } from '#ingestion/parse/archive/document-flow.ts';
import { createWordJoiner } from '#ingestion/parse/archive/rejoined-words.ts';
import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { openCompoundFile } from './compound-file.ts';
import { type DocFormats, readDocFormats } from './doc-formats.ts';
import { readDocText } from './doc-text.ts';
import { oldOfficeFault } from './old-office-fault.ts';

/** The first version of the format that is read: Word 97. */
const WORD_97 = 0xc1;
const MAX_LEVEL = 6;

/** Reads a Word document from before 2007: headings by style or outline level, paragraphs, lists, tables, then notes
 *  and text boxes. Skips deleted and hidden text, comments, headers and footers, and pictures. Throws SourceFault.
 *  Format: [MS-DOC]. */
export function parseDoc({ bytes }: OriginalContent): ParsedDocument {
  const file = openCompoundFile(bytes);
  const main = file.read('WordDocument');
  if (!main || main.length < 426) throw damagedFile('it lacks its text');
  if (main.readUInt16LE(2) < WORD_97) throw oldOfficeFault();
  const flags = main.readUInt16LE(10);
  if (flags & 0x100) throw lockedFile();
  const table = file.read(flags & 0x200 ? '1Table' : '0Table');
  if (!table) throw damagedFile('it lacks the list of its parts');
  const builder = createDocumentBuilder();
  const words = createWordJoiner(builder.add);
  const flow = createFlow(words);
  let title: string | undefined;
  try {
    title = addText(main, table, flow);
  } catch (cause) {
    if (cause instanceof RangeError) throw damagedFile('its text cannot be read', cause);
    throw cause;
  }
  flow.finish();
  words.finish();
  const named = title?.replace(/\s+/g, ' ').trim().slice(0, 500);
  return builder.build({ ...(named && { title: named }) });
}

/** Adds all texts of a document and returns its title, if a paragraph has that style. */
function addText(main: Buffer, table: Buffer, flow: Flow): string | undefined {
  const text = readDocText(main, table);
  const formats = readDocFormats(main, table);
  /** The lengths of the texts in order: body, notes, headers, comments, endnotes, text boxes of body and headers. */
  const [body = 0, notes = 0, headers = 0, , comments = 0, endnotes = 0, boxes = 0] = [
    76, 80, 84, 88, 92, 96, 100,
  ].map((offset) => main.readUInt32LE(offset));
  const state: State = { flow, formats, title: undefined, isInTable: false, isInRow: false, isInCell: false };
  addParagraphs(state, text, 0, body);
  addParagraphs(state, text, body, body + notes);
  const rest = body + notes + headers + comments;
  addParagraphs(state, text, rest, rest + endnotes + boxes);
  return state.title;
}

type State = {
  flow: Flow;
  formats: DocFormats;
  title: string | undefined;
  isInTable: boolean;
  isInRow: boolean;
  isInCell: boolean;
};

const PARAGRAPH_END = 0x0d;
const CELL_END = 0x07;
const PAGE_END = 0x0c;
const FIELD = { begin: 0x13, separator: 0x14, end: 0x15 };

function addParagraphs(state: State, text: ReturnType<typeof readDocText>, from: number, to: number): void {
  const fields: boolean[] = [];
  let instructions = 0;
  let written = '';
  const end = Math.min(to, text.length);
  for (let at = from; at < end; at += 1) {
    const { code, offset } = text.at(at);
    if (code === FIELD.begin) {
      fields.push(true);
      instructions += 1;
    } else if (code === FIELD.separator || code === FIELD.end) {
      // The instruction of a field ends at its separator; its result is text.
      if (fields.at(-1)) instructions -= 1;
      if (code === FIELD.end) fields.pop();
      else if (fields.length > 0) fields[fields.length - 1] = false;
    } else if (code === PARAGRAPH_END || code === CELL_END || code === PAGE_END) {
      addParagraph(state, { text: written, code, offset });
      written = '';
    } else if (instructions === 0 && !state.formats.isHidden(offset)) written += SIGNS[code] ?? signOf(code);
  }
  if (written !== '') addParagraph(state, { text: written, code: PARAGRAPH_END, offset: 0 });
  closeTable(state);
}

const SIGNS: Record<number, string> = { 9: '\t', 11: '\n', 14: '\n', 30: '-', 160: ' ' };

const signOf = (code: number): string => (code < 0x20 ? '' : String.fromCharCode(code));

function addParagraph(
  state: State,
  { text, code, offset }: { text: string; code: number; offset: number },
): void {
  const { flow, formats } = state;
  const { isInTable, endsRow, level, isItem, isTitle, isContents } = formats.paragraph(offset);
  if (isInTable || code === CELL_END) openCell(state, endsRow);
  else closeTable(state);
  if (!endsRow && !isContents && text.trim() !== '') {
    if (isTitle) state.title ??= text;
    if (level > 0) flow.add('heading', text, Math.min(MAX_LEVEL, level));
    else flow.add(isItem ? 'list-item' : 'paragraph', isItem ? `- ${text}` : text);
  }
  if (code !== CELL_END) return;
  if (state.isInCell) flow.closeCell();
  state.isInCell = false;
  if (endsRow) state.isInRow = false;
}

function openCell(state: State, endsRow: boolean): void {
  const { flow } = state;
  if (!state.isInTable) flow.openTable();
  state.isInTable = true;
  if (endsRow) return;
  if (!state.isInRow) flow.openRow();
  state.isInRow = true;
  if (!state.isInCell) flow.openCell();
  state.isInCell = true;
}

function closeTable(state: State): void {
  if (!state.isInTable) return;
  if (state.isInCell) state.flow.closeCell();
  state.flow.closeTable();
  state.isInTable = false;
  state.isInRow = false;
  state.isInCell = false;
}
