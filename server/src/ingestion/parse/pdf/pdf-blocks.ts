import type { DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { tableRows } from '#ingestion/parse/table-rows.ts';
import { joinAll, type Vocabulary, vocabularyOf } from './dehyphenate.ts';
import { bodyTypography, type Candidate, headingsOf, typographyOf } from './headings.ts';
import { withoutLeaders } from './leaders.ts';
import { groupByBaseline, toRow } from './lines-of-page.ts';
import { listSign } from './list-sign.ts';
import { type Paragraph, paragraphsOf, toLine } from './paragraphs.ts';
import { placeOfLines, placeOfRow } from './places-of-lines.ts';
import { readingOrder } from './reading-order.ts';
import { type PageRows, repeatedLines } from './repeated-lines.ts';
import { findTables, type Table } from './tables.ts';
import type { Row, Segment } from './text-run.ts';

/** isAside: written in another direction than most of the page, for example a stamp or a watermark. */
type Draft = Pick<PageRows, 'page' | 'turn' | 'view'> &
  ({ paragraph: Paragraph; isAside: boolean } | { table: Table });

/** Adds the text of the pages to a document in reading order, as headings, paragraphs, list items and table rows,
 *  without running headers and footers. outline: see outlineOf. A paragraph can continue in the next column, but not on the
 *  next page. */
export function addPages(
  parts: readonly PageRows[],
  outline: ReadonlyMap<string, number>,
  builder: DocumentBuilder,
): void {
  const body = bodyTypography(segmentsOf(parts));
  const repeated = repeatedLines(parts, body.bodySize);
  const kept = parts.map((part) => ({ ...part, rows: part.rows.filter((row) => !repeated.has(row)) }));
  // If every line of the document repeats, keep them: they are its text.
  const told = kept.some(({ rows }) => rows.length > 0) ? kept : parts;
  const drafts = told.flatMap((part) => draftsOf(part, body.bodySize));
  const vocabulary = vocabularyOf(segmentsOf(told));
  const candidates = candidatesOf(drafts);
  const typography = typographyOf(
    candidates.map(({ paragraph }) => paragraph),
    body,
  );
  const levels = headingsOf(candidates, typography, outline);
  for (const draft of drafts) {
    if ('table' in draft) addTable(draft, builder);
    else addParagraph(draft, levels.get(draft.paragraph), vocabulary, builder);
  }
}

/** The paragraphs that can be headings. */
const candidatesOf = (drafts: readonly Draft[]): Candidate[] =>
  drafts.flatMap((draft, index) => {
    if ('table' in draft || draft.isAside) return [];
    const { paragraph, page } = draft;
    const next = drafts[index + 1];
    const isOuter = drafts[index - 1]?.page !== page || next?.page !== page;
    return [{ paragraph, page, next: next && ('table' in next ? 'table' : next.paragraph), isOuter }];
  });

function* segmentsOf(parts: readonly PageRows[]): Generator<Segment> {
  for (const { rows } of parts) for (const { segments } of rows) yield* segments;
}

function draftsOf({ page, rows, isMain, turn, view }: PageRows, bodySize: number): Draft[] {
  const drafts: Draft[] = [];
  for (const region of readingOrder(rows, bodySize)) {
    const lines = groupByBaseline(region).map((segments) => toRow(segments));
    const [first, ...rest] = draftsOfRegion(lines, { page, turn, view }, !isMain);
    const before = drafts.at(-1);
    const open = before && 'paragraph' in before ? before.paragraph : undefined;
    if (first && 'paragraph' in first && open && goesOn(open, first.paragraph))
      open.lines.push(...first.paragraph.lines);
    else if (first) drafts.push(first);
    drafts.push(...rest);
  }
  return drafts;
}

function draftsOfRegion(
  lines: readonly Row[],
  place: Pick<Draft, 'page' | 'turn' | 'view'>,
  isAside: boolean,
): Draft[] {
  const drafts: Draft[] = [];
  let from = 0;
  const addText = (to: number): void => {
    for (const paragraph of paragraphsOf(lines.slice(from, to).map(toLine)))
      drafts.push({ ...place, paragraph, isAside });
  };
  for (const table of findTables(lines)) {
    addText(table.from);
    drafts.push({ ...place, table });
    from = table.to + 1;
  }
  addText(lines.length);
  return drafts;
}

/** True if a paragraph continues from the foot of one column to the head of the next. */
function goesOn(before: Paragraph, next: Paragraph): boolean {
  const last = before.lines.at(-1);
  const first = next.lines[0];
  if (!last || !first || next.isListItem || last.isBold !== first.isBold) return false;
  if (Math.abs(last.size - first.size) > 0.5) return false;
  return /^\p{Ll}/u.test(first.text) && !/[.!?:]["'”’)]?$/u.test(last.text);
}

function addTable(draft: Draft & { table: Table }, builder: DocumentBuilder): void {
  const { page, table } = draft;
  const { title, header, rows, boxes } = table;
  const plain = (header ? title : rows).map((cells) => cells.filter((cell) => cell !== '').join(' '));
  const lines = header ? [...plain, ...tableRows(header, rows)] : plain;
  for (const [index, line] of lines.entries()) {
    const box = boxes[index];
    const text = withoutLeaders(line);
    builder.add('table-row', text, { page, place: box && placeOfRow(text, box, draft) });
  }
}

/** level: of a heading; undefined for other text. */
function addParagraph(
  draft: Draft & { paragraph: Paragraph },
  level: number | undefined,
  vocabulary: Vocabulary,
  builder: DocumentBuilder,
): void {
  const { page, paragraph } = draft;
  const text = withoutLeaders(joinAll(paragraph.lines, vocabulary));
  const sign = paragraph.isListItem ? listSign(text) : undefined;
  const place = { page, place: placeOfLines(paragraph.lines, draft) };
  if (level !== undefined) builder.add('heading', text, { level, ...place });
  else if (sign) builder.add('list-item', sign.kind === 'bullet' ? text.slice(sign.length) : text, place);
  else builder.add('paragraph', text, place);
}
