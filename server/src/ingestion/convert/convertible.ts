import type { OriginalContent } from '#ingestion/parse/original-content.ts';

/** The format that LibreOffice writes, of those that keep the headings, tables or pages of the document. */
export type Target = 'docx' | 'xlsx' | 'pptx' | 'pdf';

/** File extension -> the target, for formats that LibreOffice reads and Footnote does not, or only in newer versions. */
const TARGETS: Readonly<Record<string, Target>> = {
  ...into('docx', 'abw doc dot hwp lwp mcw pages sdw wpd wps wri'),
  ...into('xlsx', '123 dbf numbers qpw sdc wb2 wk1 wk3 wk4 wks xls xlsb xlt xlw'),
  ...into('pptx', 'key pot pps ppt sdd'),
  ...into('pdf', 'cdr pmd pub vsd'),
};

function into(target: Target, extensions: string): Record<string, Target> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, target]));
}

/** Apple's formats are ZIP archives; private keys are called `.key` too. */
const ZIPPED: ReadonlySet<string> = new Set(['key', 'numbers', 'pages']);

/** What a converter needs to know of content; undefined for content that LibreOffice does not read. The name decides,
 *  because the formats have no signature in common. */
export function convertible({
  bytes,
  fileName,
  url,
}: Pick<OriginalContent, 'bytes' | 'fileName' | 'url'>): { extension: string; target: Target } | undefined {
  const name = fileName ?? (url === undefined ? '' : new URL(url).pathname);
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const target = Object.hasOwn(TARGETS, extension) ? TARGETS[extension] : undefined;
  if (ZIPPED.has(extension) && !isZip(bytes)) return undefined;
  return target && { extension, target };
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;
