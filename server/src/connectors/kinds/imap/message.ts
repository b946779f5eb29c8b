import type { FetchMessageObject, MessageAddressObject } from 'imapflow';

/** What is known of a message without its content. */
export type Message = {
  folder: string;
  /** UIDVALIDITY of the folder. */
  validity: string;
  uid: number;
  /** Bytes, as the server says. */
  size: number;
  /** Milliseconds since 1970: when it was sent, or else arrived; 0 if neither is known. */
  time: number;
  messageId?: string;
  /** Message-IDs of the messages before it, from the first on. */
  references: string[];
  /** The thread, as Gmail and servers with OBJECTID name it. */
  threadId?: string;
  subject: string;
  from?: string;
  /** Addresses. */
  people: string[];
};

const MAX_ID = 250;
const MAX_REFERENCES = 50;
const MAX_SUBJECT = 300;
const MAX_PERSON = 120;
const MAX_PEOPLE = 50;

/** Reads what a server says of a message. The sender of a mail may claim anything. */
export function messageOf(found: FetchMessageObject, folder: string, validity: string): Message {
  const { envelope = {}, uid, size = 0, internalDate, headers, threadId } = found;
  const fields = headers?.toString('latin1') ?? '';
  const messageId = idsOf(envelope.messageId)[0] ?? idsOf(fieldOf(fields, 'message-id'))[0];
  const references = idsOf(fieldOf(fields, 'references'));
  const parents = references.length > 0 ? references : idsOf(envelope.inReplyTo);
  const people = [...(envelope.from ?? []), ...(envelope.to ?? []), ...(envelope.cc ?? [])]
    .slice(0, MAX_PEOPLE)
    .map(({ address }) => oneLine(address ?? '', MAX_PERSON).toLowerCase())
    .filter((address) => address !== '');
  const [from] = (envelope.from ?? []).map(personOf);
  return {
    folder,
    validity,
    uid,
    size,
    time: timeOf(envelope.date) || timeOf(internalDate),
    ...(messageId !== undefined && { messageId }),
    references: parents,
    ...(threadId && { threadId: String(threadId).slice(0, MAX_ID) }),
    subject: oneLine(envelope.subject ?? '', MAX_SUBJECT),
    ...(from && { from }),
    people: [...new Set(people)],
  };
}

const oneLine = (text: string, most: number): string =>
  text
    .slice(0, most * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most);

const personOf = ({ name = '', address = '' }: MessageAddressObject): string =>
  oneLine(name && name !== address ? `${name} <${address}>` : address, MAX_PERSON);

function timeOf(date: Date | string | undefined): number {
  const time = date === undefined ? Number.NaN : new Date(date).getTime();
  // Later years come from broken clocks, and from senders that want to stay on top.
  return time > 0 && time < Date.UTC(2100, 0) ? time : 0;
}

/** The first and the last Message-IDs of a field: the first names the thread. */
function idsOf(field: string | undefined): string[] {
  const ids: string[] = [];
  const text = (field ?? '').slice(0, 64 * 1024);
  for (let start = text.indexOf('<'); start >= 0; ) {
    const end = text.indexOf('>', start);
    if (end < 0) break;
    const id = text.slice(start + 1, end).trim();
    if (id !== '' && id.length <= MAX_ID) ids.push(id);
    start = text.indexOf('<', end);
  }
  const [first] = ids;
  return first === undefined || ids.length <= MAX_REFERENCES
    ? ids
    : [first, ...ids.slice(1 - MAX_REFERENCES)];
}

/** The value of a header field, unfolded. */
function fieldOf(headers: string, name: string): string | undefined {
  const lines = headers.split('\n');
  const at = lines.findIndex((line) => line.toLowerCase().startsWith(`${name}:`));
  if (at < 0) return undefined;
  let value = lines[at]?.slice(name.length + 1) ?? '';
  for (const line of lines.slice(at + 1)) {
    if (!line.startsWith(' ') && !line.startsWith('\t')) break;
    value += line;
  }
  return value;
}
