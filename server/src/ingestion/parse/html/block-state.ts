import { createInlineText, type InlineText } from './html-pieces.ts';
import type { HtmlTable } from './html-table.ts';
import type { HtmlElement } from './open-elements.ts';
import type { PageHead } from './page-head.ts';
import type { HtmlCell, SpanBudget } from './table-grid.ts';

/** Where a reader of a page stands. */
export type BlockState = {
  inline: InlineText;
  head: PageHead;
  /** The element in which nothing is read. */
  unread: HtmlElement | undefined;
  /** What is to be done at the end of elements. */
  ends: { element: HtmlElement; end: () => void }[];
  lists: { isOrdered: boolean; next: number }[];
  tables: HtmlTable[];
  spans: SpanBudget;
  cell: HtmlCell | undefined;
  boldDepth: number;
  linkDepth: number;
  summaryDepth: number;
  /** The title of the page while we stand in it. */
  title: string | undefined;
  /** Terms of a description list whose description is still to come. */
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

/** What an element does to the text when it begins; the function it returns, when it ends. */
export type Opener = (state: BlockState, element: HtmlElement) => (() => void) | undefined;
