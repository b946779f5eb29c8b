import { type Archive, openArchive } from './open-archive.ts';
import { readXml } from './read-xml.ts';

type ArchiveFormat = 'docx' | 'pptx' | 'xlsx' | 'vsdx' | 'odt' | 'ods' | 'odp' | 'epub';

/** Detects the document format of a ZIP file from its content. Templates, slide shows and documents with macros count
 *  as their family. Returns undefined for any other archive. Throws SourceFault `encrypted_file`, `unreadable_file` or
 *  `too_large`. */
export async function sniffArchive(bytes: Uint8Array): Promise<ArchiveFormat | undefined> {
  const archive = await openArchive(bytes);
  if (archive.has('mimetype'))
    return byMediaType((await archive.read('mimetype')).toString('latin1', 0, 200));
  if (archive.has('[Content_Types].xml')) return (await byContentTypes(archive)) ?? byParts(archive);
  if (archive.has('META-INF/container.xml')) return 'epub';
  return byParts(archive);
}

function byMediaType(mediaType: string): ArchiveFormat | undefined {
  const type = mediaType.trim();
  if (/^application\/epub\+zip\b/i.test(type)) return 'epub';
  const kind = /^application\/vnd\.(?:oasis\.opendocument|sun\.xml)\.([a-z]{1,20})(?=[-.]|$)/i.exec(
    type,
  )?.[1];
  return ODF_KINDS.get(kind?.toLowerCase() ?? '');
}

/** The kinds of OpenDocument, and of OpenOffice 1, which differs only in its names. */
const ODF_KINDS = new Map<string, ArchiveFormat>([
  ['text', 'odt'],
  ['writer', 'odt'],
  ['spreadsheet', 'ods'],
  ['calc', 'ods'],
  ['presentation', 'odp'],
  ['impress', 'odp'],
  ['graphics', 'odp'],
  ['draw', 'odp'],
]);

/** Media types of main parts, as patterns for each family (ISO/IEC 29500-1, 15.2; [MS-OFFMACRO2]). */
const MAIN_TYPES: readonly [type: RegExp, format: ArchiveFormat][] = [
  [
    /wordprocessingml\.(?:document|template)\.main\+xml$|ms-word\.(?:document|template)\.macroEnabled/i,
    'docx',
  ],
  [/presentationml\.(?:presentation|slideshow|template)\.main\+xml$/i, 'pptx'],
  [/ms-powerpoint\.(?:presentation|slideshow|template)\.macroEnabled\.main\+xml$/i, 'pptx'],
  [/spreadsheetml\.(?:sheet|template)\.main\+xml$/i, 'xlsx'],
  [/ms-visio\.(?:drawing|template|stencil)(?:\.macroEnabled)?\.main\+xml$/i, 'vsdx'],
  [/ms-excel\.(?:sheet|template)\.macroEnabled\.main\+xml$/i, 'xlsx'],
];

async function byContentTypes(archive: Archive): Promise<ArchiveFormat | undefined> {
  let found: ArchiveFormat | undefined;
  await readXml(archive, '[Content_Types].xml', {
    open: (name, { ContentType = '' }) => {
      if (name === 'ct:Override' || name === 'ct:Default')
        found ??= MAIN_TYPES.find(([type]) => type.test(ContentType))?.[1];
    },
  });
  return found;
}

function byParts(archive: Archive): ArchiveFormat | undefined {
  if (archive.has('word/document.xml')) return 'docx';
  if (archive.has('ppt/presentation.xml')) return 'pptx';
  if (archive.has('visio/document.xml')) return 'vsdx';
  return archive.has('xl/workbook.xml') ? 'xlsx' : undefined;
}
