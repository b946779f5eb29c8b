/** A cell of a row. */
export type DrawnRow = { start: number; end: number; cells: string[] };

/** A part of a document that is drawn as a whole. Offsets are of the extracted text, in UTF-16 code units. */
export type DrawnPart = {
  /** The page, slide or chapter that begins with it. */
  page?: number;
  start: number;
  end: number;
} & (
  | { kind: 'heading'; level: number; text: string }
  /** `isContinued`: goes on in the next part, without a gap. */
  | { kind: 'paragraph' | 'item' | 'code'; text: string; isContinued?: true }
  /** `widths`: of the columns, in characters. `head` is only of the first rows of a table. */
  | { kind: 'rows'; head: string[] | undefined; rows: DrawnRow[]; widths: number[] }
);

/** Longer parts are split, so that a page draws only what is near. */
const LINES = 60;
const CHARACTERS = 4_000;
const ROWS = 40;
const NARROWEST = 6;
const WIDEST = 44;

/** Reads the HTML of `GET …/sources/:id/render`. The document that it is parsed into runs and loads nothing, and only text and
 *  offsets leave it. */
export function readDrawn(html: string): DrawnPart[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const parts: DrawnPart[] = [];
  let page: number | undefined;
  const take = (element: Element): void => {
    const found = partsOf(element);
    if (page !== undefined && found[0]) {
      found[0].page = page;
      page = undefined;
    }
    parts.push(...found);
  };
  const walk = (parent: Element): void => {
    for (const child of parent.children) {
      if (child.localName === 'section') page = Number(child.id.slice('page-'.length));
      if (['main', 'section', 'ul'].includes(child.localName)) walk(child);
      else take(child);
    }
  };
  walk(body);
  shareColumns(parts);
  lowerHeadings(parts);
  return parts;
}

/** A text that is code from its first letter to its last. The line break at its end begins no line. */
export const codeParts = (text: string): DrawnPart[] =>
  split('code', text.endsWith('\n') ? text.slice(0, -1) : text, 0);

/** No heading is more than one level below the one before: a page that skips levels is hard to hear. */
function lowerHeadings(parts: readonly DrawnPart[]): void {
  let last = 0;
  for (const part of parts) {
    if (part.kind !== 'heading') continue;
    part.level = Math.min(part.level, last + 1);
    last = part.level;
  }
}

const KINDS: Record<string, 'paragraph' | 'item' | 'code'> = { p: 'paragraph', li: 'item', pre: 'code' };

function partsOf(element: Element): DrawnPart[] {
  const { localName } = element;
  if (localName === 'table') return tableParts(element);
  const [start, end] = spanOf(element);
  const text = element.textContent;
  if (/^h[1-6]$/.test(localName))
    return [{ kind: 'heading', level: Number(localName.slice(1)), start, end, text }];
  const kind = KINDS[localName];
  return kind ? split(kind, text, start) : [];
}

const spanOf = (element: Element): [number, number] => [
  Number(element.getAttribute('data-start')),
  Number(element.getAttribute('data-end')),
];

/** Cuts a long text behind lines, or else behind words. */
function split(kind: 'paragraph' | 'item' | 'code', text: string, start: number): DrawnPart[] {
  const parts: DrawnPart[] = [];
  for (let from = 0; from < text.length; ) {
    const to = endOfPart(text, from);
    const isLast = to >= text.length;
    parts.push({
      kind,
      start: start + from,
      end: start + to,
      text: text.slice(from, to),
      ...(!isLast && { isContinued: true as const }),
    });
    from = to;
  }
  return parts;
}

function endOfPart(text: string, from: number): number {
  const most = from + CHARACTERS;
  let end = from;
  for (let line = 0; line < LINES; line += 1) {
    const lineBreak = text.indexOf('\n', end);
    const next = lineBreak < 0 ? text.length : lineBreak + 1;
    if (next > most) break;
    end = next;
    if (end >= text.length) return text.length;
  }
  if (end > from) return end;
  const space = text.lastIndexOf(' ', most);
  if (space > from) return space + 1;
  // Never within a surrogate pair.
  const code = text.charCodeAt(most - 1);
  return most - (code >= 0xd800 && code <= 0xdbff ? 1 : 0);
}

function tableParts(table: Element): DrawnPart[] {
  const head = [...table.querySelectorAll('th')].map(({ textContent }) => textContent);
  const rows: DrawnRow[] = [...table.querySelectorAll('tbody > tr')].map((row) => {
    const [start, end] = spanOf(row);
    return { start, end, cells: [...row.children].map(({ textContent }) => textContent) };
  });
  const parts: DrawnPart[] = [];
  for (let at = 0; at < rows.length; at += ROWS) {
    const some = rows.slice(at, at + ROWS);
    parts.push({
      kind: 'rows',
      start: some[0]?.start ?? 0,
      end: some.at(-1)?.end ?? 0,
      head: at === 0 && head.length > 0 ? head : undefined,
      rows: some,
      widths: [],
    });
  }
  return parts;
}

/** Gives the parts of one table the same columns. A long table comes in several, which have the same head. */
function shareColumns(parts: readonly DrawnPart[]): void {
  let widths: number[] = [];
  let head: string | undefined;
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'rows') continue;
    const own = part.head && JSON.stringify(part.head);
    const isNext = parts[index - 1]?.kind === 'rows' && part.page === undefined;
    if (isNext && own !== undefined && own === head) part.head = undefined;
    else if (!isNext || own !== undefined) {
      widths = [];
      head = own;
    }
    part.widths = widths;
    for (const cells of [part.head ?? [], ...part.rows.map((row) => row.cells)])
      for (const [column, cell] of cells.entries())
        widths[column] = Math.min(WIDEST, Math.max(widths[column] ?? NARROWEST, widthOf(cell) + 2));
  }
}

/** Signs of Chinese, Japanese and Korean are two wide. */
function widthOf(cell: string): number {
  let width = 0;
  for (let at = 0; at < cell.length && width < WIDEST; at += 1)
    width += cell.charCodeAt(at) >= 0x2e80 ? 2 : 1;
  return width;
}
