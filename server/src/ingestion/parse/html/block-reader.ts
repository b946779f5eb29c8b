import { OPENERS } from './block-elements.ts';
import { type BlockState, createBlockState } from './block-state.ts';
import { BLOCK_ELEMENTS } from './element-kinds.ts';
import { isUnread } from './hidden-elements.ts';
import type { Piece } from './html-pieces.ts';
import type { HtmlElement, HtmlReader } from './open-elements.ts';
import { type PageHead, readHead } from './page-head.ts';

export type BlockReader = HtmlReader & {
  head: PageHead;
  /** The pieces read so far, except in tables that are still open. Ends the open block. */
  pieces(): Piece[];
};

/** Turns the visible elements of a page into pieces of text.
 *  isSkipped: returns true for elements to leave out. */
export function createBlockReader({
  isSkipped = () => false,
}: {
  isSkipped?: (element: HtmlElement) => boolean;
} = {}): BlockReader {
  const state = createBlockState();
  return {
    head: state.head,
    open: (element) => {
      if (!state.unread) open(state, element, isSkipped(element));
    },
    close: (element) => {
      if (state.unread) {
        if (state.unread === element) state.unread = undefined;
        return;
      }
      if (BLOCK_ELEMENTS.has(element.name)) breakBlock(state);
      if (state.ends.at(-1)?.element === element) state.ends.pop()?.end();
    },
    text: (text) => {
      if (!state.unread) addText(state, text);
    },
    pieces: () => {
      state.inline.flush();
      return state.inline.pieces;
    },
  };
}

function open(state: BlockState, element: HtmlElement, isSkipped: boolean): void {
  const { name, attributes } = element;
  const isBlock = BLOCK_ELEMENTS.has(name);
  readHead(state.head, element);
  if (isBlock) breakBlock(state);
  // Accordion headings are buttons. Other buttons are not text of the page.
  const isControl = name === 'button' && state.inline.headingLevel === undefined && state.summaryDepth === 0;
  if (isSkipped || isControl || isUnread(element)) {
    state.unread = element;
    return;
  }
  const id = attributes.id || (name === 'a' ? attributes.name : undefined);
  if (id) state.inline.anchor = id;
  const opener = OPENERS.get(attributes.role === 'heading' && isBlock ? 'h2' : name);
  const end = opener?.(state, element);
  if (end) state.ends.push({ element, end });
}

/** Ends the block at the start and end of a block element. */
function breakBlock({ inline }: BlockState): void {
  if (inline.codeDepth > 0) inline.endLine();
  // A heading may contain block elements.
  else if (inline.headingLevel !== undefined) inline.text(' ');
  else inline.flush();
}

function addText(state: BlockState, text: string): void {
  const { inline, cell } = state;
  if (state.title !== undefined) {
    if (state.title.length < LONGEST_TITLE) state.title += text;
    return;
  }
  const { length } = text.trim();
  if (state.linkDepth > 0) inline.link(0, length);
  if (cell) {
    cell.characters += length;
    if (state.boldDepth > 0) cell.boldCharacters += length;
  }
  inline.text(text);
}

const LONGEST_TITLE = 1_000;
