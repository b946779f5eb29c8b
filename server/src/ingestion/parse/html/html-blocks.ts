import type { DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { createBlockReader } from './block-reader.ts';
import type { Piece } from './html-pieces.ts';
import type { PageHead } from './page-head.ts';
import { readHtml } from './read-html.ts';

/** Adds the visible text of an HTML fragment to a document, in order. Linear in the length of any input.
 *  page: of the blocks. headingOffset: added to the heading levels.
 *  Returns the data in its head: the title, the canonical URL, unresolved, and the language.
 *  Throws SourceFault `too_large`. */
export function addHtmlBlocks(
  builder: DocumentBuilder,
  html: string,
  options: { page?: number; headingOffset?: number } = {},
): { title?: string; canonicalUrl?: string; lang?: string } {
  const reader = createBlockReader();
  readHtml(html, reader);
  addPieces(builder, reader.pieces(), options);
  const { siteTitle, title, canonicalUrl, lang }: PageHead = reader.head;
  const named = siteTitle ?? title;
  return {
    ...(named !== undefined && { title: named }),
    ...(canonicalUrl !== undefined && { canonicalUrl }),
    ...(lang !== undefined && { lang }),
  };
}

export function addPieces(
  builder: DocumentBuilder,
  pieces: Iterable<Piece>,
  {
    page,
    headingOffset = 0,
    hasAnchors = false,
  }: { page?: number; headingOffset?: number; hasAnchors?: boolean } = {},
): void {
  for (const { kind, text, level, anchor } of pieces)
    builder.add(kind, text, {
      page,
      keepsLines: kind === 'paragraph',
      level: level === undefined ? undefined : Math.min(6, Math.max(1, level + headingOffset)),
      place: hasAnchors && anchor !== undefined ? { kind: 'anchor', id: anchor } : undefined,
    });
}
