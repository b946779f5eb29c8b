import type { ReadPictures } from '#ingestion/parse/ocr/read-pictures.ts';
import { lockedFile } from './archive-faults.ts';
import { type ArchivePictures, readArchivePictures } from './archive-pictures.ts';
import { createOdtLists, type OdtLists } from './odt-lists.ts';
import { createOdtStyles, type OdtStyles } from './odt-styles.ts';
import { type Archive, openArchive } from './open-archive.ts';
import { readXmlIfAny } from './read-xml.ts';

/** Opens an OpenDocument file, a package or a single XML file (part 3, 3.1.2). Throws SourceFault `encrypted_file` for a document with a password. Its parts are
 *  encrypted one by one, which only the manifest shows (part 2, 3.4), or together in one encrypted part (OpenDocument
 *  1.4). */
export async function openOdf(bytes: Uint8Array): Promise<Archive> {
  if (bytes[0] !== PACKAGE) return flatArchive(bytes);
  const archive = await openArchive(bytes);
  if (archive.has('encrypted-package')) throw lockedFile();
  let part = '';
  await readXmlIfAny(archive, 'META-INF/manifest.xml', {
    open: (name, attributes) => {
      if (name === 'manifest:file-entry') part = attributes['manifest:full-path'] ?? '';
      if (name === 'manifest:encryption-data' && (part === 'content.xml' || part === 'encrypted-package'))
        throw lockedFile();
    },
  });
  return archive;
}

/** Reads the pictures of a package, which are all in one folder. Throws NeedsOcr as `readPictures` says. */
export const readOdfPictures = (archive: Archive, readPictures: ReadPictures): Promise<ArchivePictures> =>
  readArchivePictures(
    archive,
    archive.entries.filter((name) => name.startsWith('Pictures/')),
    readPictures,
  );

/** The first byte of a ZIP file. */
const PACKAGE = 0x50;

/** A single XML file as a package, whose content and metadata are parts of the same text. Its headers and footers are left
 *  out: a package has them in a part that is not read as content. */
function flatArchive(bytes: Uint8Array): Archive {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const masters = file.indexOf('<office:master-styles');
  const end = file.indexOf('</office:master-styles>', masters);
  const parts =
    masters < 0 || end < 0 ? [file] : [file.subarray(0, masters), file.subarray(end + MASTERS_END)];
  const entries = ['content.xml', 'meta.xml'];
  return {
    entries,
    has: (name) => entries.includes(name),
    async *chunks() {
      yield* parts;
    },
    head: async () => Buffer.concat(parts),
    read: async () => Buffer.concat(parts),
  };
}

const MASTERS_END = '</office:master-styles>'.length;

/** The styles that a document shares between its parts. Those of its content are added as it is read. */
export async function readOdfStyles(archive: Archive): Promise<{ lists: OdtLists; styles: OdtStyles }> {
  const lists = createOdtLists();
  const styles = createOdtStyles();
  await readXmlIfAny(archive, 'styles.xml', {
    open: (name, attributes) => {
      lists.handlers.open(name, attributes);
      styles.handlers.open(name, attributes);
    },
    close: (name) => {
      lists.handlers.close(name);
      styles.handlers.close(name);
    },
  });
  return { lists, styles };
}
