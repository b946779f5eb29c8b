import type { DocumentBuilder } from './document-builder.ts';
import type { ParsedDocument } from './parsed-document.ts';

/** Adds the blocks of a document to another one, without its pages. headingOffset: added to the heading levels. */
export function addDocument(
  builder: Pick<DocumentBuilder, 'add'>,
  { text, blocks }: ParsedDocument,
  headingOffset: number,
): void {
  for (const { kind, start, end, level } of blocks)
    builder.add(kind, text.slice(start, end), {
      keepsLines: true,
      level: level === undefined ? undefined : Math.min(6, level + headingOffset),
    });
}
