import { Readability } from '@mozilla/readability';
import { Parser } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { withoutTeasers } from './article-pieces.ts';
import { isNamedBesideArticle, isNamedBoilerplate, isNote } from './boilerplate.ts';
import type { Piece } from './html-pieces.ts';
import type { HtmlElement } from './open-elements.ts';
import { lengthOf, type PageText, readPage } from './page-reader.ts';
import { type PageSurvey, surveyPage } from './page-survey.ts';

/** Finds the main content of a web page, by its kind. Of documentation: the elements that mark it, or else the whole page
 *  without boilerplate. Of a thread the same, with its comments, and of a recipe, without. Of any other page: the article that Mozilla's
 *  Readability finds, if the page is small enough for it and the article is long enough. Of a list or a product it may
 *  return only a part, and then the page is read as documentation is. Throws SourceFault `no_text` for a page without content, `too_large`. */
export function readMainContent(html: string): PageText {
  const survey = surveyPage(html);
  const page = readPage(html, { survey });
  const post = postIn(survey, page);
  if (post) return { ...page, pieces: post };
  // Readability leaves comments out.
  if (survey.kind === 'thread') return contentOf(html, page, survey, () => []);
  if (survey.kind === 'documentation')
    return contentOf(html, page, survey, () => readArticle(html, page, survey));
  const pruned = prunedPage(html, page, survey);
  // Readability leaves out short lists, such as ingredients.
  if (survey.kind === 'recipe')
    return contentOf(html, pruned, survey, () => readArticle(html, pruned, survey, { isArticle: true }));
  const article = readArticle(html, pruned, survey, { isArticle: survey.kind === 'article' });
  if (isWhole(article, pruned, survey)) return { ...pruned, pieces: article };
  return contentOf(html, pruned, survey, () => article);
}

/** The marked content, an article that is most of the page, or the page.
 *  readSecond: reads the page with Readability. */
function contentOf(html: string, page: PageText, survey: PageSurvey, readSecond: () => Piece[]): PageText {
  if (page.isMarked) return page;
  const article = readSecond();
  if (isEnough(article, page.pieces)) return { ...page, pieces: article };
  if (page.pieces.length > 0) return page;
  const gentle = readPage(html, { isGentle: true, survey });
  return lengthOf(gentle.pieces) >= LEAST_GENTLE ? gentle : page;
}

const LEAST_GENTLE = 200;

/** A post in a script of a page that shows less text without it, as pages of Blogger do. */
function postIn({ templates }: PageSurvey, page: PageText): Piece[] | undefined {
  const shown = lengthOf(page.pieces);
  for (const template of templates) {
    if (template.length <= shown || CODE_OF_A_TEMPLATE.test(template)) continue;
    const { pieces } = readPage(template, { isArticle: true });
    const length = lengthOf(pieces);
    if (length >= LEAST_ARTICLE && length > shown) return pieces;
  }
  return undefined;
}

const CODE_OF_A_TEMPLATE = /\{\{|<%|\$\{/;

/** The page without what stands beside an article. A page that consists of comments keeps them. */
function prunedPage(html: string, page: PageText, survey: PageSurvey): PageText {
  const pruned = readPage(html, { survey, isArticle: true });
  const left = lengthOf(pruned.pieces);
  const least = survey.kind === 'article' ? 0 : lengthOf(page.pieces) / 4;
  return left >= Math.max(LEAST_ARTICLE, least) ? pruned : page;
}

/** True if an article can stand for its page. What calls itself an article may be short beside its comments; of another
 *  page, the article has most of the prose, with its tables and code. */
function isWhole(article: readonly Piece[], { pieces }: PageText, { kind }: PageSurvey): boolean {
  const prose = proseOf(article);
  const paragraphs = article.filter((piece) => piece.kind === 'paragraph' && piece.text.length >= 80).length;
  if (prose < LONG_ARTICLE && paragraphs < 2) return false;
  if (kind === 'article') return prose >= proseOf(pieces) * 0.05;
  return (
    prose >= proseOf(pieces) * 0.7 && keeps(article, pieces, 'table-row') && keeps(article, pieces, 'code')
  );
}

/** About 250 words. */
const LONG_ARTICLE = 1_400;

/** True if an article has most of the text of the page, with its tables and code. */
function isEnough(article: readonly Piece[], page: readonly Piece[]): boolean {
  const all = lengthOf(page);
  const length = lengthOf(article);
  if (length === 0 || (length < LEAST_ARTICLE && length < all)) return false;
  return (
    proseOf(article) >= proseOf(page) * 0.7 &&
    keeps(article, page, 'table-row') &&
    keeps(article, page, 'code') &&
    keeps(article, page, 'list-item')
  );
}

const LEAST_ARTICLE = 200;

const keeps = (article: readonly Piece[], page: readonly Piece[], kind: Piece['kind']): boolean =>
  count(article, kind) >= Math.floor(count(page, kind) * 0.75);

const count = (pieces: readonly Piece[], kind: Piece['kind']): number =>
  pieces.filter((piece) => piece.kind === kind).length;

/** The number of characters outside links. */
const proseOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { text, links }) => sum + text.length - (links?.length ?? 0), 0);

/** The article that Readability finds; empty for a page that is too large for it. */
function readArticle(
  html: string,
  { heading }: PageText,
  survey: PageSurvey,
  { isArticle = false } = {},
): Piece[] {
  if (!isSmallTree(html)) return [];
  try {
    const { document } = parseHTML(html);
    prepareTree(document, survey.wrappers, isArticle);
    const content =
      new Readability(document, { charThreshold: 200, keepClasses: true }).parse()?.content ?? '';
    const { pieces } = readPage(content, { isArticle });
    // Readability moves the heading of the page down or leaves it out.
    for (const piece of pieces) if (piece.level === 2 && piece.text === heading) piece.level = 1;
    return isArticle ? withoutTeasers(pieces) : pieces;
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    // Readability is optional: if it fails, the page is read without it.
    return [];
  }
}

/** Takes boilerplate out of a page before Readability, which unwraps elements, so that their names are gone afterwards.
 *  It judges elements by their names, too, so those that hold the content lose theirs. */
function prepareTree(document: Tree, wrappers: readonly HtmlElement[], isArticle: boolean): void {
  const keyOf = ({ name, attributes }: HtmlElement): string =>
    `${name}\n${attributes.id ?? ''}\n${attributes.class ?? ''}`;
  const kept = new Set(wrappers.map(keyOf));
  keepNotes(document);
  for (const node of document.querySelectorAll('[id],[class]')) {
    const element = elementOf(node);
    if (kept.has(keyOf(element))) {
      node.removeAttribute('id');
      node.removeAttribute('class');
    } else if (isNamedBoilerplate(element, true) || (isArticle && isNamedBesideArticle(element)))
      node.remove();
  }
}

type Tree = ReturnType<typeof parseHTML>['document'];
type TreeNode = ReturnType<Tree['querySelectorAll']>[number];

const elementOf = (node: TreeNode): HtmlElement => ({
  name: node.localName.toLowerCase(),
  attributes: Object.fromEntries(
    ['id', 'class', 'role'].flatMap((name) => {
      const value: string | null = node.getAttribute(name);
      return value === null ? [] : [[name, value]];
    }),
  ),
});

/** Renames footers and asides of an article that are notes to it, because Readability removes all of both. */
function keepNotes(document: Tree): void {
  for (const node of document.querySelectorAll('article footer, main footer, article aside, main aside')) {
    if (!isNote(elementOf(node)) && !(node.localName === 'footer' && holdsNotes(node))) continue;
    const renamed = document.createElement('div');
    renamed.append(...node.childNodes);
    node.replaceWith(renamed);
  }
}

/** True for a footer with a note, or with a list that is not of links, in which notes are numbered. */
const holdsNotes = (footer: TreeNode): boolean =>
  [...footer.querySelectorAll('aside,section,div,ol,ul,li,p')].some((node) => isNote(elementOf(node))) ||
  [...footer.querySelectorAll('ol')].some((list) => {
    const links = [...list.querySelectorAll('a')].reduce((sum, link) => sum + link.textContent.length, 0);
    return list.textContent.trim().length > links * 2;
  });

/** True if Readability can process the page in a few seconds. Its time grows with the square of the depth. */
function isSmallTree(html: string): boolean {
  if (html.length > LARGEST_TREE.characters) return false;
  let elements = 0;
  let depth = 0;
  let isSmall = true;
  const parser = new Parser({
    onopentagname: () => {
      elements += 1;
      depth += 1;
      if (elements <= LARGEST_TREE.elements && depth <= LARGEST_TREE.depth) return;
      isSmall = false;
      parser.pause();
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  parser.write(html);
  return isSmall;
}

const LARGEST_TREE = { characters: 2_000_000, elements: 30_000, depth: 200 };
