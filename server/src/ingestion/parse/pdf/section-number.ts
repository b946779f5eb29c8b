/** How a heading is numbered, highest first. */
const SCHEMES = ['division', 'roman', 'decimal', 'letter'] as const;

/** depth: the count of numbers, as in 2 of `1.3`. value: the last of them. */
export type SectionNumber = { scheme: (typeof SCHEMES)[number]; depth: number; value: number };

const DIGIT = '[0-9\\u0660-\\u0669\\u06f0-\\u06f9]';
const DECIMAL = new RegExp(
  `^(${DIGIT}{1,2}(?:[.\\-\\u2013]${DIGIT}{1,2}){0,4})(?:[.)]|[.]?\\s)\\s{0,4}(?=[^\\s\\d.])`,
  'u',
);
const DIVISION =
  /^(?:(?:chapter|part|appendix|annex|kapitel|teil|anhang|chapitre|partie|annexe|capítulo|parte|capitolo|глава|часть)\s{1,4}(\d{1,3}|[ivxlc]{1,7}|[a-z])(?![\p{L}\p{N}])|제\s?(\d{1,3})\s?[장편부]|第[\d一二三四五六七八九十百]{1,5}[章編编部]|(?:فصل|بخش|الفصل|الباب)\s{1,4}\S)/iu;
const ROMAN = /^(?:([IVX]{1,5})\.\s|([\u2160-\u216b])\.?\s?)(?=\S)/u;
const LETTER = /^(?:[A-Z]\.\s|[가나다라마바사아자차카타파하]\.\s?)(?=\S)/u;

/** The number at the start of a heading: `2.1`, `Chapter 3`, `IV.`, `A.`, `제2장`, `۱-۲`. */
export function sectionNumber(text: string): SectionNumber | undefined {
  const head = text.slice(0, 60);
  const division = DIVISION.exec(head);
  if (division) return { scheme: 'division', depth: 1, value: Number(division[1] ?? division[2]) || 0 };
  const roman = ROMAN.exec(head);
  if (roman) return { scheme: 'roman', depth: 1, value: 0 };
  const decimal = DECIMAL.exec(head)?.[1];
  if (decimal) {
    const parts = decimal.split(/[.\-\u2013]/);
    return { scheme: 'decimal', depth: parts.length, value: westernNumber(parts.at(-1) ?? '') };
  }
  return LETTER.test(head) ? { scheme: 'letter', depth: 1, value: 0 } : undefined;
}

const westernNumber = (digits: string): number =>
  Number(Array.from(digits, (digit) => (digit.codePointAt(0) ?? 0) & 0xf).join(''));

/** The level of a number, where `used` are the schemes and depths of the document's headings. `1.1` below `Chapter 1` is of
 *  level 2, and so is `1.` if chapters have sections numbered from 1. */
export function levelOfNumber({ scheme, depth }: SectionNumber, used: readonly SectionNumber[]): number {
  const has = (name: SectionNumber['scheme'], at = 1): boolean =>
    used.some((number) => number.scheme === name && number.depth === at);
  const above = (has('division') ? 1 : 0) + (has('roman') ? 1 : 0);
  if (scheme === 'division') return 1;
  if (scheme === 'roman') return has('division') ? 2 : 1;
  if (scheme === 'decimal') return depth + (has('decimal') || !has('division') ? above : 0);
  const decimals = used.filter((number) => number.scheme === 'decimal').map((number) => number.depth);
  return above + decimals.reduce((most, at) => Math.max(most, at), 0) + 1;
}
