import { isUtf8 } from 'node:buffer';
import { decodeText } from '#ingestion/parse/decode-text.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';

/** Decodes a page as browsers do (WHATWG, encoding sniffing): by its byte order mark, then the charset of its media
 *  type, then the declaration in its first 4 KB, then by its bytes. A declaration that contradicts the bytes is
 *  ignored. */
export function decodeHtml({ bytes, mimeType }: Pick<OriginalContent, 'bytes' | 'mimeType'>): string {
  const hasMark = (bytes[0] === 0xef && bytes[1] === 0xbb) || (bytes[0] ?? 0) >= 0xfe;
  const declared = hasMark ? undefined : (encodingOf(charsetIn(mimeType ?? '')) ?? declaredIn(bytes));
  if (declared === undefined || declared === 'utf-8') return decodeText(bytes).text;
  // Many servers declare one encoding for everything they send.
  const least = /^(?:windows|iso-8859)/.test(declared) ? 1 : LEAST_MULTI_BYTE;
  if (isUtf8(bytes) && hasMultiByte(bytes, least)) return new TextDecoder().decode(bytes);
  return new TextDecoder(declared).decode(bytes);
}

/** A few characters in GBK or Shift JIS can be valid UTF-8 by chance. The chance of so many is less than one in
 *  100,000. */
const LEAST_MULTI_BYTE = 8;

/** True if text in UTF-8 has at least so many characters beyond ASCII. */
function hasMultiByte(bytes: Uint8Array, least: number): boolean {
  let found = 0;
  for (const byte of bytes) {
    // The first byte of a character.
    if (byte >= 0xc2) found += 1;
    if (found >= least) return true;
  }
  return false;
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, PRESCANNED_BYTES)).toString('latin1');
  // Backtracks: the head is only 4 KB.
  for (const [tag] of head.replace(/<!--.*?-->/gs, '').matchAll(/<meta[\s/][^>]{1,1000}/gi)) {
    const encoding = encodingOf(charsetIn(tag));
    // In UTF-16 this tag could not have been read.
    if (encoding) return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  }
  return encodingOf(/^\s*<\?xml[^>]{1,200}?encoding\s*=\s*["']([\w.:-]{1,40})/i.exec(head)?.[1]);
}

const PRESCANNED_BYTES = 4_096;

const charsetIn = (text: string): string | undefined =>
  /charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i.exec(text)?.[1];

function encodingOf(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
