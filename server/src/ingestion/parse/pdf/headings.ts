import { isEntryOfContents } from './leaders.ts';
import type { Line, Paragraph } from './paragraphs.ts';

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

/** The heading level of a paragraph, 1 to 3, or undefined for other text. A heading is larger than the body, or a bold
 *  line by itself. */
export function headingLevel(
  paragraph: Paragraph,
  { bodySize, isBodyBold, sizes }: Typography,
): number | undefined {
  if (paragraph.lines.some((line) => line.isField)) return;
  const size = paragraph.lines[0]?.size ?? 0;
  if (size > bodySize * LARGER) {
    if (!isTitle(paragraph)) return;
    const index = sizes.findIndex((known) => known <= size * SAME);
    return Math.min(index < 0 ? 1 : index + 1, 3);
  }
  const isBold = !isBodyBold && paragraph.lines.every((line) => line.isBold);
  if (!isBold || size < bodySize * MIN_BOLD || paragraph.lines.length > 2) return;
  const text = textOf(paragraph);
  if (text.length > MAX_BOLD_CHARACTERS || /[.:!]$/.test(text) || !isTitle(paragraph)) return;
  return Math.min(sizes.length + 1, 3);
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
