import { createBlockReader } from '#ingestion/parse/html/block-reader.ts';
import { decodeHtml } from '#ingestion/parse/html/decode-html.ts';
import type { Piece } from '#ingestion/parse/html/html-pieces.ts';
import { readHtml } from '#ingestion/parse/html/read-html.ts';

/** The text of a page that is stored inside a document, as HTML or as a web archive (MHTML, RFC 2557). */
export function readEmbeddedHtml(bytes: Uint8Array): Piece[] {
  const page = pageOf(bytes);
  const reader = createBlockReader();
  readHtml(decodeHtml({ bytes: page.bytes, mimeType: page.mimeType }), reader);
  return reader.pieces();
}

/** The page of a web archive is its first part in HTML. */
function pageOf(bytes: Uint8Array): { bytes: Uint8Array; mimeType: string | null } {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!/^(?:MIME-Version|From|Content-Type):/im.test(text.slice(0, 500))) return { bytes, mimeType: null };
  const boundary = /boundary\s{0,5}=\s{0,5}"?([^"\s;]{1,100})/i.exec(text.slice(0, 4_000))?.[1];
  for (let part = 0; part < text.length; ) {
    const end = boundary === undefined ? -1 : text.indexOf(`\n--${boundary}`, part);
    const found = htmlOf(text.slice(part, end < 0 ? text.length : end));
    if (found) return found;
    if (end < 0) break;
    part = end + 3 + (boundary?.length ?? 0);
  }
  return { bytes, mimeType: null };
}

function htmlOf(part: string): { bytes: Uint8Array; mimeType: string } | undefined {
  const blank = /\r?\n\r?\n/.exec(part.slice(0, MAX_HEAD));
  if (!blank) return undefined;
  const head = part.slice(0, blank.index);
  const type = /^content-type:[ \t]*(text\/html[^\r\n]*(?:\r?\n[ \t][^\r\n]*)?)/im.exec(head)?.[1];
  if (type === undefined) return undefined;
  const body = part.slice(blank.index + blank[0].length);
  const encoding = /^content-transfer-encoding:[ \t]*([\w-]+)/im.exec(head)?.[1]?.toLowerCase();
  const bytes = Buffer.from(
    encoding === 'quoted-printable' ? unquoted(body) : body,
    encoding === 'base64' ? 'base64' : 'latin1',
  );
  return { bytes, mimeType: type };
}

const MAX_HEAD = 8_000;

const unquoted = (text: string): string =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
