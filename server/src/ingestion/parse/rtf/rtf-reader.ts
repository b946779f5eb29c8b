import { damagedFile } from '#ingestion/parse/archive/archive-faults.ts';
import { tidyTitle } from '#ingestion/parse/archive/office-package.ts';
import { symbolText } from '#ingestion/parse/symbol-text.ts';
import type { RtfHandlers } from './read-rtf.ts';
import type { RtfBlocks } from './rtf-blocks.ts';
import { DESTINATIONS, type Group, outermostGroup, PLAIN_PARAGRAPH, UNREAD } from './rtf-group.ts';
import { createRtfTables, type RtfTables } from './rtf-tables.ts';
import { createRtfText, LATIN, type RtfText, SYMBOLS } from './rtf-text.ts';

export type Reading = {
  blocks: RtfBlocks;
  tables: RtfTables;
  text: RtfText;
  group: Group;
  outer: Group[];
  /** The code page of the file, for fonts without their own. */
  codePage: number;
  defaultFont: number;
  /** The fallback characters still to skip after a Unicode character. */
  standIns: number;
  /** The next control word starts a group that is skipped if it is unknown. */
  isOptional: boolean;
  title: string;
  /** True once the outermost group has ended. The rest of the file is not text. */
  isOver: boolean;
};

const MAX_DEPTH = 1_000;
/** The number of groups that may still be open at the end of a file: some programs forget the last brace. */
const FORGOTTEN = 1;

/** Tracks the groups of an RTF file and sends its text to the blocks. finish: ends the text and returns the title in
 *  the file.
 *  Throws SourceFault `unreadable_file` when groups are nested too deep or do not end. */
export function createRtfReader(blocks: RtfBlocks): RtfHandlers & { finish(): string | undefined } {
  const reading: Reading = {
    blocks,
    tables: createRtfTables(),
    text: createRtfText(),
    group: outermostGroup(),
    outer: [],
    codePage: LATIN,
    defaultFont: 0,
    standIns: 0,
    isOptional: false,
    title: '',
    isOver: false,
  };
  return {
    open: () => openGroup(reading),
    close: () => closeGroup(reading),
    word: (word, parameter) => readWord(reading, word, parameter),
    symbol: (character) => readSymbol(reading, character),
    byte: (byte) => addByte(reading, byte),
    text: (bytes) => addBytes(reading, bytes),
    finish: () => {
      flush(reading);
      if (reading.outer.length > FORGOTTEN) throw damagedFile('its end is missing');
      const { paragraph } = reading.group;
      blocks.finish(paragraph, reading.tables.role(paragraph.style));
      return tidyTitle(reading.title);
    },
  };
}

function openGroup(reading: Reading): void {
  if (reading.isOver) return;
  flush(reading);
  reading.standIns = 0;
  reading.isOptional = false;
  if (reading.outer.length >= MAX_DEPTH) throw damagedFile(`it is nested deeper than ${MAX_DEPTH} groups`);
  const { group } = reading;
  reading.outer.push(group);
  reading.group = { ...group, isAside: false };
}

function closeGroup(reading: Reading): void {
  if (reading.isOver) return;
  flush(reading);
  reading.standIns = 0;
  reading.isOptional = false;
  if (reading.group.isAside) reading.blocks.closeAside();
  reading.group = reading.outer.pop() ?? reading.group;
  reading.isOver = reading.outer.length === 0;
}

function readSymbol(reading: Reading, character: string): void {
  if (reading.isOver) return;
  if (character === '*') reading.isOptional = true;
  else if (character === '\n' || character === '\r') endParagraph(reading);
  else if (isStandIn(reading)) return;
  // The second byte of a character may be one that RTF has to escape.
  else if (reading.text.isHalf()) addByte(reading, character.charCodeAt(0));
  else emit(reading, SYMBOL_TEXTS[character] ?? '');
}

const SYMBOL_TEXTS: Record<string, string> = {
  '~': '\u00a0',
  _: '-',
  '-': '\u00ad',
  '\\': '\\',
  '{': '{',
  '}': '}',
  '\t': '\t',
};

const WORD_TEXTS = new Map(
  Object.entries({
    tab: '\t',
    line: '\n',
    lbr: '\n',
    emdash: '—',
    endash: '–',
    lquote: '‘',
    rquote: '’',
    ldblquote: '“',
    rdblquote: '”',
    bullet: '•',
    emspace: ' ',
    enspace: ' ',
    qmspace: ' ',
    zwj: '\u200d',
    zwnj: '\u200c',
    column: '\n',
    nestcell: ' ',
    nestrow: ' ',
  }),
);

function readWord(reading: Reading, word: string, parameter: number | undefined): void {
  if (reading.isOver) return;
  const isOptional = reading.isOptional;
  reading.isOptional = false;
  if (beginsDestination(reading, word, isOptional)) return;
  const { destination } = reading.group;
  if (destination === 'fonts') reading.tables.fontWord(word, parameter ?? 0);
  else if (destination === 'styles') reading.tables.styleWord(word, parameter ?? 0);
  const text = WORD_TEXTS.get(word);
  if (text !== undefined) emit(reading, text);
  else WORDS.get(word)?.(reading, parameter);
}

/** Enters or skips the group of a control word that starts a destination. Returns false for other control words. */
function beginsDestination(reading: Reading, word: string, isOptional: boolean): boolean {
  const { group } = reading;
  if (group.destination === 'nowhere') return true;
  flush(reading);
  const [around, own] = DESTINATIONS.get(word) ?? [];
  if (own !== undefined && group.destination === around) {
    group.destination = own;
    if (ASIDES.has(word)) {
      group.isAside = true;
      reading.blocks.openAside();
    }
  } else if (isOptional || own !== undefined || UNREAD.has(word)) group.destination = 'nowhere';
  else return false;
  return true;
}

const ASIDES: ReadonlySet<string> = new Set(['footnote', 'shptxt']);

const isOn = (parameter: number | undefined): boolean => parameter !== 0;

type WordHandler = (reading: Reading, parameter: number | undefined) => void;

const WORDS = new Map(
  Object.entries<WordHandler>({
    u: (reading, parameter = 0) => {
      const unit = parameter & 0xffff;
      const isPrivate = unit >= 0xf000 && unit <= 0xf0ff;
      emit(reading, isPrivate ? symbolText(unit, fontOf(reading)?.name ?? '') : String.fromCharCode(unit));
      reading.standIns = reading.group.standIns;
    },
    uc: ({ group }, parameter = 1) => {
      group.standIns = Math.max(0, parameter);
    },
    ansicpg: (reading, parameter = LATIN) => {
      reading.codePage = parameter;
    },
    mac: (reading) => {
      reading.codePage = 10_000;
    },
    deff: (reading, parameter = 0) => {
      reading.defaultFont = parameter;
      reading.group.font = parameter;
    },
    f: ({ group }, parameter = 0) => {
      group.font = parameter;
    },
    plain: ({ group, defaultFont }) => {
      Object.assign(group, { font: defaultFont, isHidden: false, isDeleted: false, isBold: false });
    },
    v: ({ group }, parameter) => {
      group.isHidden = isOn(parameter);
    },
    deleted: ({ group }, parameter) => {
      group.isDeleted = isOn(parameter);
    },
    b: ({ group }, parameter) => {
      group.isBold = isOn(parameter);
    },
    pard: ({ group }) => {
      group.paragraph = PLAIN_PARAGRAPH;
    },
    s: ({ group }, parameter = 0) => {
      group.paragraph = { ...group.paragraph, style: parameter };
    },
    outlinelevel: ({ group }, parameter = 9) => {
      const isLevel = parameter >= 0 && parameter <= 8;
      group.paragraph = { ...group.paragraph, outline: isLevel ? parameter + 1 : 0 };
    },
    intbl: ({ group }) => {
      group.paragraph = { ...group.paragraph, isInTable: true };
    },
    ls: ({ group }, parameter = 0) => {
      group.paragraph = { ...group.paragraph, isItem: parameter > 0 };
    },
    par: (reading) => endParagraph(reading),
    sect: (reading) => endParagraph(reading),
    page: (reading) => emit(reading, '\n'),
    cell: (reading) => {
      if (reading.group.destination !== 'body') return;
      reading.blocks.endCell(reading.tables.role(reading.group.paragraph.style));
    },
    row: ({ blocks }) => blocks.endRow(),
    trowd: ({ blocks }) => blocks.rows.defineRow(),
    trhdr: ({ blocks }) => blocks.rows.markHeader(),
    clvmrg: ({ blocks }) => blocks.rows.continueCell(),
    cellx: ({ blocks }) => blocks.rows.defineCell(),
  }),
);

function endParagraph(reading: Reading): void {
  flush(reading);
  const { destination, paragraph } = reading.group;
  if (destination !== 'body') return;
  reading.blocks.endParagraph(paragraph, reading.tables.role(paragraph.style));
}

const fontOf = ({ tables, group }: Reading) => tables.fonts.get(group.font);

/** True if the next character is skipped. Counts it. */
function isStandIn(reading: Reading): boolean {
  if (reading.standIns === 0) return false;
  reading.standIns -= 1;
  return true;
}

function addBytes(reading: Reading, bytes: Uint8Array): void {
  if (reading.isOver || reading.group.destination === 'nowhere') return;
  let start = Math.min(reading.standIns, bytes.length);
  reading.standIns -= start;
  const isSymbols = fontOf(reading)?.codePage === SYMBOLS && reading.group.destination === 'body';
  while (start < bytes.length) {
    let end = start;
    if (!isSymbols && !reading.text.isHalf()) while (end < bytes.length && (bytes[end] ?? 0) < 0x80) end += 1;
    if (end > start) emit(reading, latin(bytes.subarray(start, end)));
    else addCode(reading, bytes[end++] ?? 0);
    start = end;
  }
}

function addByte(reading: Reading, byte: number): void {
  if (reading.isOver || reading.group.destination === 'nowhere' || isStandIn(reading)) return;
  addCode(reading, byte);
}

function addCode(reading: Reading, byte: number): void {
  const font = fontOf(reading);
  if (font?.codePage === SYMBOLS && reading.group.destination === 'body')
    emit(reading, symbolText(byte, font.name));
  else reading.text.add(byte, font?.codePage ?? reading.codePage);
}

const latin = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

function flush(reading: Reading): void {
  const waiting = reading.text.take();
  if (waiting !== '') send(reading, waiting);
}

function emit(reading: Reading, text: string): void {
  flush(reading);
  if (text !== '') send(reading, text);
}

function send(reading: Reading, text: string): void {
  const { group, blocks, tables } = reading;
  if (group.destination === 'body' && !group.isHidden && !group.isDeleted) blocks.add(text, group.isBold);
  else if (group.destination === 'label') blocks.addLabel(text);
  else if (group.destination === 'fonts') tables.fontText(text);
  else if (group.destination === 'styles') tables.styleText(text);
  else if (group.destination === 'title') reading.title += text;
}
