import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import { SourceFault, tooMuchText } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { type Annotation, annotationsOf, notesOfPage } from './annotations.ts';
import { createFontStyles, type FontStyles } from './font-styles.ts';
import { linesOfPage } from './lines-of-page.ts';
import { emptyPart, intoPart, pageParts, type TextItem } from './page-parts.ts';
import { placeNotes } from './place-notes.ts';
import type { PageRows } from './repeated-lines.ts';
import { restoreSoftHyphens } from './soft-hyphens.ts';
import { unreadable } from './with-pdf.ts';

/** The most pieces of text on one page; real pages have fewer. Forms nested nine deep, each drawn ten times, take a
 *  kilobyte and draw a billion pieces. */
const MAX_ITEMS = 100_000;

/** The rows of all pages in order. Damaged pages are skipped as long as one page can be read. Throws SourceFault
 *  `too_large`, and `unreadable_file` when no page can be read. */
export async function readPages(pdf: PDFDocumentProxy, sizeBytes: number): Promise<PageRows[]> {
  const styles = await createFontStyles(sizeBytes / pdf.numPages);
  const annotations = await annotationsOf(pdf);
  const parts: PageRows[] = [];
  let charactersLeft: number = LIMITS.extractedCharacters;
  let failed: { pages: number; cause: unknown } = { pages: 0, cause: undefined };
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const content = await contentOf(pdf, number, {
      styles,
      annotations: annotations.get(number - 1) ?? [],
      maxCharacters: charactersLeft,
    }).catch((cause: unknown) => {
      failed = { pages: failed.pages + 1, cause };
    });
    if (!content) continue;
    if (content === 'too much') throw tooMuchText();
    if (content === 'too many') throw tooManyPieces(number);
    charactersLeft -= content.characters;
    const found = pageParts(content);
    // The page of a form can have no text of its own.
    const all = found.length > 0 || content.notes.length === 0 ? found : [emptyPart(content.view)];
    const { width: viewWidth, height: viewHeight } = content.view;
    const view = { width: viewWidth, height: viewHeight };
    for (const [index, part] of all.entries()) {
      const rows = linesOfPage(part.runs);
      restoreSoftHyphens(rows, content.hyphenTails);
      const { width, height, turn } = part;
      const placed =
        index === 0
          ? placeNotes(
              rows,
              content.notes.map((note) => ({ ...note, rect: intoPart(note.rect, part.turn) })),
            )
          : rows;
      parts.push({ page: number, width, height, rows: placed, isMain: index === 0, turn, view });
    }
  }
  if (failed.pages === pdf.numPages) throw unreadable(failed.cause);
  return parts;
}

const tooManyPieces = (page: number): SourceFault =>
  new SourceFault(
    'too_large',
    'parsing',
    `Page ${page} of the PDF has more than ${MAX_ITEMS} pieces of text, which is the limit. Remove the page and upload the PDF again.`,
  );

type Reading = { styles: FontStyles; annotations: readonly Annotation[]; maxCharacters: number };

/** Reads everything needed from one page, then frees its memory. Throws what pdf.js throws. */
async function contentOf(
  pdf: PDFDocumentProxy,
  number: number,
  { styles, annotations, maxCharacters }: Reading,
) {
  const page = await pdf.getPage(number);
  try {
    const text = await textOfPage(page, maxCharacters);
    if (typeof text === 'string') return text;
    const { hyphenTails } = await styles.learn(page, text.fonts);
    const notes = await notesOfPage(page, annotations, maxCharacters - text.characters);
    return { ...text, hyphenTails, notes, boldFonts: styles.boldFonts, view: page.getViewport({ scale: 1 }) };
  } finally {
    page.cleanup();
  }
}

type TextOfPage = { items: TextItem[]; fonts: string[]; verticalFonts: Set<string>; characters: number };

/** The text items of a page. They are streamed, so that reading an oversized page stops early. */
async function textOfPage(
  page: PDFPageProxy,
  maxCharacters: number,
): Promise<TextOfPage | 'too much' | 'too many'> {
  const items: TextItem[] = [];
  const fonts: string[] = [];
  const verticalFonts = new Set<string>();
  let characters = 0;
  const reader = page.streamTextContent({ disableNormalization: true }).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { items, fonts, verticalFonts, characters };
    for (const item of value.items) {
      if (!('str' in item) || item.str === '') continue;
      items.push(item);
      characters += item.str.length;
    }
    for (const [font, style] of Object.entries(value.styles)) {
      fonts.push(font);
      if ((style as { vertical?: boolean }).vertical) verticalFonts.add(font);
    }
    if (characters > maxCharacters || items.length > MAX_ITEMS) {
      await reader.cancel(new Error('too much text'));
      return characters > maxCharacters ? 'too much' : 'too many';
    }
  }
}
