import { lockedFile } from './archive-faults.ts';
import { createOdtLists, type OdtLists } from './odt-lists.ts';
import { createOdtStyles, type OdtStyles } from './odt-styles.ts';
import { type Archive, openArchive } from './open-archive.ts';
import { readXmlIfAny } from './read-xml.ts';

/** Opens an OpenDocument file. Throws SourceFault `encrypted_file` for a document with a password. Its parts are
 *  encrypted one by one, which only the manifest shows (part 2, 3.4), or together in one encrypted part (OpenDocument
 *  1.4). */
export async function openOdf(bytes: Uint8Array): Promise<Archive> {
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
