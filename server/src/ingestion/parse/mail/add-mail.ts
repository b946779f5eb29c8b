import { addDocument } from '#ingestion/parse/add-document.ts';
import { cleanText } from '#ingestion/parse/clean-text.ts';
import { createDocumentBuilder, type DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { addHtmlBlocks } from '#ingestion/parse/html/html-blocks.ts';
import type { ReadInner } from '#ingestion/parse/inner-documents.ts';
import type { InnerPicture, ReadPictures } from '#ingestion/parse/ocr/read-pictures.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { parseRtf } from '#ingestion/parse/rtf.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { blocksOf } from '#ingestion/parse/text-blocks.ts';
import { isNoise } from '#ingestion/parse/text-noise.ts';
import type { Mail, MailAttachment } from './mail.ts';

/** The most attachments of one mail that are read. All are named. */
const MAX_ATTACHMENTS = 100;
const MAX_NAMES = 100;
const MAX_PERSONS = 50;
/** How deep mails inside mails are read, if they are no files of their own. */
const MAX_DEPTH = 3;

/** Adds a mail to a document: the subject as a heading, the header fields, the text, that of pictures in it, and each attachment that can be
 *  read below its name. Quoted replies stay in their place.
 *  level: of the heading. heading: if there is no subject. Throws SourceFault `too_large`. */
export async function addMail(
  builder: DocumentBuilder,
  mail: Mail,
  {
    readInner,
    readPictures,
    level = 1,
    heading = '',
    depth = 0,
  }: { readInner: ReadInner; readPictures: ReadPictures; level?: number; heading?: string; depth?: number },
): Promise<void> {
  const attachments = mail.attachments.filter(({ isHidden }) => !isHidden);
  builder.add('heading', subjectOf(mail) ?? heading, { level });
  builder.add('paragraph', fieldsOf(mail, attachments), { keepsLines: true });
  addDocument(builder, bodyOf(mail), level);
  const texts = await readPictures(mail.attachments.slice(0, MAX_ATTACHMENTS).flatMap(asPicture));
  for (const attachment of mail.attachments)
    if (attachment.isHidden) addTexts(builder, texts.get(attachment));
  for (const attachment of attachments.slice(0, MAX_ATTACHMENTS)) {
    const { name, mimeType, content } = attachment;
    const text = texts.get(attachment);
    if (text) {
      builder.add('heading', name, { level: Math.min(6, level + 1) });
      addTexts(builder, text);
      continue;
    }
    if ('mail' in content) {
      if (depth < MAX_DEPTH)
        await addMail(builder, content.mail(), {
          readInner,
          readPictures,
          level: level + 1,
          heading: name,
          depth: depth + 1,
        });
      continue;
    }
    const document = await readInner({
      bytes: content.bytes(),
      mimeType,
      fileName: name || null,
      origin: 'file',
    });
    if (!document) continue;
    const isNamed = name !== '' || document.blocks[0]?.kind !== 'heading';
    if (isNamed)
      builder.add('heading', name === '' ? (document.title ?? '') : name, { level: Math.min(6, level + 1) });
    addDocument(builder, document, isNamed ? level + 1 : level);
  }
}

/** Pictures in the text come too, although they are hidden. */
function asPicture(attachment: MailAttachment): InnerPicture<MailAttachment>[] {
  const { name, mimeType, content } = attachment;
  const isPicture = mimeType?.startsWith('image/') === true || /\.(?:png|jpe?g|tiff?|webp)$/i.test(name);
  return isPicture && 'bytes' in content
    ? [{ key: attachment, head: content.bytes, bytes: content.bytes }]
    : [];
}

function addTexts(builder: DocumentBuilder, texts: readonly string[] = []): void {
  for (const text of texts) builder.add('paragraph', text);
}

/** The subject on one line. */
export const subjectOf = ({ subject }: Mail): string | undefined =>
  subject?.replace(/\s+/g, ' ').trim().slice(0, MAX_SUBJECT) || undefined;

const MAX_SUBJECT = 300;

function fieldsOf({ from, to, cc, date }: Mail, attachments: readonly MailAttachment[]): string {
  const names = attachments.map(({ name }) => name).filter((name) => name !== '');
  const fields: [name: string, value: string][] = [
    ['From', from ?? ''],
    ['To', listOf(to, MAX_PERSONS)],
    ['Cc', listOf(cc, MAX_PERSONS)],
    ['Date', date ?? ''],
    ['Attachments', listOf(names, MAX_NAMES)],
  ];
  return fields
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `${name}: ${value.replace(/\s+/g, ' ')}`)
    .join('\n');
}

const listOf = (items: readonly string[], most: number): string =>
  items.length <= most
    ? items.join(', ')
    : `${items.slice(0, most).join(', ')} and ${items.length - most} more`;

/** The body as HTML, unless it has no text, as in a mail that is one picture. */
function bodyOf({ html, text, rtf }: Mail): ParsedDocument {
  if (html !== undefined) {
    const builder = createDocumentBuilder();
    addHtmlBlocks(builder, html);
    const document = builder.build();
    if (document.blocks.length > 0) return document;
  }
  if (text !== undefined && text.trim() !== '') return plainBody(text);
  return rtf === undefined ? { text: '', blocks: [] } : rtfBody(rtf);
}

/** Lines that look like headings are mostly greetings and signatures, so a plain body has none. Blocks of encoded data,
 *  such as an encrypted message, are left out. */
function plainBody(raw: string): ParsedDocument {
  const text = cleanText(raw);
  const blocks = blocksOf(text)
    .map(({ level: _, ...block }) => ({
      ...block,
      kind: block.kind === 'heading' ? ('paragraph' as const) : block.kind,
    }))
    .filter(({ start, end }) => !isNoise(text.slice(start, end)));
  return { text, blocks };
}

function rtfBody(bytes: Uint8Array): ParsedDocument {
  try {
    return parseRtf({ bytes, mimeType: null, fileName: null, origin: 'file' });
  } catch (error) {
    if (error instanceof SourceFault) return { text: '', blocks: [] };
    throw error;
  }
}
