import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '#connectors/connector.ts';
import { parseAllowHosts } from '#net/allowed-hosts.ts';
import {
  faultOf,
  listAll,
  newConnectorFolder,
  openConnection,
  textOf,
} from '../../../tests/helpers/connectors.ts';
import {
  commitTree,
  GIT_NEEDED,
  type GitHost,
  HAS_GIT,
  newRepository,
  startGitHost,
} from '../../../tests/helpers/git-servers.ts';
import {
  type Client,
  startTestService,
  type TestService,
} from '../../../tests/helpers/start-test-service.ts';
import { GIT_LIMITS } from './git/clone.ts';
import { git } from './git/git.ts';

const MB = 1024 * 1024;
/** Only the service resolves these names: git would find none. */
const locally: LookupFunction = (_name, { all }, callback) =>
  all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
const LOCAL = { guard: { allowHosts: parseAllowHosts('127.0.0.1') } };
const PATIENCE = { timeout: 60_000, interval: 50 };

type Options = Partial<Parameters<typeof openConnection>[2]> & { credentials?: object };

let repositories = 0;
const newName = (): string => {
  repositories += 1;
  return `repository-${repositories}`;
};

const open = (url: string, { settings = {}, ...options }: Options = {}, tools: object = LOCAL) =>
  openConnection(git, tools as typeof LOCAL, { ...options, settings: { url, ...settings } } as never);

describe.skipIf(!HAS_GIT)(`a repository over HTTP${GIT_NEEDED}`, () => {
  let host: GitHost;
  beforeAll(async () => {
    host = await startGitHost();
  });
  afterAll(() => host.stop());

  const create = (name = newName()) => ({
    repository: newRepository(host.root, name),
    url: `${host.server.origin}/${name}.git`,
  });

  it('lists files with who changed them last, and gives their content', async () => {
    const { repository, url } = create();
    repository.commit({
      'guides/harbour.md': 'The harbour closes at nine.',
      'README.md': 'Read me.',
      '.hidden': 'x',
    });
    const second = repository.commit({ 'guides/harbour.md': 'It closes at ten.' }, 'Bo Lind');
    const connection = await open(url, {
      settings: { web_url: 'https://code.example.org/{branch}/{commit}/{path}' },
    });
    const { covers, found } = await listAll(connection);
    expect(covers).toBe('everything');
    expect(found.map(({ id }) => id).sort()).toEqual(['README.md', 'guides/harbour.md']);
    const harbour = found.find(({ id }) => id.startsWith('guides'));
    expect(harbour).toMatchObject({
      name: 'harbour.md',
      sizeBytes: 17,
      url: `https://code.example.org/HEAD/${second}/guides/harbour.md`,
      metadata: {
        path: 'guides/harbour.md',
        author: 'Bo Lind',
        commit: second,
        changed_at: '2026-06-02T12:00:00.000Z',
      },
    });
    expect(harbour?.fingerprint).toBe(harbour?.version);
    expect(await textOf(connection, harbour)).toBe('It closes at ten.');
  });

  it('connects to the address that was checked, whatever the name leads to later', async () => {
    const { repository, url } = create();
    repository.commit({ 'a.md': 'One' });
    const tools = { guard: { allowHosts: parseAllowHosts('code.test'), lookup: locally } };
    const connection = await open(url.replace('127.0.0.1', 'code.test'), {}, tools);
    expect((await listAll(connection)).found).toHaveLength(1);
  });

  it('names only what changed since the cursor, and asks for nothing while no one pushes', async () => {
    const { repository, url } = create();
    const folder = newConnectorFolder();
    repository.commit({ 'a.md': 'One', 'b.md': 'Two', 'c.md': 'Three' });
    const first = await listAll(await open(url, { folder }));
    const packs = host.packs;
    const same = await listAll(await open(url, { folder }), first.cursor);
    expect(same).toMatchObject({ covers: 'changes', found: [], cursor: first.cursor });
    expect(host.packs).toBe(packs);

    repository.commit({ 'a.md': 'One, changed', 'b.md': null, 'moved/c.md': 'Three', 'c.md': null });
    const connection = await open(url, { folder });
    const listing = await connection.list({ cursor: first.cursor, resume: undefined });
    const changes: Change[] = [];
    for await (const page of listing.pages) changes.push(...page.changes);
    expect(listing.covers).toBe('changes');
    expect(
      changes.map((change) => (change.type === 'found' ? `+${change.document.id}` : `-${change.id}`)).sort(),
    ).toEqual(['+a.md', '+moved/c.md', '-b.md', '-c.md']);

    const elsewhere = await listAll(
      await open(url, { folder, settings: { include: ['a.md'] } }),
      listing.cursor(),
    );
    expect(elsewhere).toMatchObject({ covers: 'everything', found: [{ id: 'a.md' }] });
  });

  it('lists everything when history was rewritten, and gives a file that came back', async () => {
    const { repository, url } = create();
    const folder = newConnectorFolder();
    repository.commit({ 'a.md': 'One' });
    repository.commit({ 'a.md': 'Two' });
    const first = await listAll(await open(url, { folder }));
    repository.commit({ 'a.md': 'One' });
    const reverted = await open(url, { folder });
    const { found, cursor } = await listAll(reverted, first.cursor);
    expect(await textOf(reverted, found[0])).toBe('One');

    repository.git(['update-ref', '-d', 'refs/heads/main']);
    repository.commit({ 'a.md': 'Three' });
    const connection = await open(url, { folder });
    const rewritten = await listAll(connection, cursor);
    expect(await textOf(connection, rewritten.found[0])).toBe('Three');
  });

  it('starts again when its folder was emptied, or git was killed while it wrote', async () => {
    const { repository, url } = create();
    repository.commit({ 'a.md': 'One' });
    const { found } = await listAll(await open(url));
    const folder = newConnectorFolder();
    expect(await textOf(await open(url, { folder }), found[0])).toBe('One');
    const [clone = ''] = readdirSync(folder);
    writeFileSync(join(folder, clone, 'unfinished'), '');
    writeFileSync(join(folder, clone, 'content.git', 'shallow.lock'), '');
    repository.commit({ 'a.md': 'Two' });
    const connection = await open(url, { folder });
    expect(await textOf(connection, (await listAll(connection)).found[0])).toBe('Two');
  });

  it('leaves out what a branch or patterns do not have, and says when a branch is missing', async () => {
    const { repository, url } = create();
    const commit = repository.commit({ 'a.md': 'One', 'drafts/b.md': 'Two', 'c.bin': 'Three' });
    repository.git(['update-ref', 'refs/heads/release/1.0', commit]);
    repository.commit({ 'new.md': 'Four' });
    const { found } = await listAll(
      await open(url, { settings: { branch: 'release/1.0', include: ['**/*.md'], exclude: ['drafts/**'] } }),
    );
    expect(found.map(({ id }) => id)).toEqual(['a.md']);
    const missing = await open(url, { settings: { branch: 'gone' } });
    expect(await faultOf(() => listAll(missing))).toMatchObject({
      code: 'settings',
      message: expect.stringContaining('no branch gone'),
    });
  });

  it.each([
    ['no such repository', '/nothing.git', undefined, 'settings'],
    ['no token', '/private-1.git', undefined, 'credentials'],
    ['another token', '/private-1.git', { token: 'guessed' }, 'credentials'],
  ])('fails with %s', async (_, path, credentials, code) => {
    const connection = await open(`${host.server.origin}${path}`, credentials ? { credentials } : {});
    expect((await faultOf(() => listAll(connection))).code).toBe(code);
  });

  it('never shows a token to other processes, and keeps none on disk', async () => {
    const name = 'private-2';
    newRepository(host.root, name).commit({ 'a.md': 'One' });
    const folder = newConnectorFolder();
    const connection = await open(`${host.server.origin}/${name}.git`, {
      folder,
      credentials: { username: 'ann', token: 'token-of-ann' },
    });
    expect((await listAll(connection)).found).toHaveLength(1);
    const written = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n');
    expect(written).toContain('[core]');
    expect(written).not.toContain('token-of-ann');
    expect(written).not.toContain(Buffer.from('ann:token-of-ann').toString('base64'));
  });

  it('does not name a huge file for fetching, and does not store it', async () => {
    const { repository, url } = create();
    repository.commit({ 'huge.bin': Buffer.alloc(300 * MB), 'small.md': 'Small' });
    for (const filter of ['true', 'false']) {
      repository.git(['config', 'uploadpack.allowFilter', filter]);
      const connection = await open(url, { maxBytes: 1 * MB });
      const { found } = await listAll(connection);
      const huge = found.find(({ id }) => id === 'huge.bin');
      expect(huge?.sizeBytes).toBeGreaterThan(1 * MB);
      expect(
        await textOf(
          connection,
          found.find(({ id }) => id === 'small.md'),
        ),
      ).toBe('Small');
    }
  });

  it('stops a clone that takes more disk than it may', async () => {
    const { repository, url } = create();
    repository.commit({ 'noise.bin': randomBytes(40 * MB) });
    const folder = newConnectorFolder();
    const connection = await open(
      url,
      { folder },
      { ...LOCAL, gitLimits: { ...GIT_LIMITS, folderBytes: 4 * MB } },
    );
    expect(await faultOf(() => listAll(connection))).toMatchObject({
      code: 'settings',
      message: expect.stringContaining('4 MB'),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves out links, submodules, hooks, pointers of LFS, and paths that lead elsewhere', async () => {
    const { repository, url } = create();
    const blob = (text: string) => repository.git(['hash-object', '-w', '--stdin'], text);
    const id = blob('Content');
    const long = 'n'.repeat(1_000);
    const entries = (lines: (string | Buffer)[]) =>
      repository.git(
        ['mktree', '-z', '--missing'],
        Buffer.concat(lines.map((line) => Buffer.concat([Buffer.from(line), Buffer.from('\0')]))),
      );
    const inner = entries([`100644 blob ${id}\tescaped.md`]);
    const tree = entries([
      `040000 tree ${inner}\t..`,
      `100644 blob ${blob('[submodule "x"]\n\tpath = sub\n\turl = file:///etc\n')}\t.gitmodules`,
      `040000 tree ${inner}\thooks`,
      `120000 blob ${blob('/etc/passwd')}\tlink.md`,
      `160000 commit ${'1'.repeat(40)}\tsub`,
      `100644 blob ${blob('version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n')}\tmodel.bin`,
      `100644 blob ${id}\t${long}`,
      Buffer.concat([Buffer.from(`100644 blob ${id}\t`), Buffer.from([0x66, 0xff, 0xfe])]),
      `100644 blob ${id}\tline\nbreak.md`,
    ]);
    commitTree(repository.git, tree);
    const connection = await open(url);
    const { found } = await listAll(connection);
    expect(found.map(({ metadata }) => metadata['path']).sort()).toEqual(
      ['hooks/escaped.md', 'model.bin', long].sort(),
    );
    expect(found.every(({ id: each }) => each.length <= 400)).toBe(true);
    expect(
      await textOf(
        connection,
        found.find(({ id: each }) => each === 'model.bin'),
      ),
    ).toBe('');
  });

  it('becomes sources, which follow what is pushed, until its token is revoked', async () => {
    const test: TestService = await startTestService({
      URL_FETCH_ALLOW_HOSTS: '127.0.0.1',
      CREDENTIALS_KEY: 'a key for credentials of thirty-two characters',
    });
    try {
      await followPushes(test.live);
    } finally {
      await test.stop();
    }
  });

  async function followPushes(live: Client): Promise<void> {
    const name = 'private-3';
    const repository = newRepository(host.root, name);
    repository.commit({
      'harbour.md': 'The harbour of Zyxhaven closes at nine.',
      'pier.md': 'The pier of Zyxhaven is 300 metres long.',
      'old.md': 'The old lighthouse was torn down.',
    });
    const created = await live.post('/v1/connectors', {
      name: 'Handbook',
      kind: 'git',
      settings: { url: `${host.server.origin}/${name}.git` },
      credentials: { token: 'token-of-ann' },
      interval_minutes: null,
    });
    expect([created.status, created.body.error]).toEqual([201, undefined]);
    const { id } = created.body.data;
    const settled = async () => {
      const read = async () => (await live.get(`/v1/connectors/${id}`)).body.data;
      await expect.poll(async () => (await read()).state, PATIENCE).not.toMatch(/^(pending|syncing)$/);
      return await read();
    };
    const syncNow = async () => {
      expect((await live.post(`/v1/connectors/${id}/sync`)).status).toBe(202);
      const connector = await settled();
      return { connector, run: (await live.get(`/v1/connectors/${id}/runs`)).body.data[0] };
    };
    const sources = async () => {
      const list = async () => (await live.get('/v1/knowledge-base/sources?limit=100')).body.data;
      await expect
        .poll(
          async () =>
            (await list()).filter(({ status }: { status: string }) => status === 'processing').length,
          PATIENCE,
        )
        .toBe(0);
      return new Map<string, { id: string; metadata: object; status: string }>(
        (await list()).map((source: { name: string }) => [source.name, source]),
      );
    };
    expect(await settled()).toMatchObject({ state: 'idle', has_credentials: true });
    const first = await sources();
    expect([...first.keys()].sort()).toEqual(['harbour.md', 'old.md', 'pier.md']);
    expect(first.get('pier.md')).toMatchObject({
      status: 'indexed',
      metadata: { path: 'pier.md', author: 'Ann Nordstrom' },
    });

    const { packs } = host;
    expect((await syncNow()).run).toMatchObject({ outcome: 'completed', added: 0, changed: 0, deleted: 0 });
    expect(host.packs).toBe(packs);

    repository.commit({
      'harbour.md': 'The harbour of Zyxhaven closes at eleven now.',
      'pier.md': null,
      'guides/long-pier.md': 'The pier of Zyxhaven is 300 metres long.',
      'old.md': null,
    });
    expect((await syncNow()).run).toMatchObject({ added: 0, changed: 1, moved: 1, deleted: 1 });
    const second = await sources();
    expect([...second.keys()].sort()).toEqual(['harbour.md', 'long-pier.md']);
    expect(second.get('long-pier.md')?.id).toBe(first.get('pier.md')?.id);
    expect(second.get('harbour.md')?.id).toBe(first.get('harbour.md')?.id);

    host.token = undefined;
    expect((await syncNow()).connector).toMatchObject({
      state: 'needs_attention',
      error: { code: 'credentials' },
    });
    expect((await sources()).size).toBe(2);
  }
});
