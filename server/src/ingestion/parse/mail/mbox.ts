import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { ReadInner } from '#ingestion/parse/inner-documents.ts';
import { readNoPictures } from '#ingestion/parse/ocr/read-pictures.ts';
import type { Scans } from '#ingestion/parse/ocr/scans.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { addMail } from './add-mail.ts';
import { readMime } from './read-mime.ts';

const MAX_MAILS = 10_000;

/** Reads a mailbox (MBOX, RFC 4155): a section for each mail, in order. A mail that cannot be read is left out. Throws
 *  SourceFault `too_large` for more than 10,000 mails. */
export async function parseMbox(
  { bytes }: OriginalContent,
  readInner: ReadInner,
  _scans?: Scans,
  readPictures = readNoPictures,
): Promise<ParsedDocument> {
  const mailbox = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = startsOf(mailbox);
  if (starts.length > MAX_MAILS)
    throw new SourceFault(
      'too_large',
      'parsing',
      `The mailbox has more than ${MAX_MAILS.toLocaleString('en')} mails, which is the limit. Split it and add the parts.`,
    );
  const builder = createDocumentBuilder();
  for (const [index, start] of starts.entries()) {
    const mail = await readMime(unquoted(mailbox.subarray(start, starts[index + 1]))).catch(
      (error: unknown) => {
        if (error instanceof SourceFault) return undefined;
        throw error;
      },
    );
    if (mail) await addMail(builder, mail, { readInner, readPictures, heading: mail.from ?? `${index + 1}` });
  }
  return builder.build();
}

/** The positions of the lines that begin a mail: `From ` with an address and a date, after an empty line. */
function startsOf(mailbox: Buffer): number[] {
  const starts = [0];
  for (
    let at = mailbox.indexOf(SIGN);
    at >= 0 && starts.length <= MAX_MAILS;
    at = mailbox.indexOf(SIGN, at + 1)
  ) {
    const before = mailbox.toString('latin1', Math.max(0, at - 2), at);
    const line = mailbox.toString('latin1', at + 1, at + 300);
    if (/\n\r?$/.test(before) && /^From [^\n]{0,200}\d{4}[ \r]{0,9}(?:\n|[-+])/.test(line))
      starts.push(at + 1);
  }
  return starts;
}

const SIGN = '\nFrom ';

/** The mail below its first line. Lines that begin with `From ` have a mark in a mailbox. */
function unquoted(mail: Buffer): Uint8Array {
  const content = mail.subarray(mail.indexOf('\n') + 1);
  if (!content.includes('\n>From ')) return content;
  return Buffer.from(content.toString('latin1').replaceAll('\n>From ', '\nFrom '), 'latin1');
}
