import { type Archive, openArchive } from './open-archive.ts';
import { readXml } from './read-xml.ts';

type ArchiveFormat = 'docx' | 'pptx' | 'xlsx' | 'odt' | 'epub';

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
  return /^application\/vnd\.oasis\.opendocument\.text(?:-|$)/i.test(type) ? 'odt' : undefined;
}

/** Media types of main parts, as patterns for each family (ISO/IEC 29500-1, 15.2; [MS-OFFMACRO2]). */
const MAIN_TYPES: readonly [type: RegExp, format: ArchiveFormat][] = [
  [
    /wordprocessingml\.(?:document|template)\.main\+xml$|ms-word\.(?:document|template)\.macroEnabled/i,
    'docx',
  ],
  [/presentationml\.(?:presentation|slideshow|template)\.main\+xml$/i, 'pptx'],
  [/ms-powerpoint\.(?:presentation|slideshow|template)\.macroEnabled\.main\+xml$/i, 'pptx'],
  [/spreadsheetml\.(?:sheet|template)\.main\+xml$/i, 'xlsx'],
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
  return archive.has('xl/workbook.xml') ? 'xlsx' : undefined;
}
