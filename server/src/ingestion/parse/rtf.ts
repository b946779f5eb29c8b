import { createFlow } from './archive/document-flow.ts';
import { createDocumentBuilder } from './document-builder.ts';
import type { OriginalContent } from './original-content.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { readRtf } from './rtf/read-rtf.ts';
import { createRtfBlocks } from './rtf/rtf-blocks.ts';
import { createRtfReader } from './rtf/rtf-reader.ts';

/** Reads a Rich Text Format document: headings by outline level or style, paragraphs, lists, tables, text boxes, and
 *  notes after the paragraphs that refer to them. Text is in Unicode or in the code pages of its fonts. Skips hidden
 *  and deleted text, comments, headers and footers, and pictures. Throws SourceFault. Format: RTF 1.9.1. */
export function parseRtf({ bytes }: OriginalContent): ParsedDocument {
  const builder = createDocumentBuilder();
  const blocks = createRtfBlocks(createFlow(builder));
  const reader = createRtfReader(blocks);
  readRtf(bytes, reader);
  const title = reader.finish() ?? blocks.title();
  return builder.build({ ...(title !== undefined && { title }) });
}
