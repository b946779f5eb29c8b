import { splitLines } from './lines.ts';
import { placeFootnotes } from './place-footnotes.ts';
import { readBlocks } from './read-blocks.ts';
import { plainInlines } from './read-inlines.ts';
import type { Block, Node } from './tree.ts';

/** Longer replies are shown as plain text: a view would have thousands of nodes. */
const LONGEST = 50_000;

/** Reads a reply that may contain Markdown. `cuts`: positions of footnotes, as offsets. `isWhole`: nothing more will be
 *  written. */
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

/** The text of a reply without its marks, for screen readers. */
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
