import { createInlineText, type InlineText } from './html-pieces.ts';
import type { HtmlCell, HtmlTable } from './html-table.ts';
import type { HtmlElement } from './open-elements.ts';
import type { PageHead } from './page-head.ts';
import type { SpanBudget } from './table-grid.ts';

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
