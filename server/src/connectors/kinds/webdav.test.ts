import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '#connectors/connector.ts';
import {
  bytesOf,
  faultOf,
  listAll,
  openConnection,
  openFetcher,
  serveForTest,
  textOf,
} from '../../../tests/helpers/connectors.ts';
import { type RunningServer, runServer } from '../../../tests/helpers/run-server.ts';
import { startTestService } from '../../../tests/helpers/start-test-service.ts';
import { webdav } from './webdav.ts';

const APACHE = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';
const HAS_APACHE = existsSync(APACHE) && existsSync(`${MODULES}/mod_dav_fs.so`);
const ADA = { username: 'ada', password: 'herring-and-chips' };

/** mod_dav in a folder, for ADA. As root it serves as an unprivileged user, which may not write. */
const configOf = (folder: string, port: number): string => `
ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/run/apache.pid
ErrorLog ${folder}/run/error.log
DefaultRuntimeDir ${folder}/run
${process.getuid?.() === 0 ? 'User nobody\nGroup nogroup' : ''}
${['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic', 'dav', 'dav_fs', 'dir']
  .map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`)
  .join('\n')}
DocumentRoot ${folder}/files
DavLockDB ${folder}/run/locks
<Directory ${folder}/files>
  Dav On
  AuthType Basic
  AuthName files
  AuthUserFile ${folder}/users
  Require valid-user
</Directory>
<Directory ${folder}/files/handbook/secret>
  Require all denied
</Directory>
`;

describe.skipIf(!HAS_APACHE)(
  `a WebDAV folder${HAS_APACHE ? '' : ' (skipped: install Apache, on Debian by scripts/servers-for-tests.sh)'}`,
  () => {
    const root = mkdtempSync(join(tmpdir(), 'footnote-webdav-'));
    let server: RunningServer;
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(root, 'files', path)), { recursive: true });
      writeFileSync(join(root, 'files', path), text);
    };
    const open = (
      settings: Record<string, unknown> = {},
      credentials: object | undefined = ADA,
    ): Promise<Connection> =>
      openConnection(webdav, openFetcher(`127.0.0.1:${server.port}`), {
        settings: { url: `http://127.0.0.1:${server.port}/handbook`, ...settings },
        credentials: credentials && webdav.credentials.parse(credentials),
      });

    beforeAll(async () => {
      for (const name of ['run', 'files']) mkdirSync(join(root, name));
      write('handbook/lamp oil.txt', 'The lamp burns four litres a night.');
      write('handbook/2026/ä & ö+#.md', '# Umlauts');
      write('handbook/secret/wages.txt', 'ninety crowns');
      write('elsewhere.txt', 'not below the folder');
      // SHA-1, as htpasswd -s writes it.
      const { createHash } = await import('node:crypto');
      writeFileSync(
        join(root, 'users'),
        `ada:{SHA}${createHash('sha1').update(ADA.password).digest('base64')}\n`,
      );
      const { chmodSync } = await import('node:fs');
      chmodSync(root, 0o755);
      server = await runServer(APACHE, (port) => {
        writeFileSync(join(root, 'apache.conf'), configOf(root, port));
        return ['-X', '-f', join(root, 'apache.conf')];
      });
    });
    afterAll(async () => {
      await server.stop();
      rmSync(root, { recursive: true, force: true });
    });

    it('is walked folder by folder, and its files are read', async () => {
      const connection = await open();
      const { covers, found } = await listAll(connection);
      expect(covers).toBe('everything');
      expect(found.map(({ id }) => id).toSorted()).toEqual(['2026/ä & ö+#.md', 'lamp oil.txt']);
      const lamp = found.find(({ name }) => name === 'lamp oil.txt');
      expect(lamp).toMatchObject({
        sizeBytes: 35,
        metadata: { path: 'lamp oil.txt', changed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
      });
      expect(await textOf(connection, lamp)).toBe('The lamp burns four litres a night.');
      expect(
        await textOf(
          connection,
          found.find(({ name }) => name.startsWith('ä')),
        ),
      ).toBe('# Umlauts');
    });

    it('keeps the version of a file until it changes, and follows renames', async () => {
      const versions = async () =>
        new Map((await listAll(await open())).found.map(({ id, version }) => [id, version]));
      const before = await versions();
      write('handbook/lamp oil.txt', 'The lamp burns five litres a night, and more in winter.');
      renameSync(join(root, 'files/handbook/2026'), join(root, 'files/handbook/2027'));
      const after = await versions();
      expect(after.get('lamp oil.txt')).not.toBe(before.get('lamp oil.txt'));
      expect([...after.keys()].toSorted()).toEqual(['2027/ä & ö+#.md', 'lamp oil.txt']);
      expect(after.get('2027/ä & ö+#.md')).toBe(before.get('2026/ä & ö+#.md'));
    });

    it('says that a file is gone since it was listed', async () => {
      write('handbook/gone.txt', 'soon');
      const connection = await open();
      const gone = (await listAll(connection)).found.find(({ id }) => id === 'gone.txt');
      rmSync(join(root, 'files/handbook/gone.txt'));
      expect(gone && (await bytesOf(connection, gone))).toBeUndefined();
    });

    it('says what is wrong with credentials and settings', async () => {
      const list = async (settings: Record<string, unknown>, credentials?: object) =>
        await faultOf(async () => listAll(await open(settings, credentials)));
      expect(await list({}, { ...ADA, password: 'wrong' })).toMatchObject({ code: 'credentials' });
      expect(await list({}, { token: 'wrong' })).toMatchObject({ code: 'credentials' });
      const url = `http://127.0.0.1:${server.port}/nowhere`;
      expect(await list({ url }, ADA)).toMatchObject({ code: 'settings' });
    });
  },
);

describe('a WebDAV server that is hostile', () => {
  async function connectTo(listener: RequestListener): Promise<Connection> {
    const url = `${await serveForTest(listener)}/files/`;
    return openConnection(webdav, openFetcher(new URL(url).host), { settings: { url } });
  }
  const answer = (...hrefs: string[]) =>
    `<d:multistatus xmlns:d="DAV:">${hrefs
      .map(
        (href) =>
          `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${href.endsWith('/') ? '<d:resourcetype><d:collection/></d:resourcetype>' : '<d:getetag>"a"</d:getetag><d:getcontentlength>5</d:getcontentlength>'}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`,
      )
      .join('')}</d:multistatus>`;

  it.each([
    ['climbs out of its folder', answer('/files/', '/files/../etc/passwd')],
    ['climbs out in escapes', answer('/files/%2e%2e/%2e%2e/etc/passwd')],
    ['names another host', answer('http://169.254.169.254/files/latest')],
    ['declares entities', '<!DOCTYPE a [<!ENTITY b "c">]><d:multistatus xmlns:d="DAV:">&b;</d:multistatus>'],
    ['sends no XML', 'Hello'],
  ])('is found out when it %s', async (_, body) => {
    const connection = await connectTo((_request, response) => response.writeHead(207).end(body));
    expect(await faultOf(() => listAll(connection))).toMatchObject({ code: 'untrusted' });
  });

  it('is not followed to another host', async () => {
    const connection = await connectTo((_, response) =>
      response.writeHead(301, { location: 'http://169.254.169.254/files/' }).end(),
    );
    expect(await faultOf(() => listAll(connection))).toMatchObject({ code: 'untrusted' });
  });

  it('does not keep the walk from ending with folders inside themselves', async () => {
    let asked = 0;
    const connection = await connectTo((request, response) => {
      asked += 1;
      response.writeHead(207).end(answer(`${request.url}deeper/`, '/files/', '/files/a.txt'));
    });
    expect((await listAll(connection)).found.map(({ id }) => id)).toContain('a.txt');
    expect(asked).toBeLessThan(40);
  });

  it('may refuse one file, which is no fault of the place, and list thousands in a folder', async () => {
    const many = Array.from({ length: 12_000 }, (_, at) => `/files/${at}.txt`);
    const connection = await connectTo((request, response) =>
      request.method === 'PROPFIND'
        ? response.writeHead(207).end(answer('/files/', ...many))
        : response.writeHead(403).end(),
    );
    const { found } = await listAll(connection);
    expect(found).toHaveLength(12_000);
    const [document] = found;
    expect(await faultOf(async () => document && (await bytesOf(connection, document)))).toMatchObject({
      code: 'untrusted',
      message: 'The server refuses this file: it answered 403.',
    });
    const listing = await connection.list({ cursor: undefined, resume: undefined });
    for await (const { changes } of listing.pages) expect(changes.length).toBeLessThanOrEqual(1_000);
  });

  it('does not make a fault of its own look like an empty folder', async () => {
    const connection = await connectTo((request, response) =>
      request.url === '/files/'
        ? response.writeHead(207).end(answer('/files/', '/files/inner/', '/files/a.txt'))
        : response.writeHead(500).end(),
    );
    expect(await faultOf(() => listAll(connection))).toMatchObject({ code: 'unavailable' });
  });

  it.each([401, 403, 404])('that answers %i from the middle of a walk on loses no source', async (status) => {
    let isRevoked = false;
    const files = (folder: string) =>
      Array.from({ length: 10 }, (_, at) => `${folder}${folder.length}-${at}.txt`);
    let asked = 0;
    const origin = await serveForTest((request, response) => {
      const url = request.url ?? '';
      if (request.method === 'GET') response.end(`The lamp ${url} burns.`);
      else if (url === '/files/' && !(isRevoked && asked > 0)) {
        asked += 1;
        response.writeHead(207).end(answer('/files/', '/files/inner/', ...files('/files/')));
      } else if (!isRevoked) response.writeHead(207).end(answer(url, ...files(url)));
      else response.writeHead(status).end();
    });
    const test = await startTestService({ URL_FETCH_ALLOW_HOSTS: '127.0.0.1' });
    try {
      const { live } = test;
      const created = await live.post('/v1/connectors', {
        name: 'Cloud',
        kind: 'webdav',
        settings: { url: `${origin}/files/` },
        interval_minutes: null,
      });
      const { id } = created.body.data;
      const read = async () => (await live.get(`/v1/connectors/${id}`)).body.data;
      const settled = async () => {
        await expect
          .poll(async () => (await read()).state, { timeout: 60_000, interval: 50 })
          .not.toMatch(/^(pending|syncing)$/);
        return await read();
      };
      const count = async () => (await live.get('/v1/knowledge-base/sources?limit=100')).body.data.length;
      expect(await settled()).toMatchObject({ state: 'idle' });
      expect(await count()).toBe(20);
      isRevoked = true;
      asked = 0;
      await live.post(`/v1/connectors/${id}/sync`);
      const connector = await settled();
      expect([connector.state, connector.error?.code, await count()]).toEqual([
        'needs_attention',
        status === 404 ? 'settings' : 'credentials',
        20,
      ]);
    } finally {
      await test.stop();
    }
  });
});
