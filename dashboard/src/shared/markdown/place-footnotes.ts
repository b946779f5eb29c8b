import type { Block, Inline, Node, Text } from './tree.ts';

/** A footnote stays on the line of the word before it, or of the last part of a long word. */
// Backtracks: at most 16 characters.
const LAST_WORD = /\S*$/u;
const LONGEST_WORD = 16;

/** Puts footnotes after the words that end at the cuts, wherever they are, even if a cut lies after marks that are
 *  not shown. `cuts`: offsets into the reply, in order. */
export function placeFootnotes(blocks: Block[], cuts: readonly number[]): Block[] {
  const texts: Text[] = [];
  collect(blocks, texts);
  const [first] = texts;
  if (!first)
    return cuts.length === 0
      ? blocks
      : [
          ...blocks,
          { type: 'paragraph', children: cuts.map((at) => ({ type: 'footnotes', behind: '', at })) },
        ];
  const cutsOf = new Map<Text, number[]>();
  let place = 0;
  for (const cut of cuts) {
    while ((texts[place + 1]?.at ?? cut) < cut) place += 1;
    const text = texts[place] ?? first;
    cutsOf.set(text, [...(cutsOf.get(text) ?? []), cut]);
  }
  return blocks.map((block) => withFootnotes(block, cutsOf));
}

function collect(nodes: readonly Node[], texts: Text[]): void {
  for (const node of nodes) {
    if (node.type === 'text') texts.push(node);
    else if ('children' in node) collect(node.children, texts);
  }
}

function withFootnotes<Some extends Node>(node: Some, cutsOf: ReadonlyMap<Text, number[]>): Some {
  if (!('children' in node)) return node;
  const children = node.children.flatMap((child): Node[] => {
    const cuts = child.type === 'text' ? cutsOf.get(child) : undefined;
    return child.type === 'text' && cuts ? cutText(child, cuts) : [withFootnotes(child, cutsOf)];
  });
  return { ...node, children };
}

function cutText({ text, at }: Text, cuts: readonly number[]): Inline[] {
  const pieces: Inline[] = [];
  let from = 0;
  const add = (to: number): void => {
    if (from < to) pieces.push({ type: 'text', text: text.slice(from, to), at: at + from });
    from = to;
  };
  for (const cut of cuts) {
    const to = Math.max(from, Math.min(cut - at, text.length));
    const behind = LAST_WORD.exec(text.slice(Math.max(from, to - LONGEST_WORD), to))?.[0] ?? '';
    add(to - behind.length);
    pieces.push({ type: 'footnotes', behind, at: cut });
    from = to;
  }
  add(text.length);
  return pieces;
}
