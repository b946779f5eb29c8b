import { isUtf8 } from 'node:buffer';
import { decodeText } from './decode-text.ts';
import type { OriginalContent } from './original-content.ts';

/** Decodes text by the charset of its media type, unless a byte order mark or entirely valid UTF-8 shows otherwise. */
export function decodeDeclared({ bytes, mimeType }: Pick<OriginalContent, 'bytes' | 'mimeType'>): string {
  const declared = charsetOf(mimeType);
  const isMarked = (bytes[0] ?? 0) >= 0xfe;
  return isMarked || isUtf8(bytes) || declared === 'utf-8'
    ? decodeText(bytes).text
    : new TextDecoder(declared).decode(bytes);
}

/** The charset of a media type. The default is UTF-8, the most common one where none is declared. */
function charsetOf(mimeType: string | null): string {
  const label = /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(mimeType ?? '')?.[1];
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}
