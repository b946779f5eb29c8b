import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '#connectors/connector.ts';
import { parse } from '#ingestion/parse/parse.ts';
import {
  bytesOf,
  faultOf,
  listAll,
  localGuard,
  newConnectorFolder,
  openConnection,
  textOf,
} from '../../../tests/helpers/connectors.ts';
import {
  DOVECOT_NEEDED,
  type Dovecot,
  HAS_DOVECOT,
  MAIL_PASSWORD,
  startDovecot,
} from '../../../tests/helpers/dovecot.ts';
import { type LocalServer, selfSignedCertificate, serve } from '../../../tests/helpers/local-server.ts';
import { imap } from './imap/imap.ts';

const HOST = 'secure.test';

type MailOf = { id?: string; to?: string; subject?: string; day: number; text?: string; answers?: string[] };
const mail = ({
  id,
  subject = 'Berths',
  day,
  text = 'Hello',
  answers = [],
  to = 'harbour@example.org',
}: MailOf) =>
  [
    `From: Ann Nordstrom <ann${day}@example.org>`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${new Date(Date.UTC(2026, 5, day, 12)).toUTCString()}`,
    ...(id ? [`Message-ID: <${id}@example.org>`] : []),
    ...(answers.length > 0
      ? [
          `In-Reply-To: <${answers.at(-1)}@example.org>`,
          `References: ${answers.map((each) => `<${each}@example.org>`).join(' ')}`,
        ]
      : []),
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ].join('\r\n');

describe.skipIf(!HAS_DOVECOT)(`a mailbox${DOVECOT_NEEDED}`, () => {
  let server: Dovecot;
  let users = 0;
  let tokens: LocalServer;
  const open: { close(): Promise<void> | void }[] = [];
  beforeAll(async () => {
    setDefaultCACertificates([...getCACertificates('default'), selfSignedCertificate()]);
    tokens = await serve((request, response) => {
      const isValid = request.url?.endsWith('token-of-ann');
      response
        .writeHead(isValid ? 200 : 401, { 'content-type': 'application/json' })
        .end(JSON.stringify(isValid ? { email: 'ann' } : {}));
    });
    server = await startDovecot(`${tokens.origin}/?token=`);
  });
  afterAll(async () => {
    for (const each of open) await each.close();
    await server.stop();
    await tokens[Symbol.asyncDispose]();
  });

  /** A user of their own for each test, with a client that fills the mailbox. */
  async function newUser() {
    users += 1;
    const username = `user${users}`;
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: server.tlsPort,
      secure: true,
      servername: HOST,
      auth: { user: username, pass: MAIL_PASSWORD },
      logger: false,
    });
    await client.connect();
    open.push(client);
    const add = async (content: string, folder = 'INBOX') => void (await client.append(folder, content));
    return { username, client, add };
  }
  const connect = async (username: string, settings: object = {}, more: object = {}): Promise<Connection> => {
    const connection = await openConnection(imap, localGuard(HOST), {
      settings: { host: HOST, port: server.tlsPort, ...settings },
      credentials: { username, password: MAIL_PASSWORD },
      ...more,
    });
    open.push(connection);
    return connection;
  };

  it('lists a thread as one document, oldest message first, with its metadata', async () => {
    const { username, add } = await newUser();
    await add(mail({ id: 'b', day: 2, subject: 'Re: Berths', text: 'Berth nine is free.', answers: ['a'] }));
    await add(mail({ id: 'a', day: 1, text: 'Which berth is free?' }));
    await add(
      mail({ id: 'c', day: 3, subject: 'Re: Berths', text: 'Then we take it.', answers: ['a', 'b'] }),
    );
    await add(
      mail({ id: 'z', day: 4, subject: 'Fees', text: 'From the first of July the fee is 12 euros.' }),
    );
    const connection = await connect(username);
    const { covers, found } = await listAll(connection);
    expect(covers).toBe('everything');
    expect(found.map(({ name }) => name).sort()).toEqual(['Berths', 'Fees']);
    const berths = found.find(({ name }) => name === 'Berths');
    expect(berths?.metadata).toEqual({
      subject: 'Berths',
      author: 'Ann Nordstrom <ann1@example.org>',
      participants: ['ann1@example.org', 'harbour@example.org', 'ann2@example.org', 'ann3@example.org'],
      folder: 'INBOX',
      messages: 3,
      changed_at: '2026-06-03T12:00:00.000Z',
    });
    const bytes = berths && (await bytesOf(connection, berths));
    const { text } = await parse({
      bytes: bytes ?? new Uint8Array(),
      mimeType: 'application/mbox',
      fileName: 'thread.mbox',
      origin: 'file',
    });
    expect(text).toMatch(/Which berth is free\?[\s\S]*Berth nine is free\.[\s\S]*Then we take it\./);
    const fees = await textOf(
      connection,
      found.find(({ name }) => name === 'Fees'),
    );
    expect(fees).toContain('\n>From the first of July');
  });

  it('has nothing to list while no message comes or goes, and reads again what changed', async () => {
    const { username, client, add } = await newUser();
    const folder = newConnectorFolder();
    await add(mail({ id: 'a', day: 1 }));
    await add(mail({ id: 'x', day: 1, subject: 'Other' }));
    const first = await listAll(await connect(username, {}, { folder }));
    const again = await listAll(await connect(username, {}, { folder }), first.cursor);
    expect(again).toMatchObject({ covers: 'changes', found: [], cursor: first.cursor });

    await add(mail({ id: 'b', day: 2, subject: 'Re: Berths', answers: ['a'] }));
    const second = await listAll(await connect(username, {}, { folder }), again.cursor);
    const idOf = (run: typeof first, name: string) => run.found.find((each) => each.name === name);
    expect(second.covers).toBe('everything');
    expect(second.found).toHaveLength(2);
    expect(idOf(second, 'Berths')?.id).toBe(idOf(first, 'Berths')?.id);
    expect(idOf(second, 'Berths')?.version).not.toBe(idOf(first, 'Berths')?.version);
    expect(idOf(second, 'Other')?.version).toBe(idOf(first, 'Other')?.version);

    await client.mailboxOpen('INBOX');
    await client.messageDelete({ header: { 'message-id': '<a@example.org>' } });
    const third = await listAll(await connect(username, {}, { folder }), second.cursor);
    expect(third.found.map(({ id }) => id).sort()).toEqual(second.found.map(({ id }) => id).sort());
    expect(third.found.find(({ id }) => id === idOf(second, 'Berths')?.id)?.metadata['messages']).toBe(1);

    await client.messageDelete('1:*');
    expect((await listAll(await connect(username, {}, { folder }), third.cursor)).found).toEqual([]);
  });

  it('reads a folder anew when the server numbers its messages anew', async () => {
    const { username, client, add } = await newUser();
    const folder = newConnectorFolder();
    const settings = { folders: ['Archive'] };
    await client.mailboxCreate('Archive');
    await add(mail({ id: 'old', day: 1, subject: 'Before' }), 'Archive');
    const first = await listAll(await connect(username, settings, { folder }));
    await client.mailboxDelete('Archive');
    await client.mailboxCreate('Archive');
    await add(mail({ id: 'new', day: 1, subject: 'After', text: 'Numbered anew.' }), 'Archive');
    const connection = await connect(username, settings, { folder });
    const second = await listAll(connection, first.cursor);
    expect(second.found.map(({ name }) => name)).toEqual(['After']);
    expect(await textOf(connection, second.found[0])).toContain('Numbered anew.');
  });

  it('lists a message once that lies in two folders, and takes messages without an id', async () => {
    const { username, client, add } = await newUser();
    await client.mailboxCreate('Copies');
    await add(mail({ id: 'a', day: 1 }));
    await add(mail({ id: 'a', day: 1 }), 'Copies');
    await add(mail({ day: 2, subject: 'No id' }));
    await add(mail({ day: 2, subject: 'No id' }));
    const { found } = await listAll(await connect(username, { folders: ['INBOX', 'Copies'] }));
    expect(found.map(({ name, metadata }) => [name, metadata['messages']]).sort()).toEqual([
      ['Berths', 1],
      ['No id', 1],
      ['No id', 1],
    ]);
  });

  it('reads the newest messages up to `max_messages`, and only those since a day', async () => {
    const { username, add } = await newUser();
    for (const day of [1, 2, 3]) await add(mail({ id: `m${day}`, day, subject: `Day ${day}` }));
    const names = async (settings: object) =>
      (await listAll(await connect(username, settings))).found.map(({ name }) => name).sort();
    expect(await names({ max_messages: 2 })).toEqual(['Day 2', 'Day 3']);
    expect(await names({ since: '2026-01-01' })).toEqual(['Day 1', 'Day 2', 'Day 3']);
    expect(await names({ since: '2099-01-01' })).toEqual([]);
  });

  it('reads a mail with 10,000 attachments, and mails in mails', async () => {
    const { username, add } = await newUser();
    const part = (index: number) =>
      `--b\r\nContent-Type: text/plain; name="${index}.txt"\r\nContent-Disposition: attachment; filename="${index}.txt"\r\n\r\nAttachment ${index}\r\n`;
    const head = 'From: a@example.org\r\nMIME-Version: 1.0\r\n';
    const many = Array.from({ length: 10_000 }, (_, index) => part(index)).join('');
    await add(`${head}Subject: Many\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${many}--b--\r\n`);
    const nested = Array.from({ length: 40 }).reduce<string>(
      (inner, _, index) => `${head}Subject: Level ${index}\r\nContent-Type: message/rfc822\r\n\r\n${inner}`,
      `${head}Subject: Innermost\r\n\r\nText\r\n`,
    );
    await add(nested);
    const connection = await connect(username);
    const { found } = await listAll(connection);
    for (const document of found) {
      const bytes = (await bytesOf(connection, document)) ?? new Uint8Array();
      const parsed = await parse({ bytes, mimeType: null, fileName: document.fileName, origin: 'file' });
      expect(parsed.text).toContain(document.name);
    }
    expect(found.map(({ name }) => name).sort()).toEqual(['Level 39', 'Many']);
  });

  it('logs in with an access token, and over STARTTLS', async () => {
    const settings = { port: server.plainPort, tls: 'starttls' };
    const withToken = (access_token: string) =>
      connect('ann', settings, { credentials: { username: 'ann', access_token } });
    expect((await listAll(await withToken('token-of-ann'))).found).toEqual([]);
    expect((await faultOf(() => withToken('token-of-nobody'))).code).toBe('credentials');
    expect((await listAll(await connect('ann', settings))).found).toEqual([]);
  });

  it('names what is wrong: the password, the folder, the encryption, the certificate', async () => {
    const { username } = await newUser();
    const wrong = await faultOf(() => connect(username, {}, { credentials: { username, password: 'no' } }));
    expect([wrong.code, wrong.message]).toEqual([
      'credentials',
      'secure.test refuses the user name and the password or access token. Enter them again.',
    ]);
    const missing = await connect(username, { folders: ['Nowhere'] });
    expect((await faultOf(() => listAll(missing))).code).toBe('settings');
    const plain = { host: 'other.test', port: server.plainPort, tls: 'none' };
    expect((await faultOf(() => connect(username, plain))).code).toBe('settings');
    const tools = localGuard('other.test');
    const other = await faultOf(() =>
      openConnection(imap, tools, {
        settings: { host: 'other.test', port: server.tlsPort },
        credentials: { username, password: MAIL_PASSWORD },
      }),
    );
    expect(other.code).toBe('untrusted');
    const unencrypted = await openConnection(imap, tools, {
      settings: plain,
      credentials: { username, password: MAIL_PASSWORD },
    });
    open.push(unencrypted);
    expect((await listAll(unencrypted)).found).toEqual([]);
  });
});
