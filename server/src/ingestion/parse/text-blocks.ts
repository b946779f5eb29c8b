import {
  fenceSign,
  hashes,
  listSign,
  maxSignLength,
  rule,
  tableRow,
  tableRule,
  underline,
} from '#text/block-signs.ts';
import { skipSpace, trimEnd } from '#text/sentences.ts';
import type { Block } from './parsed-document.ts';
import { markPlainHeadings } from './plain-headings.ts';

/** The blocks of a text with \n line ends, found by Markdown syntax where it has some, and by blank lines. A
 *  hard-wrapped paragraph is one block that contains its line breaks. */
export function blocksOf(text: string): Block[] {
  const reader: Reader = { blocks: [], open: undefined, openLines: 0, fence: '' };
  for (let start = 0; start < text.length; ) {
    const lineBreak = text.indexOf('\n', start);
    const next = lineBreak < 0 ? text.length : lineBreak + 1;
    const from = skipSpace(text, start, next);
    const end = trimEnd(text, from, next);
    readLine(reader, text.slice(from, Math.min(end, from + maxSignLength)), from, end);
    start = next;
  }
  const hasMarkdownHeadings = reader.blocks.some(({ kind }) => kind === 'heading');
  return hasMarkdownHeadings ? reader.blocks : markPlainHeadings(text, reader.blocks);
}

type Reader = {
  blocks: Block[];
  /** The block that the next line may continue, and its number of lines. */
  open: Block | undefined;
  openLines: number;
  /** The fence that ends the open code block; empty outside code. */
  fence: string;
};

const opensBlock = [fenceSign, hashes, tableRow, rule, listSign];

/** line: trimmed, and cut if it is very long; start, end: its position. */
function readLine(reader: Reader, line: string, start: number, end: number): void {
  if (reader.fence) readCode(reader, line, end);
  else if (line === '') reader.open = undefined;
  else if (!joinsOpenBlock(reader, line, end)) addBlock(reader, line, start, end);
}

function readCode(reader: Reader, line: string, end: number): void {
  if (reader.open && line !== '') extend(reader, reader.open, end);
  if (!line.startsWith(reader.fence) || /[^`~]/.test(line)) return;
  reader.fence = '';
  reader.open = undefined;
}

/** True if the line belonged to the block before it: it underlined a heading, ruled off a table header, or continued a
 *  paragraph or a list item. */
function joinsOpenBlock(reader: Reader, line: string, end: number): boolean {
  const { open } = reader;
  if (!open) return false;
  const isParagraph = open.kind === 'paragraph';
  if (isParagraph && reader.openLines === 1 && underline.test(line)) {
    extend(reader, open, end);
    Object.assign(open, { kind: 'heading', level: line.startsWith('=') ? 1 : 2 });
    reader.open = undefined;
    return true;
  }
  if (tableRule.test(line)) open.kind = 'table-row';
  else if (!(isParagraph || open.kind === 'list-item') || opensBlock.some((sign) => sign.test(line)))
    return false;
  extend(reader, open, end);
  return true;
}

function addBlock(reader: Reader, line: string, start: number, end: number): void {
  const block: Block = { kind: 'paragraph', start, end };
  const isInTable = reader.open?.kind === 'table-row';
  reader.blocks.push(block);
  reader.open = block;
  reader.openLines = 1;
  const level = hashes.exec(line)?.[1]?.length;
  if (fenceSign.test(line)) {
    block.kind = 'code';
    reader.fence = fenceSign.exec(line)?.[0] ?? '';
  } else if (level) {
    Object.assign(block, { kind: 'heading', level });
    reader.open = undefined;
  } else if (rule.test(line)) {
    reader.open = undefined;
  } else if (tableRow.test(line) || (isInTable && line.includes('|'))) {
    block.kind = 'table-row';
  } else if (listSign.test(line)) {
    block.kind = 'list-item';
  }
}

function extend(reader: Reader, block: Block, end: number): void {
  block.end = end;
  reader.openLines += 1;
}
