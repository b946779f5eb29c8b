import { escapeXml } from '#lib/escape-xml.ts';
import type { Outline, Shape } from '#records/outline.ts';
import { tableOf, type Write } from './render-table.ts';

/** UTF-16 offsets into a text; `end` is exclusive. */
type Span = { start: number; end: number };

type Block = Span & { kind: Shape['kind'] | 'paragraph' | 'heading'; level?: number };

/** The extracted text of a document as HTML, a piece at a time: headings, lists, tables and code as such, one section a page. Nothing
 *  of the text becomes markup. Each block has `data-start` and `data-end`, its offsets in the text; each page `id="page-N"`.
 *  passage: is marked, beginning with `id="passage"`. */
export function* renderText(
  text: string,
  { headings, pages, shapes = [] }: Outline,
  passage?: Span,
): Generator<string> {
  const write = writer(text, passage);
  let page = 0;
  for (const run of runsOf(text, blocksOf(text, headings, shapes))) {
    const start = run[0]?.start ?? 0;
    while (page < pages.length && (pages[page]?.start ?? 0) <= start) {
      yield `${page === 0 ? '' : '</section>'}<section id="page-${pages[page]?.page}">`;
      page += 1;
    }
    yield* htmlOf(text, run, write);
  }
  if (page > 0) yield '</section>';
}

/** The blocks of a text in order. Text without a known shape is split into paragraphs at empty lines. */
function* blocksOf(text: string, headings: Outline['headings'], shapes: readonly Shape[]): Generator<Block> {
  const known: (Block & { isLines?: true })[] = [
    ...headings.map(({ start, end, level }) => ({ kind: 'heading' as const, start, end, level })),
    ...shapes,
  ].sort((a, b) => a.start - b.start);
  let at = 0;
  for (const block of known) {
    // Offsets of an older version may overlap.
    if (block.start < at) continue;
    yield* pieces(text, { start: at, end: block.start }, '\n\n', 'paragraph');
    // Lines of code are one block.
    if (block.isLines && block.kind !== 'code') yield* pieces(text, block, '\n', block.kind);
    else yield block;
    at = block.end;
  }
  yield* pieces(text, { start: at, end: text.length }, '\n\n', 'paragraph');
}

function* pieces(
  text: string,
  { start, end }: Span,
  separator: string,
  kind: Block['kind'],
): Generator<Block> {
  for (let from = start; from < end; ) {
    const found = text.indexOf(separator, from);
    const to = found < 0 || found > end ? end : found;
    if (text.slice(from, to).trim() !== '') yield { kind, start: from, end: to };
    from = to + separator.length;
  }
}

const ROWS_AT_ONCE = 500;

/** Neighbours that belong to one list or table, together. A table that is longer than what is written at once goes on as another. */
function* runsOf(text: string, blocks: Iterable<Block>): Generator<Block[]> {
  let run: Block[] = [];
  for (const block of blocks) {
    const last = run.at(-1);
    const isNext =
      last?.kind === block.kind &&
      (block.kind === 'list-item' || block.kind === 'table-row') &&
      run.length < ROWS_AT_ONCE &&
      !text.slice(last.end, block.start).includes('\n\n');
    if (!isNext && run.length > 0) {
      yield run;
      run = [];
    }
    run.push(block);
  }
  if (run.length > 0) yield run;
}

function* htmlOf(text: string, run: readonly Block[], write: Write): Generator<string> {
  const [first] = run;
  if (!first) return;
  const element = (name: string, block: Span, content = write(block)) =>
    `<${name} data-start="${block.start}" data-end="${block.end}">${content}</${name}>\n`;
  if (first.kind === 'heading') yield element(`h${Math.min(Math.max(first.level ?? 1, 1), 6)}`, first);
  else if (first.kind === 'code') yield element('pre', first);
  else if (first.kind === 'table-row') yield tableOf(text, run, write);
  else if (first.kind === 'list-item') {
    yield '<ul>\n';
    for (const item of run) yield element('li', item);
    yield '</ul>\n';
  } else yield element('p', first);
}

function writer(text: string, passage: Span | undefined): Write {
  let isFirst = true;
  return ({ start, end }) => {
    const from = Math.max(start, passage?.start ?? end);
    const to = Math.min(end, passage?.end ?? end);
    if (from >= to) return escapeXml(text.slice(start, end));
    const id = isFirst ? ' id="passage"' : '';
    isFirst = false;
    const marked = `<mark${id}>${escapeXml(text.slice(from, to))}</mark>`;
    return `${escapeXml(text.slice(start, from))}${marked}${escapeXml(text.slice(to, end))}`;
  };
}
