import { isUtf8 } from 'node:buffer';
import { decodeText } from './decode-text.ts';
import type { OriginalContent } from './original-content.ts';

/** Decodes text by the charset of the media type that came with it, unless its bytes say otherwise: by a byte order mark,
 *  or by being UTF-8 throughout. */
export function decodeDeclared({ bytes, mimeType }: Pick<OriginalContent, 'bytes' | 'mimeType'>): string {
  const declared = charsetOf(mimeType);
  const isMarked = (bytes[0] ?? 0) >= 0xfe;
  return isMarked || isUtf8(bytes) || declared === 'utf-8'
    ? decodeText(bytes).text
    : new TextDecoder(declared).decode(bytes);
}

/** The encoding that a media type names, or UTF-8, which is what most that name none are in. */
function charsetOf(mimeType: string | null): string {
  const label = /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(mimeType ?? '')?.[1];
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}
