import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { createBlockReader } from './block-reader.ts';
import { decodeHtml } from './decode-html.ts';
import { addPieces } from './html-blocks.ts';
import { readMainContent } from './main-content.ts';
import type { PageText } from './page-reader.ts';
import { titleOf } from './page-title.ts';
import { readHtml } from './read-html.ts';

/** Reads an HTML file: the whole body of an upload, or the main content of a web page.
 *  Throws SourceFault `no_text` for a web page without text, `too_large`. */
export function parseHtml(content: OriginalContent): ParsedDocument {
  const html = decodeHtml(content);
  const isPage = content.origin === 'web-page';
  const { pieces, head, heading } = isPage ? readMainContent(html) : readAll(html);
  const title = titleOf(head, heading);
  const builder = createDocumentBuilder();
  // The page heading is often outside the content.
  const isHeaded = pieces.some(({ level }) => level === 1);
  if (isPage && pieces.length > 0 && !isHeaded) builder.add('heading', heading, { level: 1 });
  addPieces(builder, pieces, { hasAnchors: true });
  const canonicalUrl = resolve(head.canonicalUrl, content.url);
  const document = builder.build({
    ...(title !== undefined && { title }),
    ...(canonicalUrl !== undefined && { canonicalUrl }),
  });
  if (isPage)
    refuseEmptyPage(
      pieces
        .map(({ text }) => text)
        .join(' ')
        .trim(),
      html,
    );
  return document;
}

function readAll(html: string): Omit<PageText, 'isMarked'> {
  const blocks = createBlockReader();
  readHtml(html, blocks);
  const pieces = blocks.pieces();
  return { pieces, head: blocks.head, heading: pieces.find(({ level }) => level === 1)?.text ?? '' };
}

function refuseEmptyPage(text: string, html: string): void {
  if (text.length >= LEAST_TEXT) return;
  const needsScript =
    ASKS_FOR_SCRIPT.test(text) || (text.length < LEAST_WITH_SCRIPT && /<script\b/i.test(html));
  const asksInNoscript = text.length < LEAST_WITH_SCRIPT && ASKS_FOR_SCRIPT.test(noscriptIn(html));
  if (needsScript && (text === '' || ASKS_FOR_SCRIPT.test(text) || asksInNoscript || IS_WAITING.test(text)))
    throw new SourceFault(
      'no_text',
      'parsing',
      'The page shows its text only with JavaScript, which Footnote does not run. Use the URL of a page with text in its HTML, or upload the text.',
    );
  if (text !== '') return;
  throw new SourceFault(
    'no_text',
    'parsing',
    'The page has only menus and notices. Use the URL of a page with text of its own.',
  );
}

const noscriptIn = (html: string): string => {
  const start = html.search(/<noscript\b/i);
  return start < 0 ? '' : html.slice(start, start + 1_000);
};

const LEAST_TEXT = 400;
const LEAST_WITH_SCRIPT = 60;
const ASKS_FOR_SCRIPT =
  /(?:enable|activate|turn on|allow|requires?|needs?|without|aktivier\w{0,8}|activ\w{1,8}|habilit\w{1,8}|включите)\b.{0,60}java ?script|java ?script.{0,40}(?:disabled|not enabled|required|turned off|deaktiviert|désactivé)/is;
const IS_WAITING = /^(?:loading|please wait|lädt|chargement|cargando)\W{0,10}$/i;

function resolve(address: string | undefined, base: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address, base)) return undefined;
  const { protocol, href } = new URL(address, base);
  return /^https?:$/.test(protocol) && href.length <= LIMITS.urlCharacters ? href : undefined;
}
