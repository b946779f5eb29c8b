import { ConnectorFault } from '#connectors/connector-fault.ts';
import type { Mailbox } from './mailbox.ts';
import type { Thread } from './threads.ts';

/** A thread as a mailbox file (MBOX, RFC 4155), one message at a time. */
export async function* mailboxOfThread(
  mailbox: Mailbox,
  { messages }: Thread,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for (const message of messages) {
    const source = await mailbox.fetchSource(message, maxBytes - bytes);
    // Deleted since it was listed: the next run lists the thread without it.
    if (source === undefined) continue;
    bytes += source.length;
    if (bytes > maxBytes)
      throw new ConnectorFault('untrusted', 'The server sent a thread that is larger than it said.');
    yield Buffer.from(`From ${SENDER} ${dateOf(message.time)}\n`);
    yield quoted(source);
    yield Buffer.from('\n\n');
  }
}

/** The line before a message says nothing that its header fields don't say. */
const SENDER = 'MAILER-DAEMON';

/** As `asctime` writes it: Thu Nov 26 18:25:40 2026. */
function dateOf(time: number): string {
  const [day = '', date = '', month = '', year = '', clock = ''] = new Date(time).toUTCString().split(' ');
  return `${day.slice(0, 3)} ${month} ${date} ${clock} ${year}`;
}

/** Marks the lines that would begin another message. */
function quoted(source: Buffer): Buffer {
  const text = source.includes('\r\n')
    ? source.toString('latin1').replaceAll('\r\n', '\n')
    : source.toString('latin1');
  const marked = text.replaceAll('\nFrom ', '\n>From ');
  return Buffer.from(marked.startsWith('From ') ? `>${marked}` : marked, 'latin1');
}
