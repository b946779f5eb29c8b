import type { Block, Inline, Node } from './tree.ts';

/** The words of a reply that rest on a footnote. Offsets are into the reply. */
export type CitedSpan = { start: number; end: number; number: number };

/** Notes at each text that it rests on a footnote, and cuts texts where such words begin and end. Where spans overlap, the first
 *  one counts. */
export function markCited(blocks: readonly Block[], spans: readonly CitedSpan[]): readonly Block[] {
  if (spans.length === 0) return blocks;
  const sorted = spans.toSorted((one, other) => one.start - other.start);
  return blocks.map((block) => marked(block, sorted));
}

function marked<Some extends Node>(node: Some, spans: readonly CitedSpan[]): Some {
  if (!('children' in node)) return node;
  const children = node.children.flatMap((child): Node[] => {
    if (child.type === 'text') return cutText(child, spans);
    if (child.type !== 'footnotes') return [marked(child, spans)];
    const span = spans.find(({ start, end }) => start < child.at && end >= child.at);
    return [span ? { ...child, cited: span.number } : child];
  });
  return { ...node, children };
}

function cutText({ text, at }: Extract<Inline, { type: 'text' }>, spans: readonly CitedSpan[]): Inline[] {
  const pieces: Inline[] = [];
  let from = 0;
  const add = (to: number, cited?: number): void => {
    if (from >= to) return;
    const piece = { type: 'text' as const, text: text.slice(from, to), at: at + from };
    pieces.push(cited === undefined ? piece : { ...piece, cited });
    from = to;
  };
  for (const { start, end, number } of spans) {
    if (end <= at + from || start >= at + text.length) continue;
    add(Math.max(from, start - at));
    add(Math.min(text.length, end - at), number);
  }
  add(text.length);
  return pieces;
}
