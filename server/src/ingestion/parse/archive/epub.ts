import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { createBlockReader } from '#ingestion/parse/html/block-reader.ts';
import { addPieces } from '#ingestion/parse/html/html-blocks.ts';
import type { Piece } from '#ingestion/parse/html/html-pieces.ts';
import { readHtml } from '#ingestion/parse/html/read-html.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { damagedFile, lockedFile } from './archive-faults.ts';
import { readPublication } from './epub-publication.ts';
import { type Archive, openArchive } from './open-archive.ts';
import { partPath } from './part-path.ts';
import { readXml, readXmlIfAny } from './read-xml.ts';
import { decodeXml } from './xml-decoder.ts';

/** Reads an EPUB 2 or 3 book: its documents in spine order, without tables of contents. Throws SourceFault. Format:
 *  EPUB 3.3, sections 4 and 5. */
export async function parseEpub({ bytes }: OriginalContent): Promise<ParsedDocument> {
  const archive = await openArchive(bytes);
  const { title, documents } = await readPublication(archive, await packagePart(archive));
  await refuseLocked(archive, new Set(documents.map(({ part }) => part)));
  const present = documents.filter(({ part }) => archive.has(part));
  if (documents.length > 0 && present.length === 0) throw damagedFile('it lacks all its chapters');
  const builder = createDocumentBuilder();
  for (const { part, isContents } of present) {
    const reader = createBlockReader();
    readHtml(decodeXml(await archive.read(part)), reader);
    const pieces = reader.pieces();
    if (!isContents || !isMostlyLinks(pieces)) addPieces(builder, pieces);
  }
  return builder.build({ ...(title !== undefined && { title }) });
}

/** True for a table of contents. Some books name a document as theirs that also holds chapters. */
function isMostlyLinks(pieces: readonly Piece[]): boolean {
  let linked = 0;
  let length = 0;
  for (const { text, links } of pieces) {
    length += text.length;
    linked += links?.length ?? 0;
  }
  return linked > length / 2;
}

async function packagePart(archive: Archive): Promise<string> {
  let part: string | undefined;
  await readXml(archive, 'META-INF/container.xml', {
    open: (name, attributes) => {
      if (name === 'ocf:rootfile') part ??= partPath('', attributes['full-path'] ?? '');
    },
  });
  if (part === undefined) throw damagedFile('it does not say where its book begins');
  return part;
}

/** Algorithms that make fonts unusable outside the book. They do not encrypt its text (EPUB 3.3, 4.4; Adobe). */
const FONT_OBFUSCATION = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;

async function refuseLocked(archive: Archive, documents: ReadonlySet<string>): Promise<void> {
  let isObfuscation = false;
  await readXmlIfAny(archive, 'META-INF/encryption.xml', {
    open: (name, { Algorithm = '', URI = '' }) => {
      if (name === 'enc:EncryptedData') isObfuscation = false;
      else if (name === 'enc:EncryptionMethod') isObfuscation = FONT_OBFUSCATION.test(Algorithm);
      else if (name === 'enc:CipherReference' && !isObfuscation && documents.has(partPath('', URI) ?? ''))
        throw lockedFile();
    },
  });
}
