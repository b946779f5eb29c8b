import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import type { DocumentBuilder } from '#ingestion/parse/document-builder.ts';

/** An element of the HTML in which pdf.js presents an XFA form. */
type Element = {
  name?: unknown;
  value?: unknown;
  attributes?: {
    class?: unknown;
    type?: unknown;
    value?: unknown;
    checked?: unknown;
    selected?: unknown;
    textContent?: unknown;
  };
  children?: unknown;
};

/** The most elements of a form on one page; real ones have a few thousand. */
const MAX_ELEMENTS = 50_000;

/** Adds the text of a dynamic XFA form, whose pages hold nothing but a notice: its texts, and each field that is filled
 *  in with its label. Pages that pdf.js cannot lay out add nothing. */
export async function addXfaForm(pdf: PDFDocumentProxy, builder: DocumentBuilder): Promise<void> {
  if (!pdf.isPureXfa) return;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number).catch(() => undefined);
    const form = await page?.getXfa().catch(() => undefined);
    for (const part of partsOf(form)) builder.add('paragraph', textOf(part), { page: number });
    page?.cleanup();
  }
}

/** The fields and texts of a page in its order. */
function* partsOf(form: unknown): Generator<Element> {
  for (const element of elementsOf(form, (parent) => !isPart(parent))) if (isPart(element)) yield element;
}

const isPart = (element: Element): boolean => /\bxfa(?:Field|Draw)\b/.test(classOf(element));

/** An element and all that it contains, in order. entersInto: whether to go on with the children of an element. */
function* elementsOf(root: unknown, entersInto: (element: Element) => boolean): Generator<Element> {
  const waiting: unknown[] = [root];
  for (let count = 0; waiting.length > 0 && count < MAX_ELEMENTS; count += 1) {
    const element = waiting.pop();
    if (typeof element !== 'object' || element === null) continue;
    yield element;
    const { children }: Element = element;
    if (Array.isArray(children) && entersInto(element)) waiting.push(...children.toReversed());
  }
}

function textOf(part: Element): string {
  const printed: string[] = [];
  const values: string[] = [];
  let sign = '';
  for (const element of elementsOf(part, ({ name }) => name !== 'select')) {
    const { name, value, attributes = {} } = element;
    if (name === 'select') values.push(...chosenOf(element));
    else if (name === 'textarea') values.push(stringOf(attributes.textContent));
    else if (name === 'input' && (attributes.type === 'checkbox' || attributes.type === 'radio'))
      sign = attributes.checked === true ? '☒' : '☐';
    else if (name === 'input' && attributes.type !== 'password') values.push(stringOf(attributes.value));
    else if (name !== 'input') printed.push(stringOf(value));
  }
  const label = printed.join('').trim();
  const value = values.filter((text) => text.trim() !== '').join(', ');
  if (sign !== '') return `${sign} ${label}`;
  if (value === '' || label === '') return label + value;
  return `${label}${/[:：?？]$/.test(label) ? '' : ':'} ${value}`;
}

function chosenOf(select: Element): string[] {
  const chosen: string[] = [];
  for (const { name, value, attributes } of elementsOf(select, () => true))
    if (name === 'option' && attributes?.selected === true) chosen.push(stringOf(value));
  return chosen;
}

const classOf = ({ attributes }: Element): string =>
  Array.isArray(attributes?.class) ? attributes.class.join(' ') : stringOf(attributes?.class);

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
