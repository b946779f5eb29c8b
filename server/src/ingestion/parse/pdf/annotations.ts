import { getResolvedPDFJS } from 'unpdf';
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import type { Rect } from './text-run.ts';

/** What an annotation adds to the text of a page. `value`: what was typed or chosen in a form field. `mark`: a check box
 *  or radio button. `note`: text written on the page. `stamp`: a stamp or a signature.
 *  lines: as displayed; of a mark none. label: what the form calls the field, for readers who cannot see the page. rect: on the displayed page, from its top
 *  left. */
export type PageNote = { rect: Rect; size: number | undefined; lines: string[]; label: string } & (
  | { kind: 'value' | 'note' | 'stamp' }
  | { kind: 'mark'; isChecked: boolean; option: string }
);

/** The most annotations of one page; real forms have a few hundred fields. */
const MAX_NOTES = 2_000;
/** Annotation flags (PDF 32000-1, 12.5.3): invisible, hidden, and not shown on screens. */
const UNSEEN = 0x1 | 0x2 | 0x20;
/** The flag of a text field that holds a password (PDF 32000-1, 12.7.4.3). */
const PASSWORD = 0x2000;

/** The annotations of a document that show text, by the index of their page. Empty for a document whose page tree is
 *  damaged. pdf.js reads only those kinds, because documents with thousands of links are common. */
export async function annotationsOf(pdf: PDFDocumentProxy): Promise<Map<number, Annotation[]>> {
  const { AnnotationType } = await getResolvedPDFJS();
  const types = new Set([AnnotationType.WIDGET, AnnotationType.FREETEXT, AnnotationType.STAMP]);
  const found: Annotation[] | null = await pdf.getAnnotationsByType(types, new Set()).catch(() => null);
  const byPage = new Map<number, Annotation[]>();
  for (const annotation of found ?? []) {
    const { pageIndex = 0, annotationFlags = 0 } = annotation;
    const known = byPage.get(pageIndex) ?? [];
    byPage.set(pageIndex, known);
    if (known.length < MAX_NOTES && !(annotationFlags & UNSEEN)) known.push(annotation);
  }
  return byPage;
}

/** What the annotations of a page add to it, in no order. maxCharacters: of all their text; what goes beyond is left
 *  out. */
export async function notesOfPage(
  page: PDFPageProxy,
  annotations: readonly Annotation[],
  maxCharacters: number,
): Promise<PageNote[]> {
  const drawn = annotations.some(isOnlyDrawn) ? await drawnTexts(page) : new Map<string, string[]>();
  const { transform } = page.getViewport({ scale: 1 });
  const notes: PageNote[] = [];
  let charactersLeft = maxCharacters;
  for (const annotation of annotations) {
    const rect = rectOf(annotation.rect, transform);
    const note =
      rect && noteOf(annotation, rect, isOnlyDrawn(annotation) ? (drawn.get(annotation.id ?? '') ?? []) : []);
    if (!note) continue;
    charactersLeft -= note.lines.reduce((sum, line) => sum + line.length, note.label.length);
    if (charactersLeft < 0) break;
    notes.push(note);
  }
  return notes;
}

/** The properties of annotations that are read; pdf.js has no type for them. */
export type Annotation = {
  id?: string;
  pageIndex?: number;
  subtype?: string;
  annotationFlags?: number;
  rect?: unknown;
  fieldType?: string;
  fieldFlags?: number;
  fieldValue?: unknown;
  textContent?: unknown;
  contentsObj?: { str?: unknown };
  alternativeText?: unknown;
  options?: unknown;
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: unknown;
  buttonValue?: unknown;
  hasAppearance?: boolean;
  defaultAppearanceData?: { fontSize?: unknown };
};

/** transform: the matrix that maps page space into the displayed page. */
function rectOf(
  rect: unknown,
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[],
): Rect | undefined {
  if (!Array.isArray(rect)) return;
  const [x1, y1, x2, y2] = rect.map(Number);
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return;
  const xs = [a * x1 + c * y1 + e, a * x2 + c * y2 + e];
  const ys = [b * x1 + d * y1 + f, b * x2 + d * y2 + f];
  const bounds = {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
  return Object.values(bounds).every(Number.isFinite) ? bounds : undefined;
}

/** True if pdf.js gives the text of an annotation only as drawing operators. */
const isOnlyDrawn = ({ subtype, fieldType, hasAppearance }: Annotation): boolean =>
  hasAppearance === true && (subtype === 'Stamp' || fieldType === 'Sig');

function noteOf(annotation: Annotation, rect: Rect, drawn: string[]): PageNote | undefined {
  const size = Number(annotation.defaultAppearanceData?.fontSize) || undefined;
  const base = { rect, size, label: textOf(annotation.alternativeText) };
  if (annotation.checkBox || annotation.radioButton) {
    const option = textOf(annotation.checkBox ? annotation.exportValue : annotation.buttonValue);
    const isChecked = option !== '' && option !== 'Off' && annotation.fieldValue === option;
    return { ...base, kind: 'mark', lines: [], isChecked, option };
  }
  const lines = linesOf(annotation, drawn);
  if (lines.length === 0) return;
  if (annotation.subtype === 'FreeText') return { ...base, kind: 'note', lines };
  return { ...base, kind: isOnlyDrawn(annotation) ? 'stamp' : 'value', lines };
}

function linesOf(annotation: Annotation, drawn: string[]): string[] {
  const { fieldType, fieldFlags = 0, fieldValue, textContent, contentsObj } = annotation;
  if (fieldType === 'Ch') return splitLines(chosen(annotation).join(', '));
  if (fieldType === 'Tx') {
    if (fieldFlags & PASSWORD) return [];
    const shown = shownLines(textContent);
    const value = textOf(fieldValue);
    // In a comb, each character of the value is drawn by itself.
    const isSpaced = withoutSpace(shown.join('')) === withoutSpace(value);
    return shown.length === 0 || isSpaced ? splitLines(value) : shown;
  }
  const shown = drawn.length > 0 ? drawn : shownLines(textContent);
  // A stamp can be a drawing; what it says is then only in its contents.
  return shown.length > 0 || fieldType === 'Sig' ? shown : splitLines(textOf(contentsObj?.str));
}

/** The chosen options as the form displays them. */
function chosen({ fieldValue, options }: Annotation): string[] {
  const known = new Map<string, string>();
  for (const option of Array.isArray(options) ? options : []) {
    const { exportValue, displayValue }: { exportValue?: unknown; displayValue?: unknown } = option ?? {};
    known.set(textOf(exportValue), textOf(displayValue));
  }
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values.map((value) => known.get(textOf(value)) || textOf(value)).filter((value) => value !== '');
}

const shownLines = (lines: unknown): string[] =>
  Array.isArray(lines) ? splitLines(lines.map(textOf).join('\n')) : [];

const splitLines = (text: string): string[] => {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => line.trim());
  return lines.some((line) => line !== '')
    ? lines.slice(0, lines.findLastIndex((line) => line !== '') + 1)
    : [];
};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/** Gaps of more than this many thousandths of the font size divide words. */
const WORD_GAP = 200;

/** The texts that the annotations of a page draw, line by line, by their ids. */
async function drawnTexts(page: PDFPageProxy): Promise<Map<string, string[]>> {
  const { OPS, AnnotationMode } = await getResolvedPDFJS();
  const texts = new Map<string, string[]>();
  const operators = await page
    .getOperatorList({ intent: 'display', annotationMode: AnnotationMode.ENABLE })
    .catch(() => undefined);
  if (!operators) return texts;
  let open: string[] | undefined;
  for (const [index, operator] of operators.fnArray.entries()) {
    const args: unknown[] = operators.argsArray[index] ?? [];
    if (operator === OPS.beginAnnotation) {
      open = [''];
      texts.set(textOf(args[0]), open);
    } else if (operator === OPS.endAnnotation) open = undefined;
    else if (open && STARTS_LINE.some((name) => OPS[name] === operator)) open.push('');
    else if (open && operator === OPS.showText) open.push(`${open.pop() ?? ''}${glyphText(args[0])}`);
  }
  for (const [id, lines] of texts)
    texts.set(
      id,
      lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== ''),
    );
  return texts;
}

const STARTS_LINE = ['beginText', 'setTextMatrix', 'moveText', 'nextLine'] as const;

function glyphText(glyphs: unknown): string {
  if (!Array.isArray(glyphs)) return '';
  return glyphs
    .map((glyph: { unicode?: unknown } | number | null) =>
      typeof glyph === 'number' ? (glyph < -WORD_GAP ? ' ' : '') : textOf(glyph?.unicode),
    )
    .join('');
}
