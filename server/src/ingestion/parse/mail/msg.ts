import { type CompoundFile, openCompoundFile } from '#ingestion/parse/compound/compound-file.ts';
import { decompressRtf } from '#ingestion/parse/compound/decompress-rtf.ts';
import {
  labelOf,
  type OutlookProperties,
  readProperties,
} from '#ingestion/parse/compound/outlook-properties.ts';
import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { decodeHtml } from '#ingestion/parse/html/decode-html.ts';
import type { ReadInner } from '#ingestion/parse/inner-documents.ts';
import { readNoPictures } from '#ingestion/parse/ocr/read-pictures.ts';
import type { Scans } from '#ingestion/parse/ocr/scans.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { addMail, subjectOf } from './add-mail.ts';
import { type Mail, type MailAttachment, shownDate } from './mail.ts';

/** Reads a message of Outlook (MSG): its subject, header fields, text and attachments. Throws SourceFault.
 *  Format: [MS-OXMSG]; properties: [MS-OXPROPS]. */
export async function parseMsg(
  { bytes }: OriginalContent,
  readInner: ReadInner,
  _scans?: Scans,
  readPictures = readNoPictures,
): Promise<ParsedDocument> {
  const mail = mailOf(openCompoundFile(bytes), ROOT_HEADER);
  const builder = createDocumentBuilder();
  await addMail(builder, mail, { readInner, readPictures });
  const title = subjectOf(mail);
  return builder.build({ ...(title !== undefined && { title }) });
}

/** Bytes before the short properties of a message, of one inside it, and of an attachment. */
const [ROOT_HEADER, INNER_HEADER, ATTACHMENT_HEADER] = [32, 24, 8];

function mailOf(storage: CompoundFile, headerBytes: number): Mail {
  const properties = readProperties(storage, headerBytes);
  const codePage = properties.integer('3FFD');
  const date = properties.date('0039') ?? properties.date('0E06');
  const rtf = properties.binary('1009');
  return {
    subject: properties.text('0037'),
    from: personOf(properties.text('0C1A'), properties.text('5D01') ?? properties.text('0C1F')),
    to: personsOf(properties.text('0E04')),
    cc: personsOf(properties.text('0E03')),
    date: date && shownDate(date),
    html: htmlOf(properties),
    text: properties.text('1000'),
    rtf: rtf && decompressRtf(rtf),
    attachments: [...storage.storages]
      .filter(([name]) => name.startsWith('__ATTACH_VERSION1.0_'))
      .slice(0, MAX_ATTACHMENTS)
      .map(([, attachment]) => attachmentOf(attachment(), codePage)),
  };
}

/** The most attachments of one message that are named. */
const MAX_ATTACHMENTS = 1_000;

/** The address of a colleague in an organisation is a path in its directory and no mail address. */
const personOf = (name: string | undefined, address: string | undefined): string | undefined =>
  address?.includes('@') && address !== name ? `${name ?? ''} <${address}>`.trim() : name;

const personsOf = (names: string | undefined): string[] =>
  (names ?? '')
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function htmlOf(properties: OutlookProperties): string | undefined {
  const text = properties.text('1013');
  const bytes = properties.binary('1013');
  if (text !== undefined || bytes === undefined) return text;
  const label = labelOf(properties.integer('3FDE'));
  return decodeHtml({ bytes, mimeType: label === undefined ? null : `text/html; charset=${label}` });
}

function attachmentOf(storage: CompoundFile, codePage: number | undefined): MailAttachment {
  const properties = readProperties(storage, ATTACHMENT_HEADER, codePage);
  const message = storage.storages.get('__SUBSTG1.0_3701000D');
  const isShown = properties.text('3712') === undefined;
  const mimeType = properties.text('370E') ?? null;
  const name = properties.text('3707') ?? properties.text('3704') ?? properties.text('3001') ?? '';
  return {
    name,
    mimeType,
    // A picture in the text has an id there.
    isHidden: !isShown && /\.(?:png|jpe?g|gif|bmp|emz|wmz)$/i.test(name),
    content: message
      ? { mail: () => mailOf(message(), INNER_HEADER) }
      : { bytes: () => properties.binary('3701') ?? new Uint8Array() },
  };
}
