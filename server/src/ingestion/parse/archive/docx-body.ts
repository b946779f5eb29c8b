import { symbolText, withSymbols } from '#ingestion/parse/symbol-text.ts';
import { altText } from './alt-text.ts';
import type { Flow } from './document-flow.ts';
import type { ListLabels } from './docx-numbering.ts';
import { outlineLevel, type ParagraphRoles } from './docx-styles.ts';
import { createFormulaReader } from './formula.ts';
import { tidyTitle } from './office-package.ts';
import type { Attributes, XmlHandlers } from './read-xml.ts';
import { skipElements } from './skip-elements.ts';

type BodyContext = {
  flow: Flow;
  roles: ParagraphRoles;
  labels: ListLabels;
  /** `footnotes 2` -> the paragraphs of the note. The first reference to a note removes it. */
  notes?: Map<string, string[]>;
  /** Relationship id -> adds the chart, the diagram, the text of the picture or the embedded page. The first reference removes it. */
  embedded?: Map<string, (flow: Flow) => void>;
};

type Paragraph = {
  text: string[];
  style: string;
  outline: number | undefined;
  numbering: string | undefined;
  numberingLevel: number | undefined;
  notes: string[];
  /** Content of the paragraph besides its text, such as a chart; it follows the paragraph. */
  below: ((flow: Flow) => void)[];
  isInProperties: boolean;
  /** State of the open run. */
  isHidden: boolean;
  isBold: boolean;
  font: string | undefined;
};

type State = BodyContext & {
  isInText: boolean;
  paragraphs: Paragraph[];
  rows: { characters: number; boldCharacters: number }[];
  title: string | undefined;
};

/** Handlers that read a document body or a note into a flow. title: the first paragraph in the style `Title`. */
export function createDocxBody(
  context: BodyContext,
): Required<XmlHandlers> & { title(): string | undefined } {
  const state: State = {
    ...context,
    isInText: false,
    paragraphs: [],
    rows: [],
    title: undefined,
  };
  const formulas = createFormulaReader((latex) => addText(state, latex));
  const handlers = skipElements((name) => UNREAD.has(name), {
    open: (name, attributes) => {
      if (!formulas.open(name, attributes)) OPENERS[name]?.(state, attributes);
    },
    close: (name) => {
      if (!formulas.close(name)) CLOSERS[name]?.(state);
    },
    text: (text) => {
      if (!formulas.text(text) && state.isInText) addText(state, text);
    },
  });
  return { ...handlers, title: () => tidyTitle(state.title) };
}

/** Deleted and moved text, properties before a change, ruby text, and embedded files. */
const UNREAD: ReadonlySet<string> = new Set([
  'w:del',
  'w:moveFrom',
  'w:pPrChange',
  'w:rPrChange',
  'w:tblPrChange',
  'w:trPrChange',
  'w:tcPrChange',
  'w:sectPr',
  'w:rt',
  'w:instrText',
  'w:delText',
]);

const isOn = ({ 'w:val': value }: Attributes): boolean =>
  value !== '0' && value !== 'false' && value !== 'off';

const inParagraph =
  (change: (paragraph: Paragraph, attributes: Attributes, state: State) => void) =>
  (state: State, attributes: Attributes): void => {
    const paragraph = state.paragraphs.at(-1);
    if (paragraph) change(paragraph, attributes, state);
  };

const columnsOf = (attributes: Attributes): number =>
  Math.max(1, Number.parseInt(attributes['w:val'] ?? '', 10) || 1);

const noteReference = (type: string) =>
  inParagraph((paragraph, attributes) => paragraph.notes.push(`${type} ${attributes['w:id'] ?? ''}`));

const openText = (state: State): void => {
  state.isInText = true;
};
const closeText = (state: State): void => {
  state.isInText = false;
};
const space = (state: State): void => addText(state, '\n');

const OPENERS: Record<string, (state: State, attributes: Attributes) => void> = {
  'w:p': (state) => state.paragraphs.push(newParagraph()),
  'w:pPr': inParagraph((paragraph) => {
    paragraph.isInProperties = true;
  }),
  'w:pStyle': inParagraph((paragraph, attributes) => {
    paragraph.style = attributes['w:val'] ?? '';
  }),
  'w:outlineLvl': inParagraph((paragraph, attributes) => {
    paragraph.outline = outlineLevel(attributes['w:val'] ?? '');
  }),
  'w:numId': inParagraph((paragraph, attributes) => {
    paragraph.numbering = attributes['w:val'];
  }),
  'w:ilvl': inParagraph((paragraph, attributes) => {
    paragraph.numberingLevel = Number.parseInt(attributes['w:val'] ?? '', 10) || 0;
  }),
  'w:r': inParagraph((paragraph) => {
    paragraph.isHidden = false;
    paragraph.isBold = false;
    paragraph.font = undefined;
  }),
  'w:rFonts': inParagraph((paragraph, attributes) => {
    paragraph.font = attributes['w:ascii'] ?? attributes['w:hAnsi'];
  }),
  'w:vanish': inParagraph((paragraph, attributes) => {
    if (!paragraph.isInProperties) paragraph.isHidden = isOn(attributes);
  }),
  'w:b': inParagraph((paragraph, attributes) => {
    if (!paragraph.isInProperties) paragraph.isBold = isOn(attributes);
  }),
  'w:t': openText,
  'w:br': space,
  'w:cr': space,
  'w:tab': (state) => {
    if (!state.paragraphs.at(-1)?.isInProperties) addText(state, '\t');
  },
  'w:ptab': space,
  'w:noBreakHyphen': (state) => addText(state, '-'),
  'w:sym': (state, attributes) => {
    const code = Number.parseInt(attributes['w:char'] ?? '', 16) || 0x20;
    addText(state, symbolText(code, attributes['w:font'] ?? ''));
  },
  'wp:docPr': inParagraph((paragraph, { descr }) => {
    const text = altText(descr);
    if (text !== '') paragraph.below.push((flow) => flow.add('paragraph', text));
  }),
  'c:chart': (state, attributes) => addEmbedded(state, attributes['r:id']),
  'dgm:relIds': (state, attributes) => addEmbedded(state, attributes['r:dm']),
  'a:blip': (state, attributes) => addEmbedded(state, attributes['r:embed']),
  'v:imagedata': (state, attributes) => addEmbedded(state, attributes['r:id']),
  'w:altChunk': (state, attributes) => addEmbedded(state, attributes['r:id']),
  'w:footnoteReference': noteReference('footnotes'),
  'w:endnoteReference': noteReference('endnotes'),
  'w:tbl': (state) => state.flow.openTable(),
  'w:tr': (state) => {
    state.rows.push({ characters: 0, boldCharacters: 0 });
    state.flow.openRow();
  },
  'w:gridBefore': ({ flow }, attributes) => {
    flow.openCell();
    flow.describeCell({ columns: columnsOf(attributes) });
    flow.closeCell();
  },
  'w:tblHeader': (state, attributes) => state.flow.describeRow({ isHeader: isOn(attributes) }),
  'w:tc': (state) => state.flow.openCell(),
  'w:gridSpan': (state, attributes) => state.flow.describeCell({ columns: columnsOf(attributes) }),
  'w:vMerge': (state, attributes) =>
    state.flow.describeCell({ isContinued: (attributes['w:val'] ?? 'continue') === 'continue' }),
};

const CLOSERS: Record<string, (state: State) => void> = {
  'w:p': (state) => {
    const paragraph = state.paragraphs.pop();
    if (paragraph) addParagraph(state, paragraph);
  },
  'w:pPr': (state) => {
    const paragraph = state.paragraphs.at(-1);
    if (paragraph) paragraph.isInProperties = false;
  },
  'w:t': closeText,
  'w:tbl': (state) => state.flow.closeTable(),
  'w:tr': (state) => {
    const { characters, boldCharacters } = state.rows.pop() ?? { characters: 0, boldCharacters: 0 };
    state.flow.describeRow({ isMarked: characters > 0 && boldCharacters === characters });
  },
  'w:tc': (state) => state.flow.closeCell(),
};

const newParagraph = (): Paragraph => ({
  text: [],
  style: '',
  outline: undefined,
  numbering: undefined,
  numberingLevel: undefined,
  notes: [],
  below: [],
  isInProperties: false,
  isHidden: false,
  isBold: false,
  font: undefined,
});

function addText(state: State, text: string): void {
  const paragraph = state.paragraphs.at(-1);
  if (!paragraph || paragraph.isHidden) return;
  paragraph.text.push(withSymbols(text, paragraph.font));
  const row = state.rows.at(-1);
  if (!row || text.trim() === '') return;
  row.characters += text.length;
  if (paragraph.isBold) row.boldCharacters += text.length;
}

function addEmbedded(state: State, id = ''): void {
  const add = state.embedded?.get(id);
  if (!add) return;
  state.embedded?.delete(id);
  const paragraph = state.paragraphs.at(-1);
  if (paragraph) paragraph.below.push(add);
  else add(state.flow);
}

function addParagraph(state: State, paragraph: Paragraph): void {
  const { flow, notes } = state;
  const text = paragraph.text.join('');
  const role = state.roles(paragraph.style);
  const level = paragraph.outline ?? role.level;
  const numbering = paragraph.numbering ?? role.numbering ?? '0';
  if (role.kind === 'code') flow.add('code', text);
  else if (text.trim() !== '' && role.kind !== 'contents') {
    const numberingLevel = paragraph.numberingLevel ?? role.numberingLevel ?? 0;
    const label = numbering === '0' ? '' : state.labels(numbering, numberingLevel);
    if (role.isTitle) state.title ??= text;
    if (level) flow.add('heading', label.replace(BULLETS, '') + text, Math.min(level, MAX_LEVEL));
    else flow.add(numbering === '0' ? 'paragraph' : 'list-item', label + text);
  }
  for (const add of paragraph.below) add(flow);
  for (const id of paragraph.notes) {
    for (const note of notes?.get(id) ?? []) flow.add('paragraph', note);
    notes?.delete(id);
  }
}

const BULLETS = /^- /;
/** The deepest heading level of HTML and Markdown. */
const MAX_LEVEL = 6;
