import { splitLines } from './lines.ts';
import { placeFootnotes } from './place-footnotes.ts';
import { readBlocks } from './read-blocks.ts';
import { plainInlines } from './read-inlines.ts';
import type { Block, Node } from './tree.ts';

/** Longer ones are shown as they are: they are no answers, and views would have thousands of parts. */
const LONGEST = 50_000;

/** Reads a reply that may hold Markdown. `cuts`: where footnotes stand, as offsets into it. `isWhole`: nothing will be
 *  written behind it any more. */
export function readReply(text: string, cuts: readonly number[] = [], { isWhole = true } = {}): Block[] {
  const lines = splitLines(text);
  const blocks =
    text.length > LONGEST
      ? [{ type: 'paragraph' as const, children: plainInlines(text, lines) }]
      : readBlocks({ text, isWhole }, lines);
  return placeFootnotes(
    blocks,
    [...new Set(cuts)].sort((one, other) => one - other),
  );
}

/** What a reply says, to be read out: without its marks. */
export const spokenText = (text: string): string =>
  textOf(readReply(text))
    .replace(/\n{2,}/g, '\n')
    .trim();

const INLINE = new Set<Node['type']>(['strong', 'emphasis', 'code', 'link', 'footnotes']);

function textOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.text;
      if (node.type === 'break') return '\n';
      const inside = 'children' in node ? textOf(node.children) : '';
      if (INLINE.has(node.type)) return inside;
      return node.type === 'item' && node.number !== undefined
        ? `${node.number}. ${inside}\n`
        : `${inside}\n`;
    })
    .join('');
}
