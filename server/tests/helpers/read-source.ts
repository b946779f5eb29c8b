import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';

/** An upload of these bytes. */
export const upload = (bytes: Uint8Array): OriginalContent => ({
  bytes,
  mimeType: null,
  fileName: null,
  origin: 'file',
});

/** The blocks of a document as `kind level: text`. */
export const blocksOf = ({ blocks, text }: ParsedDocument): string[] =>
  blocks.map(
    ({ kind, level, start, end }) =>
      `${kind}${level === undefined ? '' : ` ${level}`}: ${text.slice(start, end)}`,
  );
