import { z } from 'zod';
import type { Connection, ConnectionOptions, ConnectorKind, FoundDocument } from '#connectors/connector.ts';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import { asFound, pagesOf } from '#connectors/kinds/pages-of.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import type { GuardOptions } from '#net/guarded-lookup.ts';
import { type KnownFolder, readKnownFolders, saveKnownFolders } from './known-messages.ts';
import type { Mailbox } from './mailbox.ts';
import { mailboxOfThread } from './mailbox-of-thread.ts';
import type { Message } from './message.ts';
import { ImapCredentials, ImapSettings } from './settings.ts';
import { type Thread, threadsOf } from './threads.ts';

/** How hosts are resolved. */
export type ImapTools = { guard: GuardOptions };

/** A mailbox: one document for each thread. */
export const imap: ConnectorKind<ImapSettings, ImapCredentials, ImapTools> = {
  kind: 'imap',
  settings: ImapSettings,
  credentials: ImapCredentials,
  destination: ({ host, port, tls }) => `${host}:${port} ${tls}`,
  connect: async ({ guard }, options) => {
    const { settings, credentials, signal, maxBytes } = options;
    if (!credentials)
      throw new ConnectorFault('credentials', 'A mailbox needs a user with a password or an access token.');
    // The client is loaded only when there is a mailbox to read.
    const { openMailbox } = await import('./mailbox.ts');
    const mailbox = await openMailbox({ guard, settings, credentials, signal, maxBytes });
    return connectionTo(mailbox, options);
  },
};

/** A folder as it was at the end of a run. No message came or went as long as all four are the same, because a new one
 *  changes `next`, and without a new one the count can only fall. */
const FolderState = z.object({ path: z.string(), validity: z.string(), next: z.number(), count: z.number() });
const Cursor = z.object({ settings: z.string(), folders: z.array(FolderState) });

function connectionTo(
  mailbox: Mailbox,
  { settings, signal, maxBytes, folder }: ConnectionOptions<ImapSettings, ImapCredentials>,
): Connection {
  let threads: ReadonlyMap<string, Thread> | undefined;
  const survey = async (): Promise<ReadonlyMap<string, Thread>> => {
    const messages: Message[] = [];
    const known = await readKnownFolders(folder);
    const now: KnownFolder[] = [];
    for (const path of new Set(settings.folders)) {
      const before = known.find((one) => one.path === path);
      const read = await mailbox.read(path, before);
      now.push(read);
      messages.push(...read.messages);
    }
    await saveKnownFolders(folder, now);
    return threadsOf(messages);
  };
  return {
    async list({ cursor: text }) {
      const states = [];
      for (const path of new Set(settings.folders)) states.push(await mailbox.stateOf(path));
      const cursor = JSON.stringify({
        settings: JSON.stringify([settings.since, settings.max_messages]),
        folders: states,
      } satisfies z.infer<typeof Cursor>);
      // Made of the same fields in the same order, so equal texts mean that nothing came or went.
      if (text === cursor) return { covers: 'changes', pages: pagesOf([]), cursor: () => cursor };
      threads = await survey();
      const found = [...threads.values()].map((thread) => asFound(documentOf(thread)));
      return { covers: 'everything', pages: pagesOf(found), cursor: () => cursor };
    },
    async fetch({ id }) {
      threads ??= await survey();
      const thread = threads.get(id);
      if (!thread) return undefined;
      signal.throwIfAborted();
      return { bytes: mailboxOfThread(mailbox, thread, maxBytes), mimeType: 'application/mbox' };
    },
    close: () => mailbox.close(),
  };
}

const MAX_PARTICIPANTS = 30;

function documentOf(thread: Thread): FoundDocument {
  const { id, version, messages } = thread;
  const [first] = messages;
  const newest = messages.reduce((latest, { time }) => Math.max(latest, time), 0);
  const name = (first?.subject ?? '') || '(no subject)';
  const participants = [...new Set(messages.flatMap(({ people }) => people))].slice(0, MAX_PARTICIPANTS);
  const folders = [...new Set(messages.map(({ folder }) => folder))];
  return {
    id,
    version,
    name: name.slice(0, LIMITS.nameCharacters),
    fileName: 'thread.mbox',
    sizeBytes: messages.reduce((sum, { size }) => sum + size, 0),
    metadata: {
      ...(first?.subject && { subject: first.subject }),
      ...(first?.from && { author: first.from }),
      ...(participants.length > 0 && { participants }),
      folder: folders.length === 1 ? (folders[0] ?? '') : folders,
      messages: messages.length,
      ...(newest > 0 && { changed_at: toIso(newest) }),
    },
  };
}
