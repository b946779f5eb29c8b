import { getResolvedPDFJS } from 'unpdf';
import type { PDFPageProxy } from 'unpdf/pdfjs';
import { softHyphenTails } from './soft-hyphens.ts';

/** The number of pages whose operators are read for font names. The first pages of a document use most of its fonts. */
const MAX_PAGES = 24;
/** The most bytes per page of a file. Above this, pages hold drawings or images that make reading the operators too
 *  slow. */
const MAX_BYTES_A_PAGE = 1024 * 1024;

export type FontStyles = {
  boldFonts: ReadonlySet<string>;
  /** Call it for each page in order. fonts: the names in the text of the page. Returns the text before each soft hyphen
   *  on the page (see soft-hyphens.ts). */
  learn(page: PDFPageProxy, fonts: readonly string[]): Promise<{ hyphenTails: string[] }>;
};

/** Learns which fonts of a document are bold and where it has soft hyphens. The text of a page has only internal font
 *  ids; the real names come with its drawing operators. Those cost half as much again as the text, so they are read
 *  only for pages with new fonts, or for every page once a soft hyphen was found. */
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
      // The text of a page that cannot be drawn may still be readable. Its headings are then found by size only.
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

/** `CMBX` and `SFBX` are the bold fonts of TeX; `Medi` is the bold weight of the PostScript fonts that it uses. */
const isBold = (name: string): boolean =>
  /bold|black|heavy|semib|demi(?!ta)|[-,]bd\b|(?:^|\+)(?:CMBX|CMSSBX|SFBX|SFSX)|-Medi(?:Ital)?$/i.test(name);
