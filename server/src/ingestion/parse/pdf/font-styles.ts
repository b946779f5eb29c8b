import { getResolvedPDFJS } from 'unpdf';
import type { PDFPageProxy } from 'unpdf/pdfjs';
import { softHyphenTails } from './soft-hyphens.ts';

/** Pages whose operators are read for the names of their fonts; a document has its fonts on its first pages. */
const MAX_PAGES = 24;
/** Bytes of a file for each of its pages, beyond which pages hold drawings or images too heavy to read for that. */
const MAX_BYTES_A_PAGE = 1024 * 1024;

export type FontStyles = {
  boldFonts: ReadonlySet<string>;
  /** To be called for each page in order. fonts: as the text of the page names them.
   *  Returns what stands before soft hyphens on the page (see soft-hyphens.ts). */
  learn(page: PDFPageProxy, fonts: readonly string[]): Promise<{ hyphenTails: string[] }>;
};

/** Learns which fonts of a document are bold and where it has soft hyphens. The text of a page names its fonts by
 *  numbers; their names come with its drawing operators, which cost half as much again as the text and are read only
 *  where a font is new, or, once a soft hyphen was seen, everywhere. */
export async function createFontStyles(bytesPerPage: number): Promise<FontStyles> {
  const { OPS } = await getResolvedPDFJS();
  const boldFonts = new Set<string>();
  const seen = new Set<string>();
  let hasSoftHyphens = false;
  let pagesLeft = bytesPerPage > MAX_BYTES_A_PAGE ? 0 : MAX_PAGES;
  return {
    boldFonts,
    learn: async (page, fonts) => {
      const fresh = fonts.filter((font) => !seen.has(font));
      for (const font of fresh) seen.add(font);
      if (!hasSoftHyphens && (fresh.length === 0 || pagesLeft === 0)) return { hyphenTails: [] };
      pagesLeft = Math.max(pagesLeft - 1, 0);
      // A page that cannot be drawn may still be read: its headings are then told by size only.
      const operators = await page.getOperatorList({ annotationMode: 0 }).catch(() => undefined);
      for (const font of fresh) if (isBold(nameOf(page, font))) boldFonts.add(font);
      const shown =
        operators?.argsArray.filter((_, index) => operators.fnArray[index] === OPS.showText) ?? [];
      const hyphenTails = softHyphenTails(
        shown.map((args: unknown) => (Array.isArray(args) ? args[0] : undefined)),
      );
      hasSoftHyphens ||= hyphenTails.length > 0;
      return { hyphenTails };
    },
  };
}

function nameOf(page: PDFPageProxy, font: string): string {
  if (!page.commonObjs.has(font)) return '';
  const { name }: { name?: unknown } = page.commonObjs.get(font) ?? {};
  return typeof name === 'string' ? name : '';
}

/** `CMBX` and `SFBX` are the bold faces of TeX, `Medi` that of the fonts it borrows. */
const isBold = (name: string): boolean =>
  /bold|black|heavy|semib|demi(?!ta)|[-,]bd\b|(?:^|\+)(?:CMBX|CMSSBX|SFBX|SFSX)|-Medi(?:Ital)?$/i.test(name);
