import { decodeText, looksBinary } from './decode-text.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { SourceFault } from './source-fault.ts';
import { parseText } from './text.ts';

/** Finds out what the bytes are, whatever their name says, and extracts their text. Throws SourceFault
 *  `unsupported_format` for a format that is not read yet. */
export function parse({
  bytes,
  fileName,
  isText,
}: {
  bytes: Uint8Array;
  fileName: string | null;
  isText: boolean;
}): ParsedDocument {
  if (isText) return parseText(new TextDecoder().decode(bytes));
  if (looksBinary(bytes)) {
    throw new SourceFault(
      'unsupported_format',
      'parsing',
      `${fileName ?? 'The content'} is not plain text; for now plain text (TXT) is what can be read.`,
    );
  }
  return parseText(decodeText(bytes).text);
}
