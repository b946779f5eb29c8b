import { Readability } from '@mozilla/readability';
import { Parser } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import type { Piece } from './html-pieces.ts';
import { lengthOf, type PageText, readPage } from './page-reader.ts';

/** Finds the main content of a web page. First choice: the elements that mark it. Second: Mozilla's Readability, if the
 *  page is small enough for it and the article is most of the page; of a thread, a list or a page of tables it may
 *  return only a part. Last: the whole page without boilerplate.
 *  Throws SourceFault `no_text` for a page without content, `too_large`. */
export function readMainContent(html: string): PageText {
  const page = readPage(html);
  if (page.isMarked) return page;
  const article = isSmallTree(html) ? readArticle(html, page.heading) : [];
  if (isEnough(article, page.pieces)) return { ...page, pieces: article };
  if (page.pieces.length > 0) return page;
  const gentle = readPage(html, { isGentle: true });
  return lengthOf(gentle.pieces) >= LEAST_GENTLE ? gentle : page;
}

const LEAST_GENTLE = 200;

/** True if an article has most of the text of the page, with its tables and code. */
function isEnough(article: readonly Piece[], page: readonly Piece[]): boolean {
  const all = lengthOf(page);
  const length = lengthOf(article);
  if (length === 0 || (length < LEAST_ARTICLE && length < all)) return false;
  const count = (pieces: readonly Piece[], kind: Piece['kind']) =>
    pieces.filter((piece) => piece.kind === kind).length;
  const keeps = (kind: Piece['kind']) => count(article, kind) >= Math.floor(count(page, kind) * 0.75);
  return proseOf(article) >= proseOf(page) * 0.7 && keeps('table-row') && keeps('code') && keeps('list-item');
}

const LEAST_ARTICLE = 200;

/** The number of characters outside links. */
const proseOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { text, links }) => sum + text.length - (links?.length ?? 0), 0);

/** heading: of the page, which Readability moves down or leaves out. */
function readArticle(html: string, heading: string): Piece[] {
  try {
    const { document } = parseHTML(html);
    const content =
      new Readability(document, { charThreshold: 200, keepClasses: true }).parse()?.content ?? '';
    const { pieces } = readPage(content);
    for (const piece of pieces) if (piece.level === 2 && piece.text === heading) piece.level = 1;
    return pieces;
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    // Readability is optional: if it fails, the page is read without it.
    return [];
  }
}

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
