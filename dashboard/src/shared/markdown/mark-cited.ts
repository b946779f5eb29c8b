import type { Block, Inline, Node } from './tree.ts';

/** The words of a reply that rest on a footnote. Offsets are into the reply. */
export type CitedSpan = { start: number; end: number; number: number };

/** Notes at each text on which footnotes it rests, and cuts texts where such words begin and end. */
export function markCited(blocks: readonly Block[], spans: readonly CitedSpan[]): readonly Block[] {
  if (spans.length === 0) return blocks;
  const cuts = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].sort(
    (one, other) => one - other,
  );
  return blocks.map((block) => marked(block, { spans, cuts }));
}

type Marks = { spans: readonly CitedSpan[]; cuts: readonly number[] };

function marked<Some extends Node>(node: Some, marks: Marks): Some {
  if (!('children' in node)) return node;
  const children = node.children.flatMap((child): Node[] => {
    if (child.type === 'text') return cutText(child, marks);
    if (child.type === 'footnotes') return [withNumbers(child, numbersAt(child.at - 1, marks))];
    return [marked(child, marks)];
  });
  return { ...node, children };
}

function cutText({ text, at }: Extract<Inline, { type: 'text' }>, marks: Marks): Inline[] {
  const pieces: Inline[] = [];
  let from = 0;
  for (const cut of [...marks.cuts, at + text.length]) {
    const to = Math.min(cut - at, text.length);
    if (to <= from) continue;
    const piece = { type: 'text' as const, text: text.slice(from, to), at: at + from };
    pieces.push(withNumbers(piece, numbersAt(at + from, marks)));
    from = to;
  }
  return pieces;
}

const numbersAt = (offset: number, { spans }: Marks): number[] =>
  spans.filter(({ start, end }) => start <= offset && offset < end).map(({ number }) => number);

const withNumbers = <Some extends Extract<Inline, { cited?: number[] }>>(
  node: Some,
  cited: number[],
): Some => (cited.length === 0 ? node : { ...node, cited });
