import { createInnerReader, type ReadInner } from './inner-documents.ts';
import { createPictureReader, type ReadPictures, readNoPictures } from './ocr/read-pictures.ts';
import type { Scans } from './ocr/scans.ts';
import type { OriginalContent } from './original-content.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { type Format, sniffFormat } from './sniff-format.ts';

/** readInner: reads documents inside the document. scans: of the document itself. readPictures: reads pictures inside it. */
type Parser = (
  content: OriginalContent,
  readInner: ReadInner,
  scans?: Scans,
  readPictures?: ReadPictures,
) => ParsedDocument | Promise<ParsedDocument>;

/** Format -> its parser, loaded on first use. Parsers throw SourceFault for content that they cannot read, and keep to
 *  the limits of lib/limits.ts. Time and memory are limited from outside the thread. */
const PARSERS: Record<Format, () => Promise<Parser>> = {
  pdf: async () => (await import('./pdf/parse-pdf.ts')).parsePdf,
  png: async () => (await import('./image/parse-image.ts')).parsePng,
  jpeg: async () => (await import('./image/parse-image.ts')).parseJpeg,
  tiff: async () => (await import('./image/parse-image.ts')).parseTiff,
  webp: async () => (await import('./image/parse-image.ts')).parseWebp,
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
  eml: async () => (await import('./mail/eml.ts')).parseEml,
  msg: async () => (await import('./mail/msg.ts')).parseMsg,
  mbox: async () => (await import('./mail/mbox.ts')).parseMbox,
  mhtml: async () => (await import('./mail/mhtml.ts')).parseMhtml,
  ipynb: async () => (await import('./json/notebook.ts')).parseNotebook,
  json: async () => (await import('./json/json.ts')).parseJson,
  jsonl: async () => (await import('./json/json.ts')).parseJson,
  xml: async () => (await import('./xml/xml.ts')).parseXml,
  svg: async () => (await import('./xml/svg.ts')).parseSvg,
  fodt: async () => (await import('./archive/odt.ts')).parseOdt,
  fods: async () => (await import('./archive/ods.ts')).parseOds,
  fodp: async () => (await import('./archive/odp.ts')).parseOdp,
  html: async () => (await import('./html/parse-html.ts')).parseHtml,
  markdown: async () => (await import('./markdown.ts')).parseMarkdown,
  csv: async () => (await import('./delimited.ts')).parseDelimited,
  tsv: async () => (await import('./delimited.ts')).parseDelimited,
  text: async () => (await import('./text.ts')).parseTextFile,
};

/** Detects the format from the bytes, whatever the file name says, and extracts the text. scans: what to do with pictures
 *  of text; without it OCR is off. Pictures inside the document are read too, at any depth; scans inside it are not.
 *  Throws SourceFault, and NeedsOcr as `scans` says. */
export function parse(content: OriginalContent, scans?: Scans): Promise<ParsedDocument & { format: Format }> {
  const readPictures = scans
    ? createPictureReader(scans, (picture, ofPicture) => parseWith(picture, readNothing, ofPicture))
    : readNoPictures;
  const readInner = createInnerReader((inner, readDeeper) =>
    parseWith(inner, readDeeper, undefined, readPictures),
  );
  return parseWith(content, readInner, scans, readPictures);
}

/** A picture has no documents inside. */
const readNothing: ReadInner = () => Promise.resolve(undefined);

async function parseWith(
  content: OriginalContent,
  readInner: ReadInner,
  scans?: Scans,
  readPictures?: ReadPictures,
): Promise<ParsedDocument & { format: Format }> {
  const format = await sniffFormat(content);
  const parseFormat = await PARSERS[format]();
  return { ...(await parseFormat(content, readInner, scans, readPictures)), format };
}
