import { createInlineText, type InlineText } from './html-pieces.ts';
import type { HtmlTable } from './html-table.ts';
import type { HtmlElement } from './open-elements.ts';
import type { PageHead } from './page-head.ts';
import type { HtmlCell, SpanBudget } from './table-grid.ts';

/** The state of the block reader. */
export type BlockState = {
  inline: InlineText;
  head: PageHead;
  /** The element whose content is skipped. */
  unread: HtmlElement | undefined;
  /** Functions to call at the end of elements. */
  ends: { element: HtmlElement; end: () => void }[];
  lists: { isOrdered: boolean; next: number }[];
  tables: HtmlTable[];
  spans: SpanBudget;
  cell: HtmlCell | undefined;
  boldDepth: number;
  linkDepth: number;
  summaryDepth: number;
  /** The page title, while its element is open. */
  title: string | undefined;
  /** Terms of a description list that still need their description. */
  terms: string;
};

export const createBlockState = (): BlockState => ({
  inline: createInlineText(),
  head: {},
  unread: undefined,
  ends: [],
  lists: [],
  tables: [],
  spans: { left: 1_000_000 },
  cell: undefined,
  boldDepth: 0,
  linkDepth: 0,
  summaryDepth: 0,
  title: undefined,
  terms: '',
});

/** Handles the start of an element. The function it returns handles the end. */
export type Opener = (state: BlockState, element: HtmlElement) => (() => void) | undefined;
