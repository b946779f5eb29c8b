import { createElement, Fragment, type ReactNode } from 'react';
import { CopyButton } from '#shared/components/copy-button.tsx';
import { chat as words } from '#shared/strings/chat.ts';
import type { Block, Node } from './tree.ts';

/** How to draw what a caller adds to the text: the footnotes `at` a position, and words that rest on footnotes. */
type Drawing = {
  footnotes: (at: number) => ReactNode;
  cited: (numbers: readonly number[], text: string) => ReactNode;
  /** The level of the highest heading. */
  top: number;
};

/** A reply with its Markdown rendered. The highest of its headings are of the third level, below those of the page. */
export const MarkdownView = ({
  blocks,
  drawFootnotes = () => null,
  drawCited = (_, text) => text,
}: {
  blocks: readonly Block[];
  drawFootnotes?: Drawing['footnotes'];
  drawCited?: Drawing['cited'];
}) => (
  <div dir="auto" className="grid min-w-0 grid-cols-1 gap-2.5 break-words">
    {draw(blocks, { footnotes: drawFootnotes, cited: drawCited, top: topOf(blocks) })}
  </div>
);

/** Nodes never move, so that their position is the key. */
const draw = (nodes: readonly Node[], drawing: Drawing): ReactNode =>
  createElement(Fragment, null, ...nodes.map((node) => drawNode(node, drawing)));

const HEADINGS = ['h3', 'h4', 'h5'] as const;

const topOf = (blocks: readonly Block[]): number =>
  blocks.reduce((top, block) => (block.type === 'heading' ? Math.min(top, block.level) : top), 6);

const wordsOf = (text: string, cited: readonly number[] | undefined, drawing: Drawing): ReactNode =>
  cited === undefined || text === '' ? text : drawing.cited(cited, text);

function drawNode(node: Node, drawing: Drawing): ReactNode {
  if (node.type === 'text') return wordsOf(node.text, node.cited, drawing);
  if (node.type === 'break') return <br />;
  if (node.type === 'rule') return <hr className="border-line" />;
  if (node.type === 'footnotes')
    return (
      <span className="whitespace-nowrap">
        {wordsOf(node.behind, node.cited, drawing)}
        {drawing.footnotes(node.at)}
      </span>
    );
  const inside = draw(node.children, drawing);
  switch (node.type) {
    case 'paragraph':
      return <p>{inside}</p>;
    case 'heading':
      return createElement(
        HEADINGS[Math.max(0, node.level - drawing.top)] ?? 'h6',
        { className: `font-semibold ${node.level < 3 ? 'text-heading' : ''}` },
        inside,
      );
    case 'strong':
      return <strong className="font-semibold">{inside}</strong>;
    case 'emphasis':
      return <em>{inside}</em>;
    case 'code':
      return <code className="rounded-control bg-sunken px-1 font-mono text-small">{inside}</code>;
    case 'code-block':
      return (
        <div className="relative rounded-control bg-sunken px-3 py-2 text-small">
          <div className="flex min-h-8 items-center justify-between gap-2 pb-1">
            <span className="text-quiet">{node.language}</span>
            <CopyButton value={codeOf(node.children)} label={words.copyCode} />
          </div>
          <pre
            dir="ltr"
            className="font-mono [overflow-wrap:anywhere] whitespace-pre-wrap [&_sup]:select-none"
          >
            <code>{inside}</code>
          </pre>
        </div>
      );
    case 'link':
      return (
        <a
          href={node.url}
          title={words.leadsTo(node.url)}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-accent-ink underline [overflow-wrap:anywhere]"
        >
          {inside}
          <span className="sr-only">, {words.newTab}</span>
        </a>
      );
    case 'quote':
      return (
        <blockquote className="grid grid-cols-1 gap-2.5 border-s-2 border-strong-line ps-3">
          {inside}
        </blockquote>
      );
    case 'list':
      return createElement(
        node.isOrdered ? 'ol' : 'ul',
        { className: `grid grid-cols-1 gap-1 ps-7 ${node.isOrdered ? 'list-decimal' : 'list-disc'}` },
        inside,
      );
    case 'item':
      return (
        <li value={node.number}>
          <div className="grid grid-cols-1 gap-1">{inside}</div>
        </li>
      );
    case 'table':
      return (
        // biome-ignore lint/a11y/useSemanticElements: no fields stand in it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        <div role="group" tabIndex={0} aria-label={words.table} className="overflow-x-auto">
          <table className="text-small">
            <tbody>{inside}</tbody>
          </table>
        </div>
      );
    case 'row':
      return createElement(
        'tr',
        { className: 'border-b border-line align-top' },
        ...node.children.map((cell) =>
          createElement(
            node.isHead ? 'th' : 'td',
            {
              className: `py-1 pe-4 ${ALIGN[cell.align]} ${node.isHead ? 'font-semibold' : ''}`,
              ...(node.isHead && { scope: 'col' }),
            },
            draw(cell.children, drawing),
          ),
        ),
      );
    case 'cell':
      return inside;
  }
}

/** Code without the footnotes in it. */
const codeOf = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => (node.type === 'text' ? node.text : node.type === 'footnotes' ? node.behind : '\n'))
    .join('');

const ALIGN = { left: 'text-start', center: 'text-center', right: 'text-end' };
