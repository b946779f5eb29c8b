import type { Scans } from './ocr/scans.ts';
import type { OriginalContent } from './original-content.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { type Format, sniffFormat } from './sniff-format.ts';

type Parser = (content: OriginalContent, scans?: Scans) => ParsedDocument | Promise<ParsedDocument>;

/** Format -> its parser, loaded on first use. Parsers throw SourceFault for content that they cannot read, and keep to
 *  the limits of lib/limits.ts. Time and memory are limited from outside the thread. */
const PARSERS: Record<Format, () => Promise<Parser>> = {
  pdf: async () => (await import('./pdf/parse-pdf.ts')).parsePdf,
  png: async () => (await import('./image/parse-image.ts')).parsePng,
  jpeg: async () => (await import('./image/parse-image.ts')).parseJpeg,
  tiff: async () => (await import('./image/parse-image.ts')).parseTiff,
  doc: async () => (await import('./compound/doc.ts')).parseDoc,
  xls: async () => (await import('./compound/xls.ts')).parseXls,
  ppt: async () => (await import('./compound/ppt.ts')).parsePpt,
  docx: async () => (await import('./archive/docx.ts')).parseDocx,
  pptx: async () => (await import('./archive/pptx.ts')).parsePptx,
  xlsx: async () => (await import('./archive/xlsx.ts')).parseXlsx,
  vsdx: async () => (await import('./archive/vsdx.ts')).parseVsdx,
  odt: async () => (await import('./archive/odt.ts')).parseOdt,
  ods: async () => (await import('./archive/ods.ts')).parseOds,
  odp: async () => (await import('./archive/odp.ts')).parseOdp,
  epub: async () => (await import('./archive/epub.ts')).parseEpub,
  rtf: async () => (await import('./rtf.ts')).parseRtf,
  html: async () => (await import('./html/parse-html.ts')).parseHtml,
  markdown: async () => (await import('./markdown.ts')).parseMarkdown,
  csv: async () => (await import('./delimited.ts')).parseDelimited,
  tsv: async () => (await import('./delimited.ts')).parseDelimited,
  text: async () => (await import('./text.ts')).parseTextFile,
};

/** Detects the format from the bytes, whatever the file name says, and extracts the text. scans: what to do with pictures
 *  of text; without it OCR is off. Throws SourceFault, and NeedsOcr as `scans` says. */
export async function parse(
  content: OriginalContent,
  scans?: Scans,
): Promise<ParsedDocument & { format: Format }> {
  const format = await sniffFormat(content);
  const parseFormat = await PARSERS[format]();
  return { ...(await parseFormat(content, scans)), format };
}
