import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { ReadInner } from '#ingestion/parse/inner-documents.ts';
import { readNoPictures } from '#ingestion/parse/ocr/read-pictures.ts';
import type { Scans } from '#ingestion/parse/ocr/scans.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { addMail, subjectOf } from './add-mail.ts';
import { readMime } from './read-mime.ts';

/** Reads a mail (EML), also as Apple Mail saves it (EMLX): its subject, header fields, text and attachments. Throws
 *  SourceFault. */
export async function parseEml(
  { bytes }: OriginalContent,
  readInner: ReadInner,
  _scans?: Scans,
  readPictures = readNoPictures,
): Promise<ParsedDocument> {
  const mail = await readMime(withoutLength(bytes));
  const builder = createDocumentBuilder();
  await addMail(builder, mail, { readInner, readPictures });
  const title = subjectOf(mail);
  return builder.build({ ...(title !== undefined && { title }) });
}

/** The mail of an EMLX file, which begins with the length of the mail and ends with a property list. */
function withoutLength(bytes: Uint8Array): Uint8Array {
  const first = /^(\d{1,12})\s{0,20}\n/.exec(Buffer.from(bytes.subarray(0, 40)).toString('latin1'));
  if (!first) return bytes;
  const start = first[0].length;
  return bytes.subarray(start, start + Number(first[1]));
}
