import { isBoilerplate, isNamedBesideArticle, isNamedBoilerplate, isNamedConsent } from './boilerplate.ts';
import { isUnread } from './hidden-elements.ts';
import type { HtmlElement } from './open-elements.ts';
import { createPageSigns, type PageKind } from './page-signs.ts';
import { readHtml } from './read-html.ts';

/** What a first reading learns about a page, before anything is left out of it. */
export type PageSurvey = {
  kind: PageKind;
  /** Posts that the page keeps in scripts until its own script shows them. */
  templates: string[];
  /** True for the n-th element of the page if it looks like boilerplate but holds the content: `right-sidebar` may be a
   *  sidebar, or the wrapper of a layout that has one. */
  holdsContent(index: number): boolean;
  /** The elements for which `holdsContent` is true. */
  wrappers: HtmlElement[];
};

/** A part of a page, from its first element to its last. prose: the number of characters outside links. */
type Extent = { first: number; last: number; prose: number };
type Suspect = Extent & { element: HtmlElement };

/** Reads a page to learn where its text is. Linear in the length of the page. */
export function surveyPage(html: string): PageSurvey {
  const signs = createPageSigns();
  const suspects: Suspect[] = [];
  const open: Suspect[] = [];
  let index = -1;
  let prose = 0;
  let linkDepth = 0;
  let unread: HtmlElement | undefined;
  let article: Extent | undefined;
  let heading: Extent | undefined;
  readHtml(html, {
    open: (element) => {
      index += 1;
      if (unread) return;
      signs.open(element);
      if (isUnread(element)) unread = element;
      if (element.name === 'a') linkDepth += 1;
      if (element.name === 'h1') heading ??= { first: index, last: index, prose: 0 };
      if (element.name === 'article' || isSuspect(element))
        open.push({ element, first: index, last: index, prose });
    },
    close: (element) => {
      if (unread && unread !== element) return;
      unread = undefined;
      if (element.name === 'a') linkDepth -= 1;
      if (open.at(-1)?.element !== element) return;
      const start = open.pop();
      if (!start) return;
      const part = { element, first: start.first, last: index, prose: prose - start.prose };
      if (element.name !== 'article') suspects.push(part);
      else if (part.prose > (article?.prose ?? 0)) article = part;
    },
    text: (text) => {
      if (unread) signs.hiddenText(unread, text);
      else if (linkDepth === 0) prose += text.trim().length;
    },
  });
  const isEmptyWithout = proseOutside(suspects, prose) < prose * LARGE_SHARE;
  const isMain = (part: Extent | undefined): boolean => (part?.prose ?? 0) > prose * ARTICLE_SHARE;
  const holders = suspects.filter((suspect) => {
    if (suspect.prose <= prose * LARGE_SHARE) return false;
    if (holds(suspect, heading) || (isMain(article) && holds(suspect, article))) return true;
    return isEmptyWithout && suspect.prose >= LEAST_CONTENT && isLayoutName(suspect.element);
  });
  const held = new Set(holders.map(({ first }) => first));
  return {
    kind: signs.kind(prose),
    templates: signs.templates,
    holdsContent: (at) => held.has(at),
    wrappers: holders.map(({ element }) => element),
  };
}

/** An element of this share of the text, or more, is more than furniture if it holds the heading or the article, or if
 *  the page would have less than this share without its furniture. */
const LARGE_SHARE = 1 / 3;
/** Less text may be all that the menus and notices of an empty page say. */
const LEAST_CONTENT = 400;
/** A smaller article is a teaser. */
const ARTICLE_SHARE = 1 / 5;

const isSuspect = (element: HtmlElement): boolean =>
  isBoilerplate(element, false) || isNamedBoilerplate(element, false) || isNamedBesideArticle(element);

/** True if only its names make an element suspect, and they may be those of a layout. */
const isLayoutName = (element: HtmlElement): boolean =>
  !isBoilerplate(element, false) && !isNamedConsent(element);

const holds = (outer: Extent, inner: Extent | undefined): boolean =>
  inner !== undefined && inner.first > outer.first && inner.first <= outer.last;

/** The prose outside all suspects. */
function proseOutside(suspects: readonly Suspect[], prose: number): number {
  let rest = prose;
  let end = -1;
  for (const suspect of suspects.toSorted((a, b) => a.first - b.first)) {
    if (suspect.first <= end) continue;
    rest -= suspect.prose;
    end = suspect.last;
  }
  return rest;
}
