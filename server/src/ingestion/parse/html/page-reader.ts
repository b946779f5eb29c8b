import { createBlockReader } from './block-reader.ts';
import { isBoilerplate, isContentElement, isNamedBesideArticle, isNamedBoilerplate } from './boilerplate.ts';
import type { Piece } from './html-pieces.ts';
import type { HtmlElement, HtmlReader } from './open-elements.ts';
import type { PageHead } from './page-head.ts';
import { type PageSurvey, surveyPage } from './page-survey.ts';
import { readHtml } from './read-html.ts';

export type PageText = {
  /** The text of the page without boilerplate. */
  pieces: Piece[];
  head: PageHead;
  /** The first heading of the highest level, wherever it is on the page. */
  heading: string;
  /** True if the page marks its content. */
  isMarked: boolean;
};

type ReadOptions = {
  /** What a first reading of the same page found. */
  survey?: PageSurvey;
  /** Ignores the names of elements. */
  isGentle?: boolean;
  /** Leaves out what stands beside the text of an article, too. */
  isArticle?: boolean;
};

/** Reads the main content of a page. Boilerplate is found by elements, by their class names and ids, and by lists that
 *  consist of links, unless the element holds the content. Linear in the length of the page. */
export function readPage(
  html: string,
  { survey = surveyPage(html), isGentle = false, isArticle = false }: ReadOptions = {},
): PageText {
  let contentDepth = 0;
  let index = -1;
  const isNamed = (element: HtmlElement): boolean =>
    isNamedBoilerplate(element, contentDepth > 0) || (isArticle && isNamedBesideArticle(element));
  const blocks = createBlockReader({
    isSkipped: (element) =>
      (isBoilerplate(element, contentDepth > 0) || (!isGentle && isNamed(element))) &&
      !survey.holdsContent(index),
  });
  const links = createLinkLists(blocks.pieces, () => contentDepth > 0);
  const main = createRanges(
    blocks.pieces,
    ({ name, attributes }) => name === 'main' || attributes.role === 'main',
  );
  const article = createRanges(blocks.pieces, ({ name }) => name === 'article');
  const heading = createHeadingReader();
  readHtml(html, {
    open: (element) => {
      index += 1;
      if (isContentElement(element)) contentDepth += 1;
      heading.open(element);
      main.open(element);
      article.open(element);
      links.open(element);
      blocks.open(element);
    },
    close: (element) => {
      blocks.close(element);
      links.close(element);
      article.close(element);
      main.close(element);
      heading.close(element);
      if (isContentElement(element)) contentDepth -= 1;
    },
    text: (text) => {
      heading.text(text);
      links.text(text);
      blocks.text(text);
    },
  });
  const all = blocks.pieces();
  const { pieces, isMarked } = contentOf(all, main.ranges, article.ranges);
  return { pieces: withoutMenus(pieces), isMarked, head: blocks.head, heading: heading.heading() };
}

type Ranges = { from: number; to: number }[];

/** The main element, if it has text; the only article, if it has most of the text; otherwise everything. */
function contentOf(all: Piece[], main: Ranges, articles: Ranges): Pick<PageText, 'pieces' | 'isMarked'> {
  const total = lengthOf(all);
  const inMain = main.flatMap(({ from, to }) => all.slice(from, to));
  if (inMain.length > 0 && lengthOf(inMain) >= Math.min(200, total / 4))
    return { pieces: inMain, isMarked: true };
  const [only, ...others] = articles;
  const inArticle = only && others.length === 0 ? all.slice(only.from, only.to) : [];
  const isMarked = inArticle.length > 0 && lengthOf(inArticle) >= total * 0.6;
  return { pieces: isMarked ? inArticle : all, isMarked };
}

/** Removes rows of short links, and links to other pages and empty headings at the end. */
function withoutMenus(pieces: readonly Piece[]): Piece[] {
  const kept = pieces.filter(
    ({ kind, links, text }) =>
      kind !== 'paragraph' ||
      !links ||
      links.count < 2 ||
      !isAllLinks({ kind, links, text }) ||
      links.length / links.count > LONGEST_MENU_ITEM,
  );
  let end = kept.length;
  for (let last = kept[end - 1]; last && (last.kind === 'heading' || isAllLinks(last)); last = kept[end - 1])
    end -= 1;
  const content = kept.slice(0, end);
  return lengthOf(content) >= lengthOf(kept) * 0.6 ? content : kept;
}

const isAllLinks = ({ links, text }: Piece): boolean =>
  links !== undefined && links.length >= text.trim().length * 0.75 - 3;

export const lengthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { text }) => sum + text.length, 0);

/** Records which pieces come from the outermost elements of a kind. */
function createRanges(pieces: () => Piece[], isWanted: (element: HtmlElement) => boolean) {
  const ranges: Ranges = [];
  let outermost: { element: HtmlElement; all: Piece[]; from: number } | undefined;
  return {
    ranges,
    open: (element: HtmlElement): void => {
      if (outermost || !isWanted(element)) return;
      const all = pieces();
      outermost = { element, all, from: all.length };
    },
    close: (element: HtmlElement): void => {
      if (outermost?.element !== element) return;
      const all = pieces();
      // In a layout table, the pieces of a cell move when the cell ends.
      if (all === outermost.all && all.length > outermost.from)
        ranges.push({ from: outermost.from, to: all.length });
      outermost = undefined;
    },
  };
}

/** Removes lists of links: menus outside the content, tables of contents anywhere. */
function createLinkLists(pieces: () => Piece[], isInContent: () => boolean) {
  let list: { element: HtmlElement; all: Piece[]; from: number; items: number; length: number } | undefined;
  let linkLength = 0;
  let anchors = 0;
  let linkDepth = 0;
  return {
    open: (element: HtmlElement): void => {
      const { name, attributes } = element;
      if (!list && (name === 'ul' || name === 'ol')) {
        const all = pieces();
        list = { element, all, from: all.length, items: 0, length: 0 };
        linkLength = 0;
        anchors = 0;
        linkDepth = 0;
      } else if (list && name === 'li') list.items += 1;
      else if (list && name === 'a') {
        linkDepth += 1;
        if (attributes.href?.startsWith('#')) anchors += 1;
      }
    },
    text: (text: string): void => {
      if (!list) return;
      const { length } = text.trim();
      list.length += length;
      if (linkDepth > 0) linkLength += length;
    },
    close: (element: HtmlElement): void => {
      if (list && element.name === 'a') linkDepth -= 1;
      if (list?.element !== element) return;
      const { all, from, items, length } = list;
      list = undefined;
      if (items < 3 || linkLength < length * 0.85) return;
      const isContents = anchors > items * 0.8;
      const isMenu = !isInContent() && length < items * LONGEST_MENU_ITEM;
      if ((isContents || isMenu) && pieces() === all) all.length = Math.min(all.length, from);
    },
  };
}

const LONGEST_MENU_ITEM = 35;

function createHeadingReader(): HtmlReader & { heading(): string } {
  let open: HtmlElement | undefined;
  let text = '';
  const heading = () => text.replace(/[\s¶§🔗]+/gu, ' ').trim();
  return {
    heading,
    open: (element) => {
      if (element.name === 'h1' && !open && heading() === '') open = element;
    },
    text: (more) => {
      if (open && text.length < 500) text += more;
    },
    close: (element) => {
      if (open === element) open = undefined;
    },
  };
}
