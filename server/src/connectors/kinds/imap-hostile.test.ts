import { describe, expect, it } from 'vitest';
import { faultOf, listAll, localGuard, openConnection, textOf } from '../../../tests/helpers/connectors.ts';
import { serveRaw } from '../../../tests/helpers/local-server.ts';
import { imap } from './imap/imap.ts';

describe('a hostile IMAP server', () => {
  /** Answers each command as a table says; `%` stands for its tag. */
  async function connectTo(
    answers: Record<string, string | ((write: (text: string) => void) => void)>,
    {
      host = '127.0.0.1',
      hosts = '127.0.0.1',
      maxBytes = 1_000_000,
      signal = new AbortController().signal,
    } = {},
  ) {
    const commands: string[] = [];
    const server = await serveRaw((socket) => {
      socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
      socket.on('data', (chunk) => {
        for (const line of chunk.toString('latin1').split('\r\n').filter(Boolean)) {
          const [tag = '', ...words] = line.split(' ');
          commands.push(words.join(' '));
          const name = Object.keys(answers).find((each) => words.join(' ').toUpperCase().startsWith(each));
          const answer = name === undefined ? '% OK done\r\n' : answers[name];
          if (typeof answer === 'function') answer((text) => void socket.write(text.replaceAll('%', tag)));
          else socket.write((answer ?? '').replaceAll('%', tag));
        }
      });
    });
    const connecting = () =>
      openConnection(imap, localGuard(hosts), {
        settings: { host, port: server.port, tls: 'none' },
        credentials: { username: 'ann', password: 'secret' },
        maxBytes,
        signal,
      });
    return { server, commands, connecting };
  }
  const EXAMINE =
    '* 1 EXISTS\r\n* OK [UIDVALIDITY 7] valid\r\n* OK [UIDNEXT 2] next\r\n% OK [READ-ONLY] done\r\n';
  const SEARCH = '* SEARCH 1\r\n% OK done\r\n';
  const DESCRIBED =
    '* 1 FETCH (UID 1 RFC822.SIZE 10 INTERNALDATE "01-Jun-2026 00:00:00 +0000" ENVELOPE (NIL "Hi" NIL NIL NIL NIL NIL NIL NIL "<a@b>"))\r\n% OK done\r\n';

  it('is asked once with a password that it refuses', async () => {
    const { server, commands, connecting } = await connectTo({
      LOGIN: '% NO [AUTHENTICATIONFAILED] no\r\n',
      AUTHENTICATE: '% NO [AUTHENTICATIONFAILED] no\r\n',
    });
    expect((await faultOf(connecting)).code).toBe('credentials');
    expect(commands.filter((command) => /^(?:LOGIN|AUTHENTICATE)/.test(command))).toHaveLength(1);
    await server[Symbol.asyncDispose]();
  });

  it('has at most 200,000 messages in all its folders', () => {
    const folders = Array.from({ length: 21 }, (_, at) => `Folder ${at}`);
    const tried = (max_messages: number) =>
      imap.settings.safeParse({ host: 'imap.example.org', folders, max_messages }).success;
    expect([tried(10_000), tried(9_000)]).toEqual([false, true]);
  });

  it('is not connected to at an address that is not public', async () => {
    const { server, connecting } = await connectTo({}, { host: 'mail.example.org', hosts: 'else.test' });
    expect((await faultOf(connecting)).code).toBe('settings');
    const guarded = await faultOf(() =>
      openConnection(imap, localGuard(''), {
        settings: { host: 'mail.example.org', port: server.port },
        credentials: { username: 'ann', password: 'secret' },
      }),
    );
    expect(guarded).toMatchObject({ code: 'untrusted', message: expect.stringContaining('not public') });
    expect(server.connections()).toBe(0);
    await server[Symbol.asyncDispose]();
  });

  it.each([
    [
      'announces a literal of terabytes',
      { 'UID FETCH': '* 1 FETCH (UID 1 BODY[HEADER] {9999999999999}\r\n' },
    ],
    [
      'sends a line that never ends',
      {
        'UID SEARCH': (write: (text: string) => void) => {
          for (let megabytes = 0; megabytes < 8; megabytes += 1) write(' 12345678'.repeat(120_000));
        },
      },
    ],
    [
      'sends brackets inside brackets',
      { 'UID FETCH': `* 1 FETCH (UID 1 ENVELOPE ${'('.repeat(100_000)}\r\n% OK done\r\n` },
    ],
  ])('ends the connection if it %s', async (_, answers) => {
    const { server, connecting } = await connectTo({ EXAMINE, 'UID SEARCH': SEARCH, ...answers });
    const connection = await connecting();
    expect((await faultOf(() => listAll(connection))).code).toBe('untrusted');
    await expect.poll(() => server.open()).toBe(0);
    await server[Symbol.asyncDispose]();
  });

  it('cannot send more of a message than a document may have', async () => {
    let asked = 0;
    const { server, connecting } = await connectTo(
      {
        EXAMINE,
        'UID SEARCH': SEARCH,
        'UID FETCH': (write) => {
          asked += 1;
          write(
            asked === 1
              ? DESCRIBED
              : `* 1 FETCH (UID 1 BODY[]<0> {2000000}\r\n${'x'.repeat(2_000_000)})\r\n% OK done\r\n`,
          );
        },
      },
      { maxBytes: 100_000 },
    );
    const connection = await connecting();
    const { found } = await listAll(connection);
    expect(found).toMatchObject([{ name: 'Hi', sizeBytes: 10 }]);
    expect((await faultOf(() => textOf(connection, found[0]))).code).toBe('untrusted');
    await server[Symbol.asyncDispose]();
  });

  it('lets go when the run is stopped, whatever the server does', async () => {
    const controller = new AbortController();
    const { server, connecting } = await connectTo(
      {
        EXAMINE,
        'UID SEARCH': (write) => {
          write('* 2 EXISTS\r\n');
          controller.abort(new Error('Stopped.'));
        },
      },
      { signal: controller.signal },
    );
    const connection = await connecting();
    await expect(listAll(connection)).rejects.toThrow('Stopped.');
    await expect.poll(() => server.open()).toBe(0);
    await server[Symbol.asyncDispose]();
  });
});
