import type { Block, Node as Piece } from '#shared/markdown/tree.ts';
import { element } from './element.ts';
import { words } from './words.ts';

/** `at`: the position of their footnotes. */
type DrawFootnotes = (at: number) => HTMLElement[];

/** A reply with its Markdown rendered. Its headings are not headings of the page. */
export const markdownView = (blocks: readonly Block[], footnotes: DrawFootnotes = () => []): HTMLElement =>
  element('div', { class: 'text', dir: 'auto' }, ...draw(blocks, footnotes));

const draw = (pieces: readonly Piece[], footnotes: DrawFootnotes): (Node | string)[] =>
  pieces.map((piece) => drawPiece(piece, footnotes));

function drawPiece(piece: Piece, footnotes: DrawFootnotes): Node | string {
  if (piece.type === 'text') return piece.text;
  if (piece.type === 'break') return element('br');
  if (piece.type === 'rule') return element('hr');
  if (piece.type === 'footnotes')
    return element('span', { class: 'together' }, piece.behind, ...footnotes(piece.at));
  if (piece.type === 'row') {
    const cells = piece.children.map((cell) =>
      element(
        piece.isHead ? 'th' : 'td',
        { class: cell.align, scope: piece.isHead ? 'col' : undefined },
        ...draw(cell.children, footnotes),
      ),
    );
    return element('tr', {}, ...cells);
  }
  const inside = draw(piece.children, footnotes);
  switch (piece.type) {
    case 'paragraph':
      return element('p', {}, ...inside);
    case 'heading':
      return element('p', { class: piece.level < 3 ? 'heading large' : 'heading' }, ...inside);
    case 'strong':
    case 'code':
      return element(piece.type, {}, ...inside);
    case 'emphasis':
      return element('em', {}, ...inside);
    case 'quote':
      return element('blockquote', {}, ...inside);
    case 'list':
      return element(piece.isOrdered ? 'ol' : 'ul', {}, ...inside);
    case 'item':
      return element('li', { value: piece.number?.toString() }, ...inside);
    case 'cell':
      return element('td', {}, ...inside);
    case 'code-block': {
      const language = piece.language === '' ? undefined : element('p', { class: 'quiet' }, piece.language);
      return element(
        'div',
        { class: 'code' },
        language,
        element('pre', { dir: 'ltr' }, element('code', {}, ...inside)),
      );
    }
    case 'table':
      // A scrolling element must be focusable.
      return element(
        'div',
        { class: 'table', role: 'group', tabindex: '0', 'aria-label': words.table },
        element('table', {}, element('tbody', {}, ...inside)),
      );
    case 'link':
      return element(
        'a',
        {
          href: piece.url,
          title: words.leadsTo({ url: piece.url }),
          target: '_blank',
          rel: 'noopener noreferrer nofollow',
        },
        ...inside,
        element('span', { class: 'hidden-words' }, `, ${words.newTab}`),
      );
  }
}
