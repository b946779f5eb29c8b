import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import { isAllowedHost } from '#net/allowed-hosts.ts';
import { startDeadline, untilAborted } from '#net/deadline.ts';
import { type GuardOptions, resolveGuarded } from '#net/guarded-lookup.ts';
import { faultOfImap } from './imap-fault.ts';
import type { KnownFolder } from './known-messages.ts';
import { type Message, messageOf } from './message.ts';
import type { ImapCredentials, ImapSettings } from './settings.ts';

type FolderState = { path: string; validity: string; next: number; count: number };

/** A logged-in connection to an IMAP server. It only reads. Throws ConnectorFault. */
export type Mailbox = {
  stateOf(path: string): Promise<FolderState>;
  /** The messages of a folder, the newest as far as the settings allow.
   *  known: of the last run, which are not asked for again. */
  read(path: string, known: KnownFolder | undefined): Promise<KnownFolder>;
  /** The message as it was sent, at most one byte longer than the limit; undefined if it is gone. */
  fetchSource(message: Message, maxBytes: number): Promise<Buffer | undefined>;
  close(): Promise<void>;
};

type MailboxOptions = {
  guard: GuardOptions;
  settings: ImapSettings;
  credentials: ImapCredentials;
  signal: AbortSignal;
  maxBytes: number;
};

const CONNECT_MS = 30_000;
const GREETING_MS = 20_000;
/** How long the server may send nothing. */
const SILENCE_MS = 60_000;
/** The time for one command and its answer, so that a server cannot talk forever. */
const COMMAND_MS = 300_000;
/** Enough for an answer with the UIDs of 500,000 messages. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
/** Values in an answer: those of the header fields that are asked for are a hundred. */
const MAX_TOKENS = 100_000;
const BATCH = 500;

/** Connects to the address that was checked, and logs in. */
export async function openMailbox(options: MailboxOptions): Promise<Mailbox> {
  const { guard, settings, signal, maxBytes } = options;
  const { host, port } = settings;
  if (settings.tls === 'none' && !isAllowedHost(guard.allowHosts, host, port))
    throw new ConnectorFault(
      'settings',
      `Mail of ${host} would be sent without encryption. Use \`implicit\` or \`starttls\`, or have the operator allow the host.`,
    );
  const address = await resolveGuarded(guard, host, port).catch((error: unknown) => {
    throw faultOfImap(error, settings);
  });
  const client = new ImapFlow({
    host: address,
    port,
    // An address has no name in TLS (RFC 6066, section 3).
    ...(isIP(host) === 0 && { servername: host.endsWith('.') ? host.slice(0, -1) : host }),
    secure: settings.tls === 'implicit',
    ...(settings.tls !== 'implicit' && { doSTARTTLS: settings.tls === 'starttls' }),
    auth: authOf(options.credentials),
    logger: false,
    disableAutoIdle: true,
    disableAutoEnable: true,
    // Compressed data can be small and still inflate without end.
    disableCompression: true,
    clientInfo: { name: 'Footnote' },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    maxLineLength: MAX_LINE_BYTES,
    maxLiteralSize: maxBytes + 1,
    maxResponseSize: maxBytes + 1 + MAX_LINE_BYTES,
    maxResponseTokens: MAX_TOKENS,
  });
  // The waiting command only learns that the connection ended; the reason is here.
  const reasons: unknown[] = [];
  client.on('error', (error) => void reasons.push(error));
  const within = inTime(client, { settings, signal, reasons });
  await within(() => client.connect());
  return mailboxOf(client, settings, within);
}

const authOf = (credentials: ImapCredentials) =>
  'password' in credentials
    ? { user: credentials.username, pass: credentials.password }
    : { user: credentials.username, accessToken: credentials.access_token };

type Within = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs commands within their time, and closes the connection at the first failure. */
function inTime(
  client: ImapFlow,
  { settings, signal, reasons }: { settings: ImapSettings; signal: AbortSignal; reasons: readonly unknown[] },
): Within {
  return async (work) => {
    signal.throwIfAborted();
    const deadline = startDeadline(COMMAND_MS, signal);
    try {
      return await untilAborted(work(), deadline.signal);
    } catch (error) {
      client.close();
      signal.throwIfAborted();
      if (deadline.ended() === 'timeout')
        throw new ConnectorFault(
          'unavailable',
          `${settings.host} did not answer within ${COMMAND_MS / 60_000} minutes.`,
        );
      throw faultOfImap(error instanceof ConnectorFault ? error : (reasons[0] ?? error), settings);
    } finally {
      deadline.dispose();
    }
  };
}

function mailboxOf(client: ImapFlow, settings: ImapSettings, within: Within): Mailbox {
  const select = async (path: string): Promise<FolderState> => {
    const { mailbox } = client;
    const opened =
      mailbox && mailbox.path === path
        ? mailbox
        : await within(() => client.mailboxOpen(path, { readOnly: true }));
    const { uidValidity, uidNext, exists } = opened;
    return { path, validity: String(uidValidity), next: uidNext ?? 0, count: exists ?? 0 };
  };
  return {
    stateOf: select,
    async read(path, known) {
      const { validity, count } = await select(path);
      const uids = count === 0 ? [] : await within(() => search(client, settings));
      const kept = new Map(
        known?.validity === validity ? known.messages.map((message) => [message.uid, message]) : [],
      );
      const fresh = uids.filter((uid) => !kept.has(uid));
      for (let from = 0; from < fresh.length; from += BATCH) {
        const batch = fresh.slice(from, from + BATCH);
        for (const message of await within(() => describe(client, { batch, path, validity })))
          kept.set(message.uid, message);
      }
      return {
        path,
        validity,
        messages: uids.map((uid) => kept.get(uid)).filter((message) => message !== undefined),
      };
    },
    async fetchSource({ folder, validity, uid }, maxBytes) {
      if ((await select(folder)).validity !== validity) return undefined;
      const found = await within(() =>
        client.fetchOne(String(uid), { source: { start: 0, maxLength: maxBytes + 1 } }, { uid: true }),
      );
      return found === false ? undefined : found.source;
    },
    close: async () => {
      client.close();
    },
  };
}

/** The UIDs to read, from the newest on. */
async function search(client: ImapFlow, { since, max_messages }: ImapSettings): Promise<number[]> {
  const found = await client.search(since === undefined ? { all: true } : { since: new Date(since) }, {
    uid: true,
  });
  if (!found) throw new ConnectorFault('unavailable', 'The server did not list the messages of a folder.');
  return [...new Set(found)].sort((a, b) => b - a).slice(0, max_messages);
}

async function describe(
  client: ImapFlow,
  { batch, path, validity }: { batch: readonly number[]; path: string; validity: string },
): Promise<Message[]> {
  const query = {
    uid: true,
    envelope: true,
    size: true,
    internalDate: true,
    threadId: true,
    headers: ['message-id', 'references'],
  };
  const wanted = new Set(batch);
  const messages: Message[] = [];
  let answers = 0;
  for await (const found of client.fetch(batch.join(','), query, { uid: true })) {
    answers += 1;
    // Servers may mention other messages, but not endlessly.
    if (answers > batch.length * 2 + BATCH)
      throw new ConnectorFault('untrusted', 'The server sends more messages than were asked for.');
    if (wanted.delete(found.uid)) messages.push(messageOf(found, path, validity));
  }
  return messages;
}
