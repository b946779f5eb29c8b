import { withSymbols } from '#ingestion/parse/symbol-text.ts';
import { altText } from './alt-text.ts';
import type { ArchivePictures } from './archive-pictures.ts';
import type { Flow } from './document-flow.ts';
import type { OdtLists } from './odt-lists.ts';
import type { OdtStyles } from './odt-styles.ts';
import { partPath } from './part-path.ts';
import type { Attributes, XmlHandlers } from './read-xml.ts';
import { skipElements } from './skip-elements.ts';

type Paragraph = {
  text: string;
  style: string;
  /** The level, if the paragraph is a heading. */
  level: number | undefined;
  /** The texts of the notes that the paragraph refers to. */
  notes: string[];
};

type List = {
  style: string;
  /** The number of the open item, and whether its label is written. */
  number: number;
  isWritten: boolean;
  isHeader: boolean;
};

type State = {
  flow: Flow;
  pictures: ArchivePictures;
  lists: OdtLists;
  styles: OdtStyles;
  paragraphs: Paragraph[];
  open: List[];
  /** Style -> number of the last item of a list, so that another list can continue it. */
  lastNumbers: Map<string, number>;
  /** For each open note: the paragraphs and lists that were open around it. */
  notes: { paragraphs: Paragraph[]; lists: List[] }[];
  headerRows: number;
  /** The fonts of the open spans; undefined if the style names none. */
  fonts: (string | undefined)[];
  /** The number of covered cells still to come that the last cell of the row spans. */
  covered: number;
  title: string | undefined;
};

const MAX_LEVEL = 6;
const MAX_COLUMNS = 1_000;
/** The deepest list level that can have numbers. */
const MAX_NUMBERED = 10;

/** Handlers that read the content of a document into a flow. title: the first paragraph in the style `Title`. */
export function createOdtBody(
  flow: Flow,
  { lists, styles, pictures }: { lists: OdtLists; styles: OdtStyles; pictures: ArchivePictures },
): Required<XmlHandlers> & { title(): string | undefined } {
  const state: State = {
    flow,
    pictures,
    lists,
    styles,
    paragraphs: [],
    open: [],
    lastNumbers: new Map(),
    notes: [],
    headerRows: 0,
    fonts: [],
    covered: 0,
    title: undefined,
  };
  const isHidden = (attributes: Attributes) => styles.isHidden(attributes['text:style-name'] ?? '');
  const isSkipped = (name: string, attributes: Attributes) =>
    isUnread(name, attributes) || (STYLED.has(name) && isHidden(attributes));
  const handlers = skipElements(isSkipped, {
    open: (name, attributes) => {
      lists.handlers.open(name, attributes);
      styles.handlers.open(name, attributes);
      OPENERS[name]?.(state, attributes);
    },
    close: (name) => {
      lists.handlers.close(name);
      styles.handlers.close(name);
      CLOSERS[name]?.(state);
    },
    text: (text) => addText(state, text),
  });
  return { ...handlers, title: () => state.title };
}

/** Deleted text, comments, forms, names of pictures, note numbers, ruby text, and lists that repeat the text. */
const UNREAD: ReadonlySet<string> = new Set([
  'text:tracked-changes',
  'office:annotation',
  'office:forms',
  'office:scripts',
  'text:note-citation',
  'text:ruby-text',
  'text:table-of-content',
  'text:illustration-index',
  'text:table-index',
  'text:object-index',
  'text:user-index',
  'text:alphabetical-index',
  'text:page-number',
  'office:binary-data',
  'svg:title',
  'math:math',
]);

const STYLED: ReadonlySet<string> = new Set(['text:p', 'text:h', 'text:span']);

const isUnread = (name: string, attributes: Attributes): boolean =>
  UNREAD.has(name) ||
  (name === 'text:section' && attributes['text:display'] === 'none') ||
  (name === 'text:hidden-text' && attributes['text:is-hidden'] !== 'false') ||
  (name === 'text:hidden-paragraph' && attributes['text:is-hidden'] === 'true');

const count = (value: string | undefined, most: number): number =>
  Math.min(most, Math.max(1, Number.parseInt(value ?? '', 10) || 1));

const openParagraph =
  (isHeading: boolean) =>
  (state: State, attributes: Attributes): void => {
    const level = isHeading
      ? count(attributes['text:outline-level'] ?? attributes['text:level'], MAX_LEVEL)
      : undefined;
    state.paragraphs.push({ text: '', style: attributes['text:style-name'] ?? '', level, notes: [] });
  };

function openCell(state: State, attributes: Attributes): void {
  const columns = count(attributes['table:number-columns-spanned'], MAX_COLUMNS);
  state.covered = columns - 1;
  state.flow.openCell();
  state.flow.describeCell({
    columns: columns > 1 ? columns : count(attributes['table:number-columns-repeated'], MAX_COLUMNS),
  });
}

function openCoveredCell(state: State, attributes: Attributes): void {
  const columns = count(attributes['table:number-columns-repeated'], MAX_COLUMNS);
  if (state.covered > 0) {
    state.covered -= columns;
    return;
  }
  state.flow.openCell();
  state.flow.describeCell({ columns, isContinued: true });
}

const OPENERS: Record<string, (state: State, attributes: Attributes) => void> = {
  'text:h': openParagraph(true),
  'text:p': openParagraph(false),
  'svg:desc': openParagraph(false),
  'draw:image': ({ flow, pictures }, attributes) =>
    pictures.add(partPath('', attributes['xlink:href'] ?? '') ?? '', flow),
  'text:span': (state, attributes) => {
    state.fonts.push(state.styles.font(attributes['text:style-name'] ?? ''));
  },
  'text:s': (state) => addText(state, ' '),
  'text:tab': (state) => addText(state, '\t'),
  'text:line-break': (state) => addText(state, '\n'),
  'text:list': (state, attributes) => {
    const style = attributes['text:style-name'] ?? state.open.at(-1)?.style ?? '';
    const carriesOn =
      attributes['text:continue-numbering'] === 'true' || attributes['text:continue-list'] !== undefined;
    const last = carriesOn && state.open.length === 0 ? state.lastNumbers.get(style) : undefined;
    const number = last ?? state.lists.start(style, state.open.length) - 1;
    state.open.push({ style, number, isWritten: true, isHeader: false });
  },
  'text:list-header': (state) => startItem(state, { isHeader: true }),
  'text:list-item': (state, attributes) => startItem(state, { start: attributes['text:start-value'] }),
  'text:note': (state) => {
    state.notes.push({ paragraphs: state.paragraphs, lists: state.open });
    state.paragraphs = [];
    state.open = [];
  },
  'table:table': (state) => state.flow.openTable(),
  'table:table-header-rows': (state) => {
    state.headerRows += 1;
  },
  'table:table-row': (state) => {
    state.flow.openRow();
    state.covered = 0;
    if (state.headerRows > 0) state.flow.describeRow({ isHeader: true });
  },
  'table:table-cell': openCell,
  'table:covered-table-cell': openCoveredCell,
};

const CLOSERS: Record<string, (state: State) => void> = {
  'text:span': (state) => {
    state.fonts.pop();
  },
  'svg:desc': (state) => {
    const description = state.paragraphs.pop();
    state.flow.add('paragraph', altText(description?.text));
  },
  'text:h': (state) => closeParagraph(state),
  'text:p': (state) => closeParagraph(state),
  'text:list': (state) => {
    const list = state.open.pop();
    if (list) state.lastNumbers.set(list.style, list.number);
  },
  'text:note': (state) => {
    const around = state.notes.pop();
    if (!around) return;
    state.paragraphs = around.paragraphs;
    state.open = around.lists;
  },
  'table:table': (state) => state.flow.closeTable(),
  'table:table-header-rows': (state) => {
    state.headerRows -= 1;
  },
  'table:table-cell': (state) => state.flow.closeCell(),
  'table:covered-table-cell': (state) => state.flow.closeCell(),
};

function startItem(
  state: State,
  { isHeader = false, start }: { isHeader?: boolean; start?: string | undefined },
): void {
  const list = state.open.at(-1);
  if (!list) return;
  list.isHeader = isHeader;
  list.isWritten = false;
  if (isHeader) return;
  list.number = start === undefined ? list.number + 1 : count(start, Number.MAX_SAFE_INTEGER);
}

function addText(state: State, text: string): void {
  const paragraph = state.paragraphs.at(-1);
  if (paragraph) paragraph.text += withSymbols(text, state.fonts.at(-1));
}

function closeParagraph(state: State): void {
  const paragraph = state.paragraphs.pop();
  if (!paragraph) return;
  const { text, notes } = paragraph;
  const referrer = state.notes.at(-1)?.paragraphs.at(-1);
  if (referrer && state.paragraphs.length === 0) referrer.notes.push(text);
  else addBlock(state, paragraph);
  for (const note of notes) state.flow.add('paragraph', note);
}

function addBlock(state: State, { text, style, level }: Paragraph): void {
  const { flow, open } = state;
  const role = state.styles.role(style);
  if (role?.kind === 'code') flow.add('code', text);
  else if (text.trim() === '' || role?.kind === 'contents') return;
  else if (level !== undefined) flow.add('heading', text, level);
  else if (role?.kind === 'heading') {
    if (role.isTitle) state.title ??= text;
    flow.add('heading', text, Math.min(MAX_LEVEL, role.level ?? 1));
  } else if (open.length === 0) flow.add('paragraph', text);
  else flow.add('list-item', labelOf(state) + text);
}

/** The label of the open item. Only its first paragraph gets one. */
function labelOf({ lists, open }: State): string {
  const list = open.at(-1);
  if (!list || list.isWritten || list.isHeader) return '';
  list.isWritten = true;
  if (open.length > MAX_NUMBERED) return '- ';
  return lists.label(
    list.style,
    open.map(({ number }) => number),
  );
}
