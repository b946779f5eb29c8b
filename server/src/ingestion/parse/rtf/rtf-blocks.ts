import type { Flow } from '#ingestion/parse/archive/document-flow.ts';
import { tidyTitle } from '#ingestion/parse/archive/office-package.ts';
import type { NamedRole } from '#ingestion/parse/archive/style-roles.ts';
import type { ParagraphProperties } from './rtf-group.ts';
import { createRtfRows, type RtfRows } from './rtf-rows.ts';

export type RtfBlocks = {
  rows: RtfRows;
  add(text: string, isBold: boolean): void;
  /** Adds the marker of a list item. */
  addLabel(text: string): void;
  endParagraph(properties: ParagraphProperties, role: NamedRole | undefined): void;
  endCell(role: NamedRole | undefined): void;
  endRow(): void;
  /** Starts a note or a text box. Its paragraphs are added after the open one. */
  openAside(): void;
  closeAside(): void;
  finish(properties: ParagraphProperties, role: NamedRole | undefined): void;
  /** The first paragraph in the style `Title`. */
  title(): string | undefined;
};

type Paragraph = { text: string; label: string; asides: string[] };

const MAX_LEVEL = 6;

/** Assembles paragraphs and table cells from the end marks of an RTF file. */
export function createRtfBlocks(flow: Flow): RtfBlocks {
  const rows = createRtfRows(flow);
  let paragraph = newParagraph();
  const around: Paragraph[] = [];
  let title: string | undefined;

  const write = (isItem: boolean, outline: number | undefined, role: NamedRole | undefined): void => {
    const ended = paragraph;
    paragraph = newParagraph();
    const referrer = around.at(-1);
    if (referrer) {
      referrer.asides.push(ended.text, ...ended.asides);
      return;
    }
    if (role?.isTitle && ended.text.trim() !== '') title ??= tidyTitle(ended.text);
    addBlock(flow, ended, isItem, { ...role, level: outline ?? role?.level });
    for (const aside of ended.asides) flow.add('paragraph', aside);
  };
  return {
    rows,
    add: (text, isBold) => {
      paragraph.text += text;
      if (text.trim() !== '' && around.length === 0) rows.count(text.length, isBold);
    },
    addLabel: (text) => {
      paragraph.label += text;
    },
    endParagraph: ({ isInTable, isItem, outline }, role) => {
      if (around.length === 0) {
        if (isInTable) rows.openCell();
        else rows.closeTable();
      }
      write(isItem, outline, role);
    },
    endCell: (role) => {
      if (around.length === 0) rows.openCell();
      write(false, undefined, role);
      if (around.length === 0) rows.closeCell();
    },
    endRow: () => {
      if (around.length === 0) rows.closeRow();
    },
    openAside: () => {
      around.push(paragraph);
      paragraph = newParagraph();
    },
    closeAside: () => {
      const referrer = around.pop();
      if (!referrer) return;
      referrer.asides.push(paragraph.text, ...paragraph.asides);
      paragraph = referrer;
    },
    finish: ({ isItem, outline }, role) => {
      while (around.length > 0) paragraph = around.pop() ?? paragraph;
      rows.closeTable();
      write(isItem, outline, role);
      flow.finish();
    },
    title: () => title,
  };
}

const newParagraph = (): Paragraph => ({ text: '', label: '', asides: [] });

type Role = { kind?: NamedRole['kind']; level: number | undefined };

function addBlock(flow: Flow, { text, label }: Paragraph, isItem: boolean, { kind, level }: Role): void {
  if (kind === 'code') flow.add('code', text);
  if (text.trim() === '' || kind === 'code' || kind === 'contents') return;
  const shown = labelOf(label, isItem);
  if (level) flow.add('heading', (shown === BULLET ? '' : shown) + text, Math.min(level, MAX_LEVEL));
  else flow.add(shown === '' ? 'paragraph' : 'list-item', shown + text);
}

const BULLET = '- ';

/** Keeps `1.`, and replaces any bullet with a dash. */
function labelOf(label: string, isItem: boolean): string {
  const shown = label.trim().slice(0, 40);
  if (/[\p{L}\p{N}]/u.test(shown) && shown !== 'o') return `${shown} `;
  return isItem || shown !== '' ? BULLET : '';
}
