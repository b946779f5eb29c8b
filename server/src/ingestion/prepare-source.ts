import type { Embedder } from '#models/model.ts';
import type { Outline, Shape } from '#records/outline.ts';
import { encodeSegment } from '#segment/segment.ts';
import type { SourceStage } from '#storage/tables.ts';
import { detectLanguage, SOURCE_SAMPLE_CHARACTERS } from '#text/language.ts';
import { type Chunk, chunkDocument } from './chunking/chunk.ts';
import { indexChunks } from './indexing/index-chunks.ts';
import type { ReadPage, Scans } from './parse/ocr/scans.ts';
import type { OriginalContent } from './parse/original-content.ts';
import { parse } from './parse/parse.ts';
import type { Block, ParsedDocument } from './parse/parsed-document.ts';
import { MIME_TYPES } from './parse/sniff-format.ts';
import { SourceFault } from './parse/source-fault.ts';
import { withoutRepeatedLines } from './web/repeated-lines.ts';

/** Everything that indexing stores: the text, its chunks and their search index (the bytes of segment/segment.ts). */
export type PreparedSource = {
  text: string;
  outline: Outline;
  /** The chunks without their texts, which are slices of `text`, so that the text leaves the thread only once. */
  chunks: Omit<Chunk, 'text'>[];
  segment: Uint8Array;
  /** The media type of the detected format. */
  mimeType: string;
  canonicalUrl: string | null;
  /** See ParsedDocument. */
  places: Uint8Array<ArrayBuffer> | null;
};

/** What is known of a source beside its content. repeatedLines: what the pages of its crawl repeat. */
export type SourceContext = { name: string; repeatedLines?: readonly string[] };

/** OCR in a thread: the most pages of a document, and what reads them; without a reader NeedsOcr is thrown. */
export type OcrOptions = Pick<Scans, 'maxPages'> & { readPage?: ReadPage };

/** Turns original content into everything that indexing stores. Pure computation, about 2 ms for 600 words; it runs in
 *  a worker thread.
 *  embedder: without one the segment has no vectors. name: of the source; part of the search index of each chunk.
 *  repeatedLines: taken out of an HTML page. ocr: without it, pictures of text are left out.
 *  report: called at each stage with the total progress, 0 to 1. Throws SourceFault for content without extractable
 *  text, and NeedsOcr as `ocr` says. */
export async function prepareSource(
  embedder: Embedder | undefined,
  {
    content,
    name,
    repeatedLines = [],
    ocr,
  }: { content: OriginalContent; ocr?: OcrOptions | undefined } & SourceContext,
  report: (stage: SourceStage, progress: number) => void = () => {},
): Promise<PreparedSource> {
  const parsed = await parse(content, ocr && scansOf(ocr, report));
  const document =
    parsed.format === 'html' && repeatedLines.length > 0
      ? withoutRepeatedLines(parsed, new Set(repeatedLines))
      : parsed;
  release(content);
  report('chunking', 0.4);
  const chunks = chunkDocument(document);
  if (chunks.length === 0) throw withoutText(document);
  const language = detectLanguage(document.text.slice(0, SOURCE_SAMPLE_CHARACTERS));
  const segment = await indexChunks(embedder, { chunks, name, language }, (share) =>
    report('embedding', 0.5 + 0.4 * share),
  );
  report('indexing', 0.9);
  return {
    text: document.text,
    outline: outlineOf(document),
    chunks: chunks.map(({ text: _, ...chunk }) => chunk),
    segment: encodeSegment(segment),
    mimeType: MIME_TYPES[document.format],
    canonicalUrl: document.canonicalUrl ?? null,
    places: document.places ?? null,
  };
}

function scansOf(
  { maxPages, readPage }: OcrOptions,
  report: (stage: SourceStage, progress: number) => void,
): Scans {
  if (!readPage) return { maxPages };
  const onPage = (done: number, total: number): void => report('ocr', (0.4 * done) / total);
  return { maxPages, read: { page: readPage, onPage } };
}

/** Frees the original bytes once the text is extracted, which saves up to 50 MB during indexing. */
function release({ bytes: { buffer } }: OriginalContent): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > 1024 * 1024) buffer.transfer(0);
}

const withoutText = ({ pageCount, format }: ParsedDocument & { format: string }): SourceFault =>
  new SourceFault(
    'no_text',
    'parsing',
    pageCount === undefined
      ? 'The content has no text to search.'
      : `The ${format.toUpperCase()} has ${pageCount === 1 ? 'one page' : `${pageCount} pages`} but no text; pictures of text need OCR first.`,
  );

function outlineOf({ text, blocks, title }: ParsedDocument): Outline {
  const headings = blocks
    .filter((block) => block.kind === 'heading')
    .map(({ start, end, level = 1 }) => ({ start, end, level, text: text.slice(start, end).trim() }));
  const pages: Outline['pages'] = [];
  for (const { page, start } of blocks)
    if (page !== undefined && page !== pages.at(-1)?.page) pages.push({ page, start });
  return { ...(title !== undefined && { title }), headings, pages, shapes: shapesOf(text, blocks) };
}

/** Items and rows that follow each other line by line are one shape, so that a long table costs no more than a short one. */
function shapesOf(text: string, blocks: readonly Block[]): Shape[] {
  const shapes: Shape[] = [];
  for (const { kind, start, end } of blocks) {
    if (kind === 'paragraph' || kind === 'heading') continue;
    const last = shapes.at(-1);
    const isLine = kind !== 'code' && !text.slice(start, end).includes('\n');
    const goesOn = isLine && last?.isLines && last.kind === kind && text.slice(last.end, start) === '\n';
    if (goesOn) last.end = end;
    else shapes.push({ kind, start, end, ...(isLine && { isLines: true }) });
  }
  return shapes;
}
