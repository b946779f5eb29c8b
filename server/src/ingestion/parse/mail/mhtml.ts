import { parseHtml } from '#ingestion/parse/html/parse-html.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { parseMime } from './read-mime.ts';

/** Reads a saved web page (MHTML, RFC 2557): the main content of its first HTML part. Frames, pictures and styles are
 *  left out. Throws SourceFault `no_text` for an archive without a page. */
export async function parseMhtml({ bytes }: OriginalContent): Promise<ParsedDocument> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const page = await pageOf(archive);
  if (!page) return { text: '', blocks: [] };
  const document = parseHtml({
    bytes: page.bytes,
    mimeType: page.mimeType,
    fileName: null,
    origin: 'web-page',
    ...(page.url !== undefined && { url: page.url }),
  });
  return { ...document, ...(page.url !== undefined && !document.canonicalUrl && { canonicalUrl: page.url }) };
}

type Page = { bytes: Uint8Array; mimeType: string; url: string | undefined };

const MAX_PARTS = 20;
/** With this field the parser returns the bytes of a part instead of its text. */
const AS_BYTES = Buffer.from('Content-Disposition: attachment\r\n');

/** The first HTML part among the first parts. */
async function pageOf(archive: Buffer): Promise<Page | undefined> {
  const head = archive.toString('latin1', 0, MAX_HEAD);
  const boundary = /boundary\s{0,5}=\s{0,5}(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i.exec(head);
  const parts = boundary ? partsOf(archive, `--${boundary[1] ?? boundary[2]}`) : [archive];
  for (const part of parts) {
    const type = headerOf(part, 'content-type') ?? '';
    const isPage = /^(?:text\/html|application\/xhtml\+xml)/i.test(type);
    if (!isPage && !/^multipart\//i.test(type)) continue;
    const found = await parseMime(isPage ? Buffer.concat([AS_BYTES, part]) : part);
    const url =
      urlOf(headerOf(part, 'content-location')) ?? urlOf(headerOf(archive, 'snapshot-content-location'));
    const [content] = found.attachments;
    if (isPage && content && typeof content.content !== 'string')
      return { bytes: new Uint8Array(content.content), mimeType: type, url };
    if (!isPage && found.html !== undefined)
      return { bytes: Buffer.from(found.html), mimeType: 'text/html; charset=utf-8', url };
  }
  return undefined;
}

const MAX_HEAD = 16_000;

function partsOf(archive: Buffer, boundary: string): Buffer[] {
  const parts: Buffer[] = [];
  let start = archive.indexOf(`\n${boundary}`);
  while (start >= 0 && parts.length < MAX_PARTS) {
    const from = archive.indexOf('\n', start + 1) + 1;
    const end = archive.indexOf(`\n${boundary}`, start + 1);
    if (from > 0) parts.push(archive.subarray(from, end < 0 ? archive.length : end));
    start = end;
  }
  return parts;
}

/** A header field of a part, with the lines that continue it. */
function headerOf(part: Buffer, name: string): string | undefined {
  const head = part.toString('latin1', 0, MAX_HEAD).split(/\r?\n\r?\n/, 1)[0] ?? '';
  const lines = head.replace(/\r?\n[ \t]/g, ' ').split(/\r?\n/);
  const line = lines.find((field) => field.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}

function urlOf(address: string | undefined): string | undefined {
  if (address === undefined || address.length > LIMITS.urlCharacters || !URL.canParse(address))
    return undefined;
  const { protocol, href } = new URL(address);
  return /^https?:$/.test(protocol) ? href : undefined;
}
