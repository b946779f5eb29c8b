import type { OriginalContent } from './original-content.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { SourceFault } from './source-fault.ts';

/** Reads a document that is inside another one, such as an attachment of a mail. Returns undefined for what cannot be
 *  read, and for what goes beyond the limits of a file, so that the document around it is read without it. */
export type ReadInner = (content: OriginalContent) => Promise<ParsedDocument | undefined>;

/** What the documents inside one file may still use, at all depths together. */
type Budget = { documents: number; bytes: number };

type ParseAt = (content: OriginalContent, readInner: ReadInner) => Promise<ParsedDocument>;

const MAX_DEPTH = 3;
const MAX_DOCUMENTS = 1_000;
const MAX_BYTES = 200 * 1024 * 1024;

/** Creates the reader for the documents inside one file. */
export function createInnerReader(parseAt: ParseAt): ReadInner {
  const budget: Budget = { documents: MAX_DOCUMENTS, bytes: MAX_BYTES };
  const readerAt =
    (depth: number): ReadInner =>
    async (content) => {
      const size = content.bytes.length;
      if (depth > MAX_DEPTH || budget.documents === 0 || size > budget.bytes) return undefined;
      budget.documents -= 1;
      budget.bytes -= size;
      try {
        const document = await parseAt(content, readerAt(depth + 1));
        return document.blocks.length > 0 ? document : undefined;
      } catch (error) {
        if (error instanceof SourceFault) return undefined;
        throw error;
      }
    };
  return readerAt(1);
}
