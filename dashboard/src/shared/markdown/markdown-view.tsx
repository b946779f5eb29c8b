import { createElement, Fragment, type ReactNode } from 'react';
import { rooms } from '#shared/strings/rooms.ts';
import type { Block, Node } from './tree.ts';

const words = rooms.chat;

/** `at`: the position of their footnotes. */
type DrawFootnotes = (at: number) => ReactNode;

/** A reply with its Markdown rendered. Its headings are not headings of the page. */
export const MarkdownView = ({
  blocks,
  drawFootnotes = () => null,
}: {
  blocks: readonly Block[];
  drawFootnotes?: DrawFootnotes;
}) => (
  <div dir="auto" className="grid min-w-0 grid-cols-1 gap-2.5 break-words">
    {draw(blocks, drawFootnotes)}
  </div>
);

/** Nodes never move, so that their position is the key. */
const draw = (nodes: readonly Node[], footnotes: DrawFootnotes): ReactNode =>
  createElement(Fragment, null, ...nodes.map((node) => drawNode(node, footnotes)));

function drawNode(node: Node, footnotes: DrawFootnotes): ReactNode {
  if (node.type === 'text') return node.text;
  if (node.type === 'break') return <br />;
  if (node.type === 'rule') return <hr className="border-line" />;
  if (node.type === 'footnotes')
    return (
      <span className="whitespace-nowrap">
        {node.behind}
        {footnotes(node.at)}
      </span>
    );
  const inside = draw(node.children, footnotes);
  switch (node.type) {
    case 'paragraph':
      return <p>{inside}</p>;
    case 'heading':
      return <p className={`font-semibold ${node.level < 3 ? 'text-title' : ''}`}>{inside}</p>;
    case 'strong':
      return <strong className="font-semibold">{inside}</strong>;
    case 'emphasis':
      return <em>{inside}</em>;
    case 'code':
      return <code className="rounded-control bg-sunken px-1 font-mono text-small">{inside}</code>;
    case 'code-block':
      return (
        <div className="rounded-control bg-sunken px-3 py-2 text-small">
          {node.language && <p className="text-quiet">{node.language}</p>}
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
          title={words.leadsTo({ url: node.url })}
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
            draw(cell.children, footnotes),
          ),
        ),
      );
    case 'cell':
      return inside;
  }
}

const ALIGN = { left: 'text-start', center: 'text-center', right: 'text-end' };
