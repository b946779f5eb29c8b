import { isEntryOfContents } from './leaders.ts';
import { listSign } from './list-sign.ts';
import { titleKey } from './outline.ts';
import type { Line, Paragraph } from './paragraphs.ts';
import { levelOfNumber, type SectionNumber, sectionNumber } from './section-number.ts';

/** The font sizes and weights of a document, which identify its headings. sizes: of headings larger than the body,
 *  largest first. */
export type Typography = { bodySize: number; isBodyBold: boolean; sizes: readonly number[] };

const MAX_LINES = 4;
const MAX_CHARACTERS = 200;
const MAX_BOLD_CHARACTERS = 120;
/** A heading is at least 10% larger than the body. Smaller differences come from scaling. */
const LARGER = 1.1;
/** Bold text much smaller than the body is a caption or a label. */
const MIN_BOLD = 0.8;
/** Sizes within this ratio count as equal. */
const SAME = 1.04;

/** The size of most characters, to a tenth of a point, and whether most are bold. */
export function bodyTypography(
  lines: Iterable<Pick<Line, 'text' | 'size' | 'isBold'>>,
): Omit<Typography, 'sizes'> {
  const characters = new Map<number, number>();
  let bold = 0;
  let all = 0;
  for (const { text, size, isBold } of lines) {
    const rounded = Math.round(size * 10) / 10;
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
    all += text.length;
    if (isBold) bold += text.length;
  }
  let bodySize = 0;
  let most = 0;
  for (const [size, count] of characters) if (count > most) [bodySize, most] = [size, count];
  return { bodySize: bodySize || 1, isBodyBold: bold * 2 > all };
}

/** The typography of a document once its paragraphs are known. The body size is the largest size in which at least a
 *  tenth of the text is set as full sentences, because a guide may have more small print than text. */
export function typographyOf(paragraphs: readonly Paragraph[], body: Omit<Typography, 'sizes'>): Typography {
  const inSentences = new Map<number, number>();
  let all = 0;
  for (const paragraph of paragraphs) {
    const text = textOf(paragraph);
    all += text.length;
    if (text.length < MIN_SENTENCES || !/[.!?:…。！？]["'”’»)\]」』]?$/u.test(text)) continue;
    const size = sizeOf(paragraph);
    inSentences.set(size, (inSentences.get(size) ?? 0) + text.length);
  }
  let { bodySize } = body;
  for (const [size, count] of inSentences) if (count >= all / 10) bodySize = Math.max(bodySize, size);
  return { ...body, bodySize, sizes: headingSizes(paragraphs, bodySize) };
}

const MIN_SENTENCES = 100;

const sizeOf = ({ lines }: Paragraph): number => Math.round((lines[0]?.size ?? 0) * 10) / 10;

function headingSizes(paragraphs: readonly Paragraph[], bodySize: number): number[] {
  const larger = paragraphs.filter(
    (paragraph) => sizeOf(paragraph) > bodySize * LARGER && isTitle(paragraph),
  );
  const sizes: number[] = [];
  for (const size of new Set(larger.map(sizeOf).toSorted((a, b) => b - a)))
    if ((sizes.at(-1) ?? Number.POSITIVE_INFINITY) > size * SAME) sizes.push(size);
  return sizes;
}

/** A paragraph of a document. next: what follows it in reading order. isOuter: the first or last text of its page. */
export type Candidate = {
  paragraph: Paragraph;
  page: number;
  next: Paragraph | 'table' | undefined;
  isOuter: boolean;
};

type Heading = Candidate & {
  text: string;
  /** The rank of its size and weight, from 1; undefined if only its number or its bookmark says that it is a heading. */
  rank: number | undefined;
  number: SectionNumber | undefined;
  bookmark: number | undefined;
};

/** The headings of a document with their levels, from 1. A heading is set off by size or weight, has a bookmark, or is
 *  numbered. Its level follows its number, then its bookmark, then its size. Captions, authors, call-outs, running
 *  heads and the lines of a title page are none. outline: see outlineOf. */
export function headingsOf(
  candidates: readonly Candidate[],
  typography: Typography,
  outline: ReadonlyMap<string, number>,
): Map<Paragraph, number> {
  const numbers = { last: 0 };
  const found = candidates.flatMap((candidate) => headingOf(candidate, typography, outline, numbers) ?? []);
  const firstText = candidates.find(({ paragraph }) => isText(paragraph))?.page ?? 0;
  const running = runningTexts(found);
  const firsts = new Map<string, Heading>();
  for (const heading of found)
    if (!firsts.has(shapeOf(heading.text))) firsts.set(shapeOf(heading.text), heading);
  const titles = new Set(found.flatMap(({ text, rank }) => (rank === undefined ? [] : titleKey(text))));
  const kept = withoutLabels(
    found.filter((heading) => {
      const shape = shapeOf(heading.text);
      if (running.has(shape) && firsts.get(shape) !== heading) return false;
      // A running head repeats the title of its chapter.
      if (heading.rank === undefined && heading.isOuter && titles.has(titleKey(heading.text))) return false;
      if (heading.number || heading.bookmark) return true;
      return !isOnTitlePage(heading, found, firstText) && !isBelowTitle(heading, found);
    }),
  );
  return levelsOf(kept);
}

function headingOf(
  candidate: Candidate,
  typography: Typography,
  outline: ReadonlyMap<string, number>,
  numbers: { last: number },
): Heading | undefined {
  const { paragraph } = candidate;
  const { lines } = paragraph;
  if (lines.length > MAX_LINES || lines.some((line) => line.isField)) return;
  const text = textOf(paragraph);
  const sign = paragraph.isListItem ? listSign(text) : undefined;
  if (text.length > MAX_CHARACTERS || sign?.kind === 'bullet' || isEntryOfContents(text)) return;
  const bookmark = outline.get(titleKey(text));
  const rank = rankOf(paragraph, typography) ?? rankOfCapitals(candidate, text, typography);
  if (bookmark === undefined && (rank === undefined || isNoTitle(text))) {
    if (!isNumberedTitle(candidate, text)) return;
  }
  const number = sectionNumber(text);
  // A number out of sequence is a date or an amount.
  const isInSequence =
    number?.scheme !== 'decimal' ||
    number.depth > 1 ||
    number.value === 1 ||
    numbers.last === 0 ||
    (number.value > numbers.last && number.value <= numbers.last + 2);
  if (number?.scheme === 'decimal' && number.depth === 1 && isInSequence) numbers.last = number.value;
  if (rank === undefined && bookmark === undefined && !isInSequence) return;
  return { ...candidate, text, rank, number: isInSequence ? number : undefined, bookmark };
}

/** The rank of a paragraph that is larger than the body, or a bold line by itself. */
function rankOf(paragraph: Paragraph, { bodySize, isBodyBold, sizes }: Typography): number | undefined {
  const size = paragraph.lines[0]?.size ?? 0;
  if (size > bodySize * LARGER) {
    if (!isTitle(paragraph)) return;
    const index = sizes.findIndex((known) => known <= size * SAME);
    return index < 0 ? 1 : index + 1;
  }
  const isBold = !isBodyBold && paragraph.lines.every((line) => line.isBold);
  if (!isBold || size < bodySize * MIN_BOLD || paragraph.lines.length > 2) return;
  const text = textOf(paragraph);
  if (text.length > MAX_BOLD_CHARACTERS || /[.:!]$/.test(text) || !isTitle(paragraph)) return;
  return sizes.length + 1;
}

/** The rank of a line of capitals above a paragraph. It counts like a bold line. */
function rankOfCapitals(
  { paragraph, next }: Candidate,
  text: string,
  { bodySize, sizes }: Typography,
): number | undefined {
  const size = paragraph.lines[0]?.size ?? 0;
  if (paragraph.lines.length > 1 || text.length > MAX_CAPITALS || size < bodySize * MIN_BOLD) return;
  if (next === undefined || next === 'table' || textOf(next).length < MIN_SENTENCE) return;
  if (isCapitals(textOf(next)) || !isCapitals(text) || /[.:!,;]$/.test(text)) return;
  return sizes.length + 1;
}

const MAX_CAPITALS = 80;

/** True for a text of capital letters, and at least one word that is no abbreviation. */
const isCapitals = (text: string): boolean =>
  text === text.toUpperCase() &&
  text !== text.toLowerCase() &&
  /\p{Lu}{5}/u.test(text) &&
  !/\d{3}/.test(text);

/** True if a paragraph in the font of the body is a title by its number, and by what follows. */
function isNumberedTitle({ paragraph, next }: Candidate, text: string): boolean {
  if (paragraph.lines.length > 2 || text.length > 100 || /[.!?:;,。]$/u.test(text)) return false;
  const number = sectionNumber(text);
  if (!number || !/^[\P{L}]{0,12}[\p{Lu}\p{Lo}\p{Lt}]/u.test(text) || next === undefined) return false;
  if (number.scheme === 'division') return true;
  if (next === 'table') return number.depth > 1;
  const follows = sectionNumber(textOf(next));
  const isAboveSection = follows !== undefined && follows.depth > number.depth;
  if (number.depth > 1) return isAboveSection || textOf(next).length > MIN_SENTENCE;
  if (number.scheme === 'decimal' && !/^[^\s]{1,3}[.)]/.test(text)) return false;
  return isAboveSection || (!next.isListItem && textOf(next).length > 80);
}

const CAPTION =
  /^[[<(【〈]?\s?(?:figures?|fig|tables?|tab|charts?|exhibit|plate|box|listing|algorithm|scheme|abbildung|abb|tabelle|grafik|gr[áa]fico|tabla|cuadro|figura|quadro|tabela|tableau|graphique|рис|рисунок|таблица|그림|표|图|圖|図|表|شکل|جدول|نمودار|الشكل|الجدول)\.?\s?[\p{N}A-Z]/iu;
const CALLOUT =
  /^(?:notes?|tips?|important|warning|caution|attention|example|remember|hinweis|achtung|wichtig|tipp|warnung|beispiel|nota|attenzione|importante|advertencia|remarque|참고|주의|注意|注)\s?[:!]?$/iu;

/** True for the text of a caption, an author, a call-out, an address or a source. */
const isNoTitle = (text: string): boolean =>
  CAPTION.test(text) ||
  CALLOUT.test(text) ||
  /^(?:by|von|por|par|source|sources|quelle|fonte|fuente)\b[\s:]/iu.test(text) ||
  /\S@\S|https?:/.test(text) ||
  isListOfNames(text);

/** True for two or more names of people, such as `Ada Keeper, B. Warden and C. Light`. */
function isListOfNames(text: string): boolean {
  const names = text.split(/,| and | und | & |;/).map((name) => name.replace(/[\d*†‡§∗]/gu, '').trim());
  if (names.length < 3) return false;
  return names.every((name) => /^\p{Lu}[\p{L}'’-]{0,30}\.?(?: \p{Lu}[\p{L}'’-]{0,30}\.?){1,3}$/u.test(name));
}

/** True if a paragraph is running text. */
function isText(paragraph: Paragraph): boolean {
  const text = textOf(paragraph);
  return text.length > MIN_SENTENCES && /[.!?。:]$/u.test(text);
}

/** True for a line of a title page, unless it is the largest. */
function isOnTitlePage(heading: Heading, found: readonly Heading[], firstText: number): boolean {
  if (heading.page >= firstText || heading.page > MAX_TITLE_PAGE) return false;
  return found.some(({ page, rank = 99 }) => page === heading.page && rank < (heading.rank ?? 99));
}

const MAX_TITLE_PAGE = 3;

/** True for what stands between the title on the first page and the text: authors, places, dates. */
function isBelowTitle(heading: Heading, found: readonly Heading[]): boolean {
  const [title] = found;
  if (!title || heading.page !== title.page || heading === title || (heading.rank ?? 0) <= (title.rank ?? 0))
    return false;
  const { next } = heading;
  if (next === undefined || next === 'table' || next.isListItem || !isBeforeText(heading, found))
    return false;
  const following = found.find(({ paragraph }) => paragraph === next);
  if (following) return !(following.number || following.bookmark);
  return textOf(next).length < MIN_SENTENCE;
}

const isBeforeText = (heading: Heading, found: readonly Heading[]): boolean =>
  !found
    .slice(0, found.indexOf(heading))
    .some(({ next }) => typeof next === 'object' && textOf(next).length >= MIN_SENTENCES);

const shapeOf = (text: string): string => text.toLowerCase().replace(/\d+/g, '#');

/** The texts at the edge of three pages or more. */
function runningTexts(found: readonly Heading[]): Set<string> {
  const pages = new Map<string, Set<number>>();
  for (const { text, page, isOuter } of found) {
    if (!isOuter) continue;
    const shape = shapeOf(text);
    pages.set(shape, (pages.get(shape) ?? new Set()).add(page));
  }
  return new Set(
    [...pages].filter(([shape, { size }]) => size >= 3 && !shape.startsWith('#')).map(([shape]) => shape),
  );
}

/** The most headings of one kind right below each other. More are the lines of an address or the labels of a drawing. */
const MOST_IN_A_ROW = 2;

function withoutLabels(found: readonly Heading[]): Heading[] {
  const kept: Heading[] = [];
  let run: Heading[] = [];
  const close = (): void => {
    if (run.length <= MOST_IN_A_ROW) kept.push(...run);
    run = [];
  };
  for (const heading of found) {
    const last = run.at(-1);
    const isSame =
      last && last.next === heading.paragraph && last.page === heading.page && last.rank === heading.rank;
    if (!isSame || heading.number || heading.bookmark) close();
    run.push(heading);
  }
  close();
  return kept;
}

function levelsOf(found: readonly Heading[]): Map<Paragraph, number> {
  const used = [
    ...new Map(
      found.flatMap(({ number }) => (number ? [[`${number.scheme} ${number.depth}`, number] as const] : [])),
    ).values(),
  ];
  const isPlaced = ({ number, bookmark }: Heading): boolean => number !== undefined || bookmark !== undefined;
  const [first] = found;
  const firstPlaced = found.findIndex(isPlaced);
  // A title that is larger than all sections is above them.
  const isTitled =
    first !== undefined &&
    firstPlaced > 0 &&
    found.slice(1).every((heading) => !isPlaced(heading) || (heading.rank ?? 99) > (first.rank ?? 99));
  const above = isTitled ? 1 : 0;
  const placedLevel = ({ number, bookmark = 1 }: Heading): number =>
    Math.min(6, above + (number ? levelOfNumber(number, used) : bookmark));
  const votes = new Map<number, number[]>();
  for (const heading of found) {
    if (!isPlaced(heading) || heading.rank === undefined) continue;
    const levels = votes.get(heading.rank) ?? [];
    levels.push(placedLevel(heading));
    votes.set(heading.rank, levels);
  }
  const ranks = [...new Set(found.flatMap(({ rank }) => rank ?? []))].toSorted((a, b) => a - b);
  const levels = new Map<number, number>();
  let highest = 0;
  for (const rank of ranks) {
    const level = commonest(votes.get(rank) ?? []) ?? highest + 1;
    levels.set(rank, Math.min(level, 3));
    highest = Math.max(highest, level);
  }
  return new Map(
    found.map((heading) => [
      heading.paragraph,
      isPlaced(heading) ? placedLevel(heading) : (levels.get(heading.rank ?? 0) ?? 1),
    ]),
  );
}

function commonest(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

const textOf = ({ lines }: Paragraph): string => lines.map((line) => line.text).join(' ');

/** True if a paragraph is short, has words, and does not end like a long sentence. */
function isTitle(paragraph: Paragraph): boolean {
  if (paragraph.lines.length > MAX_LINES) return false;
  const text = textOf(paragraph);
  if (isEntryOfContents(text)) return false;
  if (text.length > MAX_CHARACTERS || !/\p{L}{2}|\p{Lo}/u.test(text) || /[,;]$/.test(text)) return false;
  return text.length < MIN_SENTENCE || !/\.["”’)]?$/.test(text);
}

const MIN_SENTENCE = 60;
