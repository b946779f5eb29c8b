import { isUtf8 } from 'node:buffer';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { decodeText } from '#ingestion/parse/decode-text.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { type Mail, type MailAttachment, shownDate } from './mail.ts';

/** Reads a mail as it is sent (RFC 5322, MIME). Mails inside it are attachments. Throws SourceFault `unreadable_file` for
 *  parts nested deeper than 100 levels or more than 2 MB of header fields, `too_large` for more than a million lines. */
export async function readMime(raw: Uint8Array): Promise<Mail> {
  const bytes = isUtf16(raw) || isUndeclared(raw) ? new TextEncoder().encode(decodeText(raw).text) : raw;
  const { from, to = [], cc = [], subject, date, html, text, attachments } = await parseMime(bytes);
  return {
    subject,
    from: from && personsOf([from])[0],
    to: personsOf(to),
    cc: personsOf(cc),
    date: date && shownIso(date),
    html,
    text,
    attachments: attachments.map(attachmentOf),
  };
}

/** Some programs save a mail in the encoding of their own texts. */
const isUtf16 = ([first = 0, second = 0]: Uint8Array): boolean =>
  first >= 0xfe || first === 0 || second === 0;

/** Old mails may be in an encoding that they don't name, which is guessed. */
function isUndeclared(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return false;
  return !/charset|^content-transfer-encoding:[ \t]*binary/im.test(Buffer.from(bytes).toString('latin1'));
}

/** Decodes the header fields and the parts of a mail or a web archive. Throws the errors of readMime. */
export async function parseMime(bytes: Uint8Array): Promise<Email> {
  if (hasTooManyLines(bytes))
    throw new SourceFault(
      'too_large',
      'parsing',
      'The mail has more than a million lines, which is the limit. Split it and add the parts.',
    );
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: MAX_DEPTH });
  } catch (cause) {
    throw new SourceFault(
      'unreadable_file',
      'parsing',
      'The mail has more than 2 MB of header fields, or parts that are nested too deep. Save it again in a mail program and upload that.',
      { cause },
    );
  }
}

const MAX_DEPTH = 100;
/** The library keeps more than a kilobyte for each line. A mail of 50 MB in Base64 has 650,000. */
const MAX_LINES = 1_000_000;

function hasTooManyLines(bytes: Uint8Array): boolean {
  let lines = 0;
  for (
    let at = bytes.indexOf(LINE_FEED);
    at >= 0 && lines <= MAX_LINES;
    at = bytes.indexOf(LINE_FEED, at + 1)
  )
    lines += 1;
  return lines > MAX_LINES;
}

const LINE_FEED = 10;

function personsOf(addresses: readonly Address[]): string[] {
  const persons: string[] = [];
  for (const address of addresses)
    if (address.group) persons.push(...personsOf(address.group));
    else if (address.name !== '' && address.name !== address.address)
      persons.push(address.address === '' ? address.name : `${address.name} <${address.address}>`);
    else persons.push(address.address);
  return persons.filter((person) => person !== '');
}

/** The library gives dates that it cannot read as they are. */
function shownIso(date: string): string {
  const time = new Date(date);
  return Number.isNaN(time.getTime()) ? date.slice(0, MAX_DATE) : shownDate(time);
}

const MAX_DATE = 100;

function attachmentOf({ filename, mimeType, related, disposition, content }: Attachment): MailAttachment {
  const isPicture = mimeType.startsWith('image/') && (related === true || disposition === 'inline');
  return {
    name: filename ?? '',
    mimeType,
    isHidden: isPicture || UNREAD.test(mimeType),
    content: {
      bytes: () =>
        typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    },
  };
}

/** Signatures, keys, and reports of mail servers. */
const UNREAD =
  /^(?:application\/(?:x-)?pkcs7-signature|application\/pgp-(?:signature|keys|encrypted)|message\/(?:delivery-status|feedback-report)|text\/rfc822-headers)$/;
