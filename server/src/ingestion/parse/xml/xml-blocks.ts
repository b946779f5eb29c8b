import { tidyTitle } from '#ingestion/parse/archive/office-package.ts';
import type { Attributes, XmlHandlers } from '#ingestion/parse/archive/read-xml.ts';
import type { DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { hasMarkup } from '#ingestion/parse/has-markup.ts';
import { addHtmlBlocks } from '#ingestion/parse/html/html-blocks.ts';
import { tooMuchText } from '#ingestion/parse/source-fault.ts';
import { tableRows } from '#ingestion/parse/table-rows.ts';
import { isNoise } from '#ingestion/parse/text-noise.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { localName } from './local-name.ts';

export type XmlBlocks = Required<XmlHandlers> & {
  /** Ends the document. Returns its title. */
  finish(): string | undefined;
};

/** An element without elements of its own, or with text among them. */
type Field = { name: string; label: string; text: string };

type Element = {
  name: string;
  label: string;
  /** Its own text, with that of the elements inside it once it is known to be running text. */
  text: string;
  /** True if that is more than white space. Looking at a long growing text would copy it. */
  hasText: boolean;
  isProse: boolean;
  /** The fields inside it that are not written yet. */
  fields: Field[];
  /** True if something inside it is written. */
  isWritten: boolean;
  hasTitle: boolean;
  /** What its attributes say, if it has neither text nor elements. */
  values: Field[];
};

/** Elements whose content is running text, in DocBook, DITA, JATS, TEI and others. */
const PROSE = new Map<string, 'paragraph' | 'list-item' | 'code' | 'title'>([
  ...['p', 'para', 'simpara', 'paragraph', 'shortdesc', 'ab', 'l', 'quote'].map(
    (name) => [name, 'paragraph'] as const,
  ),
  ...['listitem', 'li', 'item-text'].map((name) => [name, 'list-item'] as const),
  ...['programlisting', 'screen', 'literallayout', 'codeblock', 'code', 'pre', 'verbatim'].map(
    (name) => [name, 'code'] as const,
  ),
  ...['title', 'head', 'heading'].map((name) => [name, 'title'] as const),
]);
/** Elements of running text that end a word. */
const BLOCKS: ReadonlySet<string> = new Set([
  'para',
  'p',
  'simpara',
  'li',
  'listitem',
  'entry',
  'td',
  'th',
  'row',
  'tr',
  'br',
  'lb',
  'break',
  'title',
]);
const ROWS: ReadonlySet<string> = new Set(['row', 'tr']);
const LABELS = ['name', 'key', 'label', 'term'];
/** Attributes that no one reads. */
const HIDDEN: ReadonlySet<string> = new Set([
  'rel',
  'hreflang',
  'id',
  'class',
  'style',
  'lang',
  'space',
  'type',
  'schemaLocation',
]);
/** A record with more text than this is a section with lines instead of a row. */
const LONGEST_ROW = 600;
/** A longer field is a paragraph without its label. */
const LONGEST_FIELD = 200;
const MAX_FIELDS = 1_000;
const MAX_LABEL = 60;

type State = {
  builder: DocumentBuilder;
  /** The open elements. Below one that is written and has no fields, all are so. */
  elements: Element[];
  /** The number of characters in the fields that are not written. */
  waiting: number;
  title: string | undefined;
};

/** Reads XML of any kind into blocks, as it comes. Keeps only the fields of the open elements. */
export function createXmlBlocks(builder: DocumentBuilder): XmlBlocks {
  const state: State = { builder, elements: [], waiting: 0, title: undefined };
  return {
    open: (name, attributes) => openElement(state, name, attributes),
    text: (text) => addText(state, text),
    close: () => closeElement(state),
    finish: () => state.title,
  };
}

function openElement({ elements }: State, name: string, attributes: Attributes): void {
  const parent = elements.at(-1);
  const local = localName(name);
  if (parent?.isProse && BLOCKS.has(local)) parent.text += ' ';
  elements.push({
    name: local,
    label: labelOf(local, attributes),
    text: '',
    hasText: false,
    isProse: parent?.isProse === true || PROSE.has(local),
    fields: [],
    isWritten: false,
    hasTitle: false,
    values: valuesOf(attributes),
  });
}

function addText(state: State, text: string): void {
  const element = state.elements.at(-1);
  if (!element) return;
  const isBlank = text.trim() === '';
  if (isBlank && !element.isProse && !element.hasText) return;
  // Text after elements that are not written: they are part of running text.
  if (!element.isProse && !element.isWritten && element.fields.length > 0) {
    element.text += takeFields(state, element)
      .map((field) => field.text)
      .join(' ');
    element.isProse = true;
  }
  element.hasText ||= !isBlank;
  element.text += text;
  if (element.text.length > LIMITS.extractedCharacters) throw tooMuchText();
}

function closeElement(state: State): void {
  const element = state.elements.at(-1);
  if (!element) return;
  const { name, label, text, hasText, fields, isWritten, values } = element;
  const parent = state.elements.at(-2);
  const isInline = parent?.isProse || (parent && !parent.isWritten && parent.hasText);
  if (parent && isInline) {
    const inner = takeFields(state, element).map((field) => ` ${field.text}`);
    parent.isProse = true;
    parent.hasText ||= hasText || inner.length > 0;
    parent.text += text + inner.join('') + (BLOCKS.has(name) ? ' ' : '');
    state.elements.pop();
  } else if (fields.length > 0 || isWritten) {
    if (hasText) fields.push({ name: 'p', label, text });
    closeRecord(state, element);
  } else {
    state.elements.pop();
    const [value] = values;
    if (hasText) keepField(state, { name, label, text });
    else if (value && values.length === 1) keepField(state, { ...value, label: name });
    else if (value) {
      writeOpen(state);
      addRow(state.builder, values);
    }
  }
}

/** Ends an element that has elements: as a row of short fields, a single field, or a section. */
function closeRecord(state: State, element: Element): void {
  const { fields, name, label, isWritten } = element;
  const [first] = fields;
  const length = fields.reduce((sum, { text }) => sum + text.length, 0);
  if (!isWritten && first && fields.length === 1) {
    takeFields(state, element);
    state.elements.pop();
    keepField(state, { ...first, name: PROSE.get(first.name) === 'title' ? name : first.name, label });
  } else if (!isWritten && (ROWS.has(name) || (length <= LONGEST_ROW && fields.every(isShort)))) {
    const row = takeFields(state, element);
    state.elements.pop();
    writeOpen(state);
    addRow(state.builder, row);
  } else {
    writeOpen(state);
    state.elements.pop();
  }
}

function keepField(state: State, field: Field): void {
  const parent = state.elements.at(-1);
  if (!parent) {
    addField(state.builder, field);
    return;
  }
  state.waiting += field.text.length;
  if (state.waiting > LIMITS.extractedCharacters) throw tooMuchText();
  parent.fields.push(field);
  if (parent.fields.length > MAX_FIELDS) writeOpen(state);
}

function takeFields(state: State, element: Element): Field[] {
  const { fields } = element;
  element.fields = [];
  for (const { text } of fields) state.waiting -= text.length;
  return fields;
}

/** Writes the fields of the open elements, outermost first, before what follows. */
function writeOpen(state: State): void {
  const { elements } = state;
  let first = elements.length;
  for (let above = elements[first - 1]; above; above = elements[first - 1]) {
    if (above.isWritten && above.fields.length === 0) break;
    first -= 1;
  }
  for (const element of elements.slice(first)) {
    writeFields(state, element);
    element.isWritten = true;
  }
}

/** Writes the fields of an element in order, its title first. */
function writeFields(state: State, element: Element): void {
  const fields = takeFields(state, element);
  const heading = element.hasTitle ? undefined : fields.find(({ name }) => PROSE.get(name) === 'title');
  if (heading) {
    element.hasTitle = true;
    addHeading(state, heading.text);
  }
  for (const field of fields) {
    if (field === heading) continue;
    if (PROSE.get(field.name) === 'title') addHeading(state, field.text);
    else addField(state.builder, field);
  }
}

function addHeading(state: State, text: string): void {
  const level = state.elements.filter(({ hasTitle }) => hasTitle).length;
  if (level === 1) state.title ??= tidyTitle(text);
  state.builder.add('heading', text, { level: Math.min(6, level) });
}

function addField(builder: DocumentBuilder, { name, label, text }: Field): void {
  const kind = PROSE.get(name);
  if (isNoise(text)) return;
  if (kind === 'code') builder.add('code', text);
  else if (hasMarkup(text)) addHtmlBlocks(builder, text, { headingOffset: 2 });
  else if (kind === 'list-item') builder.add('list-item', `- ${text.trim()}`);
  else if (kind !== undefined || text.trim().length > LONGEST_FIELD) builder.add('paragraph', text);
  else builder.add('table-row', `${label}: ${text.trim()}`);
}

const isShort = ({ name, text }: Field): boolean =>
  text.length <= LONGEST_FIELD && (PROSE.get(name) ?? 'title') === 'title' && !hasMarkup(text);

/** Cells of one name are the columns of a table; fields have their names. */
function addRow(builder: DocumentBuilder, fields: readonly Field[]): void {
  const told = fields.filter(({ text }) => !isNoise(text));
  const isCells = told.length > 1 && new Set(told.map(({ label }) => label)).size === 1;
  const names = isCells ? undefined : told.map(({ label }) => label);
  for (const line of tableRows(names, [told.map(({ text }) => text)])) builder.add('table-row', line);
}

function labelOf(name: string, attributes: Attributes): string {
  for (const key of LABELS) {
    const label = attributes[key]?.trim() ?? '';
    if (label !== '' && label.length <= MAX_LABEL) return label;
  }
  return name.slice(0, MAX_LABEL);
}

function valuesOf(attributes: Attributes): Field[] {
  const values: Field[] = [];
  for (const [name, text] of Object.entries(attributes)) {
    const local = localName(name);
    if (name.startsWith('xmlns') || HIDDEN.has(local) || text.length > LONGEST_FIELD || !/\p{L}/u.test(text))
      continue;
    values.push({ name: local, label: local, text });
  }
  return values;
}
