import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { cleanText } from '#ingestion/parse/clean-text.ts';

const MAX_CHARACTERS = 300;

/** The metadata of a PDF. isXfa: it has an XFA (XML) form besides its pages. */
export type PdfInfo = { title: string | undefined; isXfa: boolean };

export async function infoOf(pdf: PDFDocumentProxy): Promise<PdfInfo> {
  const metadata = await pdf.getMetadata().catch(() => undefined);
  const info: { Title?: unknown; IsXFAPresent?: unknown } = metadata?.info ?? {};
  return {
    title: typeof info.Title === 'string' ? sensibleTitle(info.Title) : undefined,
    isXfa: info.IsXFAPresent === true,
  };
}

/** The title; undefined for a file name or for a placeholder that programs write. */
function sensibleTitle(raw: string): string | undefined {
  const title = cleanText(raw.slice(0, 10 * MAX_CHARACTERS))
    .replace(/\s+/g, ' ')
    .trim();
  const isSensible = /\p{L}/u.test(title) && !NO_TITLE.some((pattern) => pattern.test(title));
  return isSensible && title.length <= MAX_CHARACTERS ? title : undefined;
}

const NO_TITLE = [
  /^(?:untitled|no title|title|unknown|document|dokument|presentation|präsentation|\(anonymous\)|unbenannt|sans titre)(?:[\s_-]*\d+)?$/i,
  /^(?:microsoft (?:word|powerpoint|excel)|powerpoint presentation|adobe \w+|print|layout|full page photo)\b.{0,40}$/i,
  /^microsoft (?:word|powerpoint|excel) - /i,
  /^(?:about:|https?:|file:|[a-z]:[\\/])/i,
  /\.(?:docx?|rtf|odt|pdf|pptx?|xlsx?|tex|dvi|indd|qxd|wpd|html?|txt|ps|eps|tiff?|jpe?g|png|pmd|p65|fm|md)$/i,
];
