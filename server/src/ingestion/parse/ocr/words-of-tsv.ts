import type { Word } from './scans.ts';

/** Words that Tesseract is less sure of are mostly specks, lines and parts of photographs. */
const MIN_CONFIDENCE = 60;
/** The most words of a page; a page of the smallest print has 3,000. */
const MAX_WORDS = 20_000;
const WORD_LEVEL = '5';

/** The words in Tesseract's tab-separated output: level, page, block, paragraph, line, word, left, top, width, height,
 *  confidence, text. Other rows describe blocks and lines. */
export function wordsOfTsv(tsv: string): Word[] {
  const words: Word[] = [];
  for (const row of tsv.split('\n')) {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, text = ''] =
      row.split('\t');
    const sure = Number(confidence);
    if (level !== WORD_LEVEL || !(sure >= MIN_CONFIDENCE) || text.trim() === '') continue;
    words.push({
      text: text.trim(),
      confidence: Math.round(sure),
      left: Number(left),
      top: Number(top),
      right: Number(left) + Number(width),
      bottom: Number(top) + Number(height),
      paragraph: `${block} ${paragraph}`,
      line: `${block} ${paragraph} ${line}`,
    });
    if (words.length === MAX_WORDS) break;
  }
  return words;
}
