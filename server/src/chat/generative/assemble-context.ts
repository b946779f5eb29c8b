import type { Passage } from '#chat/passages/passage.ts';

/** Consecutive passages of one source, which the model is shown under one number. */
export type ContextBlock = {
  /** From 1; markers in the reply refer to it. */
  number: number;
  /** In document order. */
  passages: Passage[];
};

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
  return blocks
    .toSorted((a, b) => rankOf(a, taken) - rankOf(b, taken))
    .map((block, index) => ({ number: index + 1, passages: block }));
}

/** Approximate size of the number, name and heading. */
const LABEL_CHARACTERS = 120;
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

/** The text of a block, without the overlaps of its passages. */
export function blockText({ passages }: ContextBlock): string {
  let text = '';
  let reachedTo: number | undefined;
  for (const passage of passages) {
    const shared = reachedTo === undefined ? 0 : reachedTo - passage.start;
    if (shared <= 0) text += `${text && '\n'}${passage.text}`;
    else text += passage.text.slice(shared);
    reachedTo = Math.max(reachedTo ?? 0, passage.start + passage.text.length);
  }
  return text;
}
