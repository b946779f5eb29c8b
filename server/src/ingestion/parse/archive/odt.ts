import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { lockedFile } from './archive-faults.ts';
import { createFlow } from './document-flow.ts';
import { createOdtBody } from './odt-body.ts';
import { createOdtLists } from './odt-lists.ts';
import { createOdtStyles } from './odt-styles.ts';
import { readTitle, tidyTitle } from './office-package.ts';
import { type Archive, openArchive } from './open-archive.ts';
import { readXml, readXmlIfAny } from './read-xml.ts';

/** Reads an OpenDocument text: headings, paragraphs, numbered lists, tables, text boxes, and notes after the paragraphs
 *  that refer to them. Skips comments, deleted and hidden text, tables of contents, and pictures. Throws SourceFault.
 *  Format: OASIS OpenDocument 1.3, part 3. */
export async function parseOdt({ bytes }: OriginalContent): Promise<ParsedDocument> {
  const archive = await openArchive(bytes);
  await refuseLocked(archive);
  const builder = createDocumentBuilder();
  const flow = createFlow(builder);
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
  const body = createOdtBody(flow, lists, styles);
  await readXml(archive, 'content.xml', body);
  flow.finish();
  const title = (await readTitle(archive, 'meta.xml')) ?? tidyTitle(body.title());
  return builder.build({ ...(title !== undefined && { title }) });
}

/** Throws SourceFault `encrypted_file` for a document with a password. Its parts are encrypted one by one, which only
 *  the manifest shows (part 2, 3.4), or together in one encrypted part (OpenDocument 1.4). */
async function refuseLocked(archive: Archive): Promise<void> {
  if (archive.has('encrypted-package')) throw lockedFile();
  let part = '';
  await readXmlIfAny(archive, 'META-INF/manifest.xml', {
    open: (name, attributes) => {
      if (name === 'manifest:file-entry') part = attributes['manifest:full-path'] ?? '';
      if (name === 'manifest:encryption-data' && (part === 'content.xml' || part === 'encrypted-package'))
        throw lockedFile();
    },
  });
}
