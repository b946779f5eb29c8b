import { fileTypeFromBuffer } from 'file-type';
import { FORMAT_OF_EXTENSION } from '#isomorphic/format-of-extension.ts';
import { sniffArchive } from './archive/sniff-archive.ts';
import { sniffCompound } from './compound/sniff-compound.ts';
import { decodeText, looksBinary } from './decode-text.ts';
import { pictureFormat } from './image/picture-header.ts';
import type { OriginalContent } from './original-content.ts';
import { isPdf } from './pdf/pdf-signature.ts';
import { sniffText } from './sniff-text.ts';
import { SourceFault } from './source-fault.ts';

/** Supported format -> its media type. */
export const MIME_TYPES = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  tiff: 'image/tiff',
  webp: 'image/webp',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  vsdx: 'application/vnd.ms-visio.drawing',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
  rtf: 'application/rtf',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  mbox: 'application/mbox',
  mhtml: 'multipart/related',
  ipynb: 'application/x-ipynb+json',
  json: 'application/json',
  jsonl: 'application/jsonl',
  xml: 'application/xml',
  svg: 'image/svg+xml',
  fodt: 'application/vnd.oasis.opendocument.text-flat-xml',
  fods: 'application/vnd.oasis.opendocument.spreadsheet-flat-xml',
  fodp: 'application/vnd.oasis.opendocument.presentation-flat-xml',
  html: 'text/html',
  markdown: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  text: 'text/plain',
} as const;

export type Format = keyof typeof MIME_TYPES;

/** Detects the format of content. Binary formats and HTML are detected only from the bytes, mail, JSON and XML too unless
 *  they claim to be Markdown or a table. Other kinds of text look alike, so the file name and the media type decide.
 *  Throws SourceFault `unsupported_format` for any other format, and
 *  for text with the name of a binary format; `encrypted_file` for an encrypted archive. */
export async function sniffFormat(content: OriginalContent): Promise<Format> {
  const { bytes, origin } = content;
  if (origin === 'text') return 'text';
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  if (isPdf(bytes)) return 'pdf';
  if (head.subarray(0, 5).toString('latin1') === '{\\rtf') return 'rtf';
  if (isZip(head)) return (await sniffArchive(bytes)) ?? refuse(content, 'a ZIP archive', UNPACK);
  // At the address of a page, a picture is an ornament or an error more often than a scan.
  const picture = content.origin === 'web-page' ? undefined : pictureFormat(head);
  if (picture) return picture;
  if (isCompoundFile(head)) return sniffCompound(bytes);
  if (looksBinary(bytes)) return await refuseBinary(content);
  const format = kindOfText(content, head);
  const claimed = claimOf(content);
  if (claimed && BINARY.has(claimed)) refuse(content, format === 'html' ? 'a web page (HTML)' : 'plain text');
  return format;
}

const HEAD_BYTES = 4_096;
const BINARY: ReadonlySet<Format> = new Set([
  'pdf',
  'png',
  'jpeg',
  'tiff',
  'webp',
  'doc',
  'xls',
  'ppt',
  'docx',
  'pptx',
  'xlsx',
  'vsdx',
  'odt',
  'ods',
  'odp',
  'epub',
  'rtf',
  'msg',
]);

const EXTENSIONS: Record<string, Format> = FORMAT_OF_EXTENSION;

const isZip = (head: Buffer): boolean => /^504b(?:0304|0506)$/.test(head.toString('hex', 0, 4));

const isCompoundFile = (head: Buffer): boolean => head.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1';

/** The format that the file name claims, or else the media type. For URLs the media type comes first. */
function claimOf({ fileName, mimeType, url }: OriginalContent): Format | undefined {
  const name = fileName ?? (url === undefined ? '' : new URL(url).pathname);
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = mimeType?.split(';')[0]?.trim().toLowerCase();
  const byType =
    OTHER_TYPES[type ?? ''] ??
    (Object.keys(MIME_TYPES) as Format[]).find((format) => MIME_TYPES[format] === type);
  const byName = EXTENSIONS[extension];
  // The media type of a server is more reliable than the URL: /robots.pdf may be a page about a PDF.
  return url === undefined ? (byName ?? byType) : (byType ?? byName);
}

/** Further media types of text formats. */
const OTHER_TYPES: Record<string, Format> = {
  'text/xml': 'xml',
  'application/rss+xml': 'xml',
  'application/atom+xml': 'xml',
  'application/ld+json': 'json',
  'application/geo+json': 'json',
  'application/x-ndjson': 'jsonl',
  'application/x-mimearchive': 'mhtml',
};

const LOOSE: ReadonlySet<Format> = new Set(['markdown', 'csv', 'tsv', 'text']);

function kindOfText(content: OriginalContent, head: Buffer): Format {
  const claimed = claimOf(content);
  const start = decodeText(head).text.replace(/^(?:\s|<!--[\s\S]*?-->|<\?xml[^>]*>)+/, '');
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(start)) return 'html';
  if (claimed === 'html') return /<[a-z!/]/i.test(start) ? 'html' : 'text';
  const isLoose = claimed !== undefined && LOOSE.has(claimed);
  const last = decodeText(content.bytes.subarray(-1_000)).text;
  const sniffed = isLoose && claimed !== 'text' ? undefined : sniffText(decodeText(head).text, last, claimed);
  return sniffed ?? (isLoose ? claimed : 'text');
}

async function refuseBinary(content: OriginalContent): Promise<never> {
  const type = await fileTypeFromBuffer(content.bytes.subarray(0, 64 * 1024)).catch(() => undefined);
  if (!type) return refuse(content, 'a binary file of an unknown kind');
  return ARCHIVES.has(type.ext)
    ? refuse(content, `an archive (${type.ext.toUpperCase()})`, UNPACK)
    : refuse(
        content,
        `a file of the type ${type.ext.toUpperCase()}`,
        PICTURES.has(type.ext) ? AS_PNG : READABLE,
      );
}

/** Archives of any files, by the extensions that `file-type` names them with. */
const ARCHIVES: ReadonlySet<string> = new Set([
  'tar',
  'tar.gz',
  'gz',
  'bz2',
  'xz',
  'zst',
  '7z',
  'rar',
  'lz',
  'Z',
]);
const UNPACK =
  'Send a ZIP, TAR or TAR.GZ to POST /v1/knowledge-base/archives, which adds its files, or unpack it and sync the folder with "footnote sync".';

/** Pictures that cannot be read, by the extensions that `file-type` names them with. */
const PICTURES: ReadonlySet<string> = new Set(['heic', 'avif', 'gif', 'bmp', 'jxl', 'jp2', 'psd', 'ico']);
const AS_PNG = 'Save the picture as PNG or JPEG and upload that.';

function refuse({ fileName, origin }: OriginalContent, what: string, advice = READABLE): never {
  const subject = fileName ?? (origin === 'web-page' ? 'The page' : 'The content');
  throw new SourceFault('unsupported_format', 'parsing', `${subject} is ${what} by its bytes. ${advice}`);
}

const READABLE =
  'What can be read: PDF, DOC, DOCX, PPT, PPTX, XLS, XLSX, VSDX, ODT, ODS, ODP, EPUB, RTF, HTML, email, notebooks, JSON, XML, Markdown, CSV, plain text, and text in PNG, JPEG, TIFF and WebP pictures.';
