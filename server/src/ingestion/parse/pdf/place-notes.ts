import type { PageNote } from './annotations.ts';
import type { Rect, Row, Segment } from './text-run.ts';

/** Multiples of the font size: how far a label can be from its field, to its left, above it, and beside a check box. */
const NEAR_LEFT = 4;
const FAR_LEFT = 18;
const ABOVE = 2;
const BESIDE_MARK = 3;

/** The width of an average character, as a multiple of the font size. */
const CHARACTER = 0.5;
const LEADING = 1.25;
/** The most pieces of text to look at inside a field. */
const MAX_INSIDE = 200;
const CHECKED = '☒';
const UNCHECKED = '☐';

/** The text that names a field. */
type Label = { segment: Segment; row: Row; isAbove: boolean };

/** Adds the notes of a page to its rows, in their place. A value follows the label that the page prints to its left or
 *  above it: `Name: Ada`; a check box stands before its label. Values of which several share a label, as the cells of a
 *  table do, become cells of their row. A value that the page prints itself is not added again. */
export function placeNotes(rows: readonly Row[], notes: readonly PageNote[]): Row[] {
  if (notes.length === 0) return [...rows];
  const page: Page = { rows: [...rows], fields: [], size: medianSize(rows) };
  // Notes can be the labels of a form, so they come before its fields.
  const sorted = notes.toSorted((a, b) => a.rect.top - b.rect.top || a.rect.left - b.rect.left);
  for (const note of sorted) if (note.kind === 'note') insertLines(page, note);
  const fields = sorted.filter((note) => note.kind !== 'note' && !isPrinted(page, note));
  page.fields = fields.map(({ rect }) => rect);
  for (const field of fields) {
    if (field.kind === 'mark') placeMark(page, field);
    else if (field.kind === 'value') placeValue(page, field);
    else insertLines(page, field);
  }
  return page.rows.toSorted((a, b) => a.baseline - b.baseline);
}

type Page = { rows: Row[]; fields: Rect[]; size: number };

function medianSize(rows: readonly Row[]): number {
  const sizes = rows.map(({ size }) => size).toSorted((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? 10;
}

function placeMark(page: Page, field: PageNote & { kind: 'mark' }): void {
  const { rect, isChecked, option, label } = field;
  const sign = isChecked ? CHECKED : UNCHECKED;
  const beside = segmentsBeside(page.rows, rect);
  const right = beside
    .filter(({ segment }) => segment.x >= (rect.left + rect.right) / 2)
    .toSorted((a, b) => a.segment.x - b.segment.x)[0];
  if (
    right &&
    right.segment.x - rect.right < BESIDE_MARK * right.segment.size &&
    isFree(page, { ...rect, left: rect.right, right: right.segment.x })
  ) {
    right.segment.text = `${sign} ${right.segment.text}`;
    right.segment.x = Math.min(right.segment.x, rect.left);
    right.segment.isField = true;
    return;
  }
  const isOption = /\p{L}{2}/u.test(option) && !/^(?:yes|on|off|true|choice\d*)$/i.test(option);
  const said = label || (isOption ? option : '');
  const hasLeft = beside.some(
    ({ segment }) =>
      segment.right <= (rect.left + rect.right) / 2 && rect.left - segment.right < BESIDE_MARK * segment.size,
  );
  const text = hasLeft || !isChecked || said === '' ? sign : `${sign} ${said}`;
  insert(page, segmentOf(text, rect, page.size), true);
}

function placeValue(page: Page, field: PageNote): void {
  const { rect, lines } = field;
  const filled = lines.filter((line) => line !== '');
  const text = filled.join(' ');
  if (filled.length > 2 || text.length > 300) {
    insertLines(page, field);
    return;
  }
  const label = labelOf(page, rect, field.label);
  if (!label) {
    const isNamed = field.label !== '' && field.label.length < 100 && !hasNeighbour(page, rect);
    insert(page, segmentOf(isNamed ? joined(field.label, text) : text, rect, page.size), true);
    return;
  }
  const { segment, isAbove } = label;
  const isInline = !isAbove && hasTextAfter(page.rows, rect);
  const printed = withoutBlank(segment.text);
  segment.text = isInline ? `${printed} ${text}` : joined(printed, text);
  segment.right = Math.max(segment.right, rect.left + widthOf(text, segment.size, rect));
  if (!isInline) segment.isField = true;
}

const joined = (label: string, value: string): string =>
  `${label}${/[:：?？=.]$/.test(label) ? '' : ':'} ${value}`;

/** A label without the dots or the line on which the value would be written by hand. */
function withoutBlank(text: string): string {
  let end = text.length;
  while (end > 0 && ' ._…'.includes(text[end - 1] ?? '')) end -= 1;
  return text.length - end > 2 ? text.slice(0, end) : text;
}

/** The printed text that names a field, unless it names several. said: what the form calls it. */
function labelOf(page: Page, rect: Rect, said: string): Label | undefined {
  const left = labelBeside(page, rect);
  const gap = left ? (rect.left - left.segment.right) / left.segment.size : Infinity;
  if (left && gap <= NEAR_LEFT) return left;
  const above = labelAbove(page, rect);
  return above ?? (gap <= FAR_LEFT ? left : undefined) ?? labelThatSays(page, said);
}

function labelBeside(page: Page, rect: Rect): Label | undefined {
  const lefts = segmentsBeside(page.rows, rect).filter(
    ({ segment }) => segment.x < rect.left && (segment.right <= rect.left + segment.size || isBlank(segment)),
  );
  const nearest = lefts.toSorted((a, b) => b.segment.right - a.segment.right)[0];
  if (!nearest || nearest.segment.isField) return;
  const { right } = nearest.segment;
  if (!isFree(page, { ...rect, left: right, right: rect.left })) return;
  // The cells of a row share the name of the row.
  const next = segmentsBeside(page.rows, rect).find(({ segment }) => segment.x >= rect.right);
  const end = next ? next.segment.x : Infinity;
  return isFree(page, { ...rect, left: rect.right, right: end }) ? { ...nearest, isAbove: false } : undefined;
}

const isBlank = ({ text }: Segment): boolean => withoutBlank(text).length < text.length;

/** The nearest text above a field, or printed inside at its top. */
function labelAbove(page: Page, rect: Rect): Label | undefined {
  let nearest: Label | undefined;
  for (const row of page.rows) {
    const top = rect.top - ABOVE * row.size;
    const bottom = Math.max(rect.top + 0.5 * row.size, (rect.top + rect.bottom) / 2);
    if (row.baseline < top || row.baseline > bottom) continue;
    for (const segment of row.segments) {
      const isOver =
        segment.x < rect.right && segment.right > rect.left && segment.x > rect.left - 3 * row.size;
      if (!isOver || segment.isField) continue;
      if (!nearest || row.baseline > nearest.row.baseline) nearest = { segment, row, isAbove: true };
    }
  }
  if (!nearest || hasCellBelow(page, rect)) return;
  return isFree(page, { ...rect, top: nearest.row.baseline, bottom: rect.top }) ? nearest : undefined;
}

/** True if another field follows right below a field, as in a column of a table. */
function hasCellBelow({ rows, fields }: Page, { left, top, right, bottom }: Rect): boolean {
  const below = fields.find(
    (field) =>
      Math.abs(field.left - left) < 3 &&
      Math.abs(field.right - right) < 3 &&
      field.top > top &&
      field.top < bottom + 1.5 * (bottom - top),
  );
  if (!below) return false;
  return !rows.some(
    ({ baseline, segments }) =>
      baseline > bottom &&
      baseline < (below.top + below.bottom) / 2 &&
      segments.some((segment) => segment.x < right && segment.right > left),
  );
}

function labelThatSays({ rows }: Page, said: string): Label | undefined {
  if (said === '') return;
  for (const row of rows)
    for (const segment of row.segments)
      if (segment.text === said && !segment.isField) return { segment, row, isAbove: true };
  return;
}

type Beside = { segment: Segment; row: Row };

/** The segments at the height of the first line of a field. */
function segmentsBeside(rows: readonly Row[], rect: Rect): Beside[] {
  return rows.flatMap((row) => {
    const top = row.baseline - 0.75 * row.size;
    const bottom = row.baseline + 0.2 * row.size;
    const first = Math.min(rect.bottom, rect.top + 2.5 * row.size);
    const shared = Math.min(bottom, first) - Math.max(top, rect.top);
    const isBeside = shared > 0.5 * Math.min(0.95 * row.size, first - rect.top);
    return isBeside ? row.segments.map((segment) => ({ segment, row })) : [];
  });
}

/** True if no field lies in an area. */
function isFree({ fields }: Page, area: Rect): boolean {
  return !fields.some((field) => {
    const height = Math.min(field.bottom, area.bottom) - Math.max(field.top, area.top);
    const width = Math.min(field.right, area.right) - Math.max(field.left, area.left);
    return width > 1 && height > 0.5 * Math.min(field.bottom - field.top, area.bottom - area.top);
  });
}

const hasTextAfter = (rows: readonly Row[], rect: Rect): boolean =>
  segmentsBeside(rows, rect).some(
    ({ segment }) =>
      segment.x >= rect.right - 2 &&
      segment.x - rect.right < segment.size &&
      /^(?:[,.;)]|\p{Ll})/u.test(segment.text),
  );

const hasNeighbour = (page: Page, rect: Rect): boolean => segmentsBeside(page.rows, rect).length > 0;

/** True if the page itself prints the value inside the field. */
function isPrinted({ rows }: Page, { rect, lines }: PageNote): boolean {
  const value = lines.join('').replace(/\s+/g, '');
  if (value === '') return false;
  const inside = rows
    .filter(({ baseline }) => baseline > rect.top && baseline <= rect.bottom + 1)
    .flatMap(({ segments }) => segments)
    .filter(({ x, right }) => x >= rect.left - 3 && right <= rect.right + 3)
    .slice(0, MAX_INSIDE);
  return inside
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, '')
    .includes(value);
}

function segmentOf(text: string, rect: Rect, pageSize: number): Segment {
  const height = rect.bottom - rect.top;
  const size = Math.max(1, Math.min(pageSize, height || pageSize));
  const baseline = rect.top + (height + 0.55 * size) / 2;
  return { text, x: rect.left, right: rect.left + widthOf(text, size, rect), baseline, size, isBold: false };
}

const widthOf = (text: string, size: number, { left, right }: Rect): number =>
  Math.max(1, Math.min(text.length * size * CHARACTER, right - left));

/** Adds the lines of a note or of a long value as lines of the page, below each other. */
function insertLines(page: Page, { kind, rect, lines, size }: PageNote): void {
  const room = (rect.bottom - rect.top) / lines.length / LEADING;
  const em = Math.max(1, Math.min(size ?? page.size, page.size * 2, room));
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const top = rect.top + index * em * LEADING;
    insert(page, segmentOf(line, { ...rect, top, bottom: top + em * LEADING }, em), kind === 'stamp');
  }
}

/** Adds a segment to the row at its height, or as a row of its own. */
function insert(page: Page, segment: Segment, isField: boolean): void {
  if (isField) segment.isField = true;
  const row = page.rows.find(
    ({ baseline, size, segments }) =>
      Math.abs(baseline - segment.baseline) < 0.5 * Math.min(size, segment.size * 2) &&
      !segments.some(({ x, right }) => x < segment.right && right > segment.x),
  );
  if (!row) {
    page.rows.push({ segments: [segment], baseline: segment.baseline, size: segment.size });
    return;
  }
  const [first] = row.segments;
  const last = row.segments.at(-1);
  const isRightToLeft = first !== undefined && last !== undefined && first.x > last.x;
  row.segments.push(segment);
  row.segments.sort((a, b) => (isRightToLeft ? b.x - a.x : a.x - b.x));
}
