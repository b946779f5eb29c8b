import type { Passage } from '#chat/passages/passage.ts';
import { type Block, blocksOf } from '#text/blocks.ts';

/** A place in a source that the model is shown with a number: a paragraph, or a whole list, table or block of code.
 *  Offsets into the source's extracted text. */
export type NumberedPlace = {
  /** From 1; markers in the reply refer to it. */
  number: number;
  start: number;
  end: number;
  /** It is a list, a table or code, whose lines stand below one another. */
  hasForm: boolean;
};

/** Consecutive passages of one source, in document order, and the numbered places in them. */
export type ContextBlock = { passages: Passage[]; places: NumberedPlace[] };

/** Groups passages for a model: those of one source that overlap or touch become one block. Takes the best passages that
 *  fit, and at least the best; blocks are ordered by their best passage.
 *  passages: best first. budget: characters. */
export function assembleContext(passages: readonly Passage[], budget: number): ContextBlock[] {
  const taken: Passage[] = [];
  let left = budget;
  for (const passage of passages) {
    const cost = passage.text.length + LABEL_CHARACTERS;
    if (cost > left && taken.length > 0) continue;
    taken.push(passage);
    left -= cost;
  }
  const blocks: Passage[][] = [];
  for (const ofSource of Map.groupBy(taken, ({ sourceId }) => sourceId).values()) {
    blocks.push(...joinNeighbours(ofSource));
  }
  let number = 0;
  return blocks
    .toSorted((a, b) => rankOf(a, taken) - rankOf(b, taken))
    .map((inBlock) => ({
      passages: inBlock,
      places: placesIn(inBlock).map((place) => ({ ...place, number: ++number })),
    }));
}

/** A shorter part of a paragraph shares its number with the next. */
const SHORT_PLACE = 160;

/** The places of a block. Headings belong to what follows them, the items of a list and the rows of a table together. */
function placesIn(passages: readonly Passage[]): Omit<NumberedPlace, 'number'>[] {
  const base = passages[0]?.start ?? 0;
  const text = blockText(passages);
  const places: (Pick<NumberedPlace, 'start' | 'end'> & { kind: Block['kind'] })[] = [];
  for (const { kind, start: from, end: to } of blocksOf(text)) {
    const [start, end] = [base + from, base + to];
    const last = places.at(-1);
    const isSameParagraph = !text.slice((last?.end ?? 0) - base, from).includes('\n');
    const isShort = last !== undefined && last.end - last.start < SHORT_PLACE;
    const belongs =
      last?.kind === 'heading' ||
      (last?.kind === kind && (kind === 'list-item' || kind === 'table-row')) ||
      (last?.kind === 'paragraph' && kind === 'paragraph' && isShort && isSameParagraph);
    if (last && belongs) Object.assign(last, { end, kind });
    else places.push({ start, end, kind });
  }
  return places.map(({ start, end, kind }) => ({ start, end, hasForm: kind !== 'paragraph' }));
}

/** Approximate size of the name, heading and numbers. */
const LABEL_CHARACTERS = 140;
/** Consecutive passages are separated by at most white space. */
const LARGEST_GAP = 4;

function joinNeighbours(ofSource: readonly Passage[]): Passage[][] {
  const blocks: Passage[][] = [];
  let reachedTo = 0;
  for (const passage of ofSource.toSorted((a, b) => a.start - b.start)) {
    const block = blocks.at(-1);
    if (block && passage.start <= reachedTo + LARGEST_GAP) block.push(passage);
    else blocks.push([passage]);
    reachedTo = Math.max(block ? reachedTo : 0, passage.start + passage.text.length);
  }
  return blocks;
}

const rankOf = (block: readonly Passage[], ranked: readonly Passage[]): number =>
  Math.min(...block.map((passage) => ranked.indexOf(passage)));

/** The text of consecutive passages as in their source, except for the white space between them. */
export function blockText(passages: readonly Passage[]): string {
  const base = passages[0]?.start ?? 0;
  let text = '';
  for (const passage of passages) {
    const gap = passage.start - base - text.length;
    text += gap >= 0 ? '\n'.repeat(gap) + passage.text : passage.text.slice(-gap);
  }
  return text;
}
