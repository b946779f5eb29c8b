import type { Block } from './parsed-document.ts';

/** Finds the headings of a text without Markdown. A heading is a one-line paragraph before a longer one, which is
 *  numbered (`2.1 Title`, `Chapter 3`, `第一章`), in capitals, or in title case without final punctuation. Cautious: a
 *  missed heading does less harm than a sentence taken for one. */
export function markPlainHeadings(text: string, blocks: readonly Block[]): Block[] {
  return blocks.map((block, index) => {
    const next = blocks[index + 1];
    if (block.kind !== 'paragraph' || !next || block.end - block.start > maxLength) return block;
    const level = levelOf(text.slice(block.start, block.end));
    const isAboveText = next.kind !== 'paragraph' || next.end - next.start > block.end - block.start;
    return level && (isAboveText || level.isNumbered)
      ? { ...block, kind: 'heading', level: level.depth }
      : block;
  });
}

const maxLength = 80;
const maxWords = 9;
const numbered = /^(\d{1,2}(?:\.\d{1,2})+)\.?\s+\p{L}/u;
const division =
  /^(?:(?:chapter|part|section|article|appendix|kapitel|chapitre|capítulo|capitolo|глава)\s+[\dIVXLA-Z]{1,5}\b|第[\d一二三四五六七八九十百]{1,5}[章节節部編])/iu;
const endsSentence = /[.!?:;,。！？：；，…]$/u;
const smallWord =
  /^(?:\p{Ll}{1,3}|from|with|into|over|para|como|sobre|über|unter|oder|avec|pour|dans|della|delle|alla)$/u;

function levelOf(line: string): { depth: number; isNumbered: boolean } | undefined {
  if (line.includes('\n') || endsSentence.test(line)) return undefined;
  const number = numbered.exec(line)?.[1];
  if (number) return { depth: Math.min(6, number.split('.').length), isNumbered: true };
  if (division.test(line)) return { depth: 1, isNumbered: true };
  const words = line.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  if (words.length === 0 || words.length > maxWords || !/^[\p{L}\p{N}]/u.test(line)) return undefined;
  if (/\p{Lu}{2}/u.test(line) && line === line.toUpperCase()) return { depth: 1, isNumbered: false };
  return words.every(isTitleWord) && !smallWord.test(words[0] ?? '')
    ? { depth: 2, isNumbered: false }
    : undefined;
}

function isTitleWord(word: string): boolean {
  return /^[^\p{L}]*\p{Lu}/u.test(word) || smallWord.test(word);
}
