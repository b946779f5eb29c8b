import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../helpers/run-command.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { newDataDir, removeDataDir, storageSettings } from '../helpers/test-storage.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

describe('commands for the content of a service', () => {
  const dataDir = newDataDir();
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServerProcess({ dataDir });
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await removeDataDir(dataDir);
  });

  const client = () => ({ FOOTNOTE_URL: server.baseUrl, FOOTNOTE_API_KEY: server.key });
  /** Runs a command with the address and a key. */
  const footnote = async (
    args: string[],
    more: { env?: Record<string, string>; input?: Uint8Array } = {},
  ) => {
    const { stdout, stderr, status } = await runCommand(args, { ...more, env: { ...client(), ...more.env } });
    return { stdout: stdout.toString(), stderr, status };
  };
  const json = async (...args: string[]) => JSON.parse((await footnote([...args, '--json'])).stdout);
  const newBase = async (): Promise<string> =>
    ((await server.call('POST', '/v1/knowledge-bases', { name: 'Base' })).data as { id: string }).id;
  const namesIn = async (base: string): Promise<string[]> =>
    (await json('sources', 'ls', '--knowledge-base', base)).map(({ name }: { name: string }) => name).sort();

  function folderOf(files: Record<string, string>): string {
    const folder = join(mkdtempSync(join(tmpdir(), 'footnote-sync-')), 'docs');
    onTestFinished(() => rmSync(dirname(folder), { recursive: true, force: true }));
    mkdirSync(folder);
    for (const [path, text] of Object.entries(files)) write(folder, path, text);
    return folder;
  }
  function write(folder: string, path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  describe('footnote sync', () => {
    it('adds, changes and deletes by hash and external id, and does nothing the second time', async () => {
      const base = await newBase();
      const folder = folderOf({ 'a.md': 'First.', 'deep/b.md': 'Second.', 'c.md': 'Third.' });
      const sync = (...more: string[]) => json('sync', folder, '--knowledge-base', base, ...more);
      const planned = await sync('--dry-run');
      expect(planned).toMatchObject({ prefix: 'docs', added: ['a.md', 'c.md', 'deep/b.md'] });
      expect(await namesIn(base)).toEqual([]);
      expect((await sync()).added.sort()).toEqual(['a.md', 'c.md', 'deep/b.md']);
      expect(await sync()).toMatchObject({ added: [], changed: [], deleted: [], unchanged: 3, failed: [] });
      write(folder, 'a.md', 'First, again.');
      write(folder, 'new.md', 'Fourth.');
      rmSync(join(folder, 'c.md'));
      expect(await sync()).toMatchObject({
        added: ['new.md'],
        changed: ['a.md'],
        deleted: ['c.md'],
        unchanged: 1,
      });
      expect(await namesIn(base)).toEqual(['a.md', 'deep/b.md', 'new.md']);
      const [source] = await json('sources', 'ls', '--knowledge-base', base, '--q', 'deep/b.md');
      expect(source).toMatchObject({ external_id: 'docs/deep/b.md', file_name: 'b.md', status: 'indexed' });
    });

    it('never deletes what it did not add, nor most of what it did add without --force', async () => {
      const base = await newBase();
      const body = { type: 'text', name: 'By hand', content: 'Mine.', knowledge_base_id: base };
      await server.call('POST', '/v1/knowledge-base/sources', body);
      await server.call('POST', '/v1/knowledge-base/sources', {
        ...body,
        name: 'Of another',
        external_id: 'docs-of-another/a.md',
      });
      const folder = folderOf({ '1.md': 'One.', '2.md': 'Two.', '3.md': 'Three.', '4.md': 'Four.' });
      const args = ['sync', folder, '--knowledge-base', base];
      expect((await footnote(args)).status).toBe(0);
      // Another folder of the same name, which does not hold these files.
      const other = folderOf({ 'other.md': 'Other.' });
      const refused = await footnote(['sync', other, '--knowledge-base', base]);
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain('4 of 4 sources of “docs” would be deleted');
      expect(await namesIn(base)).toEqual([
        '1.md',
        '2.md',
        '3.md',
        '4.md',
        'By hand',
        'Of another',
        'other.md',
      ]);
      expect((await footnote(['sync', other, '--knowledge-base', base, '--keep'])).status).toBe(0);
      expect((await footnote(['sync', other, '--knowledge-base', base, '--force'])).status).toBe(0);
      expect(await namesIn(base)).toEqual(['By hand', 'Of another', 'other.md']);
    });

    it('refuses a prefix with a slash, which another one could begin', async () => {
      const folder = folderOf({ 'a.md': 'First.' });
      const refused = await footnote(['sync', folder, '--prefix', 'docs/api']);
      expect(refused.status).toBe(2);
      expect(refused.stderr).toContain('--prefix must not contain a slash');
      expect(refused.stderr).toContain('Write docs-api.');
    });

    it('goes on after what cannot be indexed and links in circles, and ends with code 1', async () => {
      const base = await newBase();
      const folder = folderOf({ 'good.md': 'Good.', 'bad.pdf': '%PDF-1.7 and nothing more', 'empty.md': '' });
      write(folder, 'large.md', '');
      truncateSync(join(folder, 'large.md'), 51 * 1024 * 1024);
      symlinkSync(folder, join(folder, 'again'));
      symlinkSync('loop', join(folder, 'loop'));
      const { stdout, stderr, status } = await footnote(['sync', folder, '--knowledge-base', base, '--json']);
      expect(status).toBe(1);
      const result = JSON.parse(stdout);
      result.failed.sort((a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1));
      expect(result).toMatchObject({
        added: ['good.md'],
        failed: [{ path: 'bad.pdf' }, { path: 'large.md' }],
      });
      expect(stderr).toMatch(/^failed {2}large\.md: is larger than 50 MB$/m);
      expect(stderr).toMatch(/^failed {2}bad\.pdf: \S/m);
      expect(await namesIn(base)).toEqual(['bad.pdf', 'good.md']);
    });

    // Root may read everything.
    it.skipIf(process.getuid?.() === 0)(
      'reports what it cannot read, and deletes nothing below it',
      async () => {
        const base = await newBase();
        const folder = folderOf({ 'a.md': 'A.', 'closed/b.md': 'B.', 'secret.md': 'C.' });
        const args = ['sync', folder, '--knowledge-base', base, '--json'];
        await footnote(args);
        for (const name of ['closed', 'secret.md']) chmodSync(join(folder, name), 0);
        const { stdout, status } = await footnote(args);
        for (const name of ['closed', 'secret.md']) chmodSync(join(folder, name), 0o755);
        expect(status).toBe(1);
        const result = JSON.parse(stdout);
        expect(result.deleted).toEqual([]);
        expect(result.failed).toEqual([
          { path: 'closed', reason: 'EACCES' },
          { path: 'secret.md', reason: 'EACCES' },
        ]);
        expect(await namesIn(base)).toEqual(['a.md', 'closed/b.md', 'secret.md']);
      },
    );

    it('says that a file was emptied, whose source keeps what it had', async () => {
      const base = await newBase();
      const folder = folderOf({ 'a.md': 'A.', 'b.md': 'B.' });
      const args = ['sync', folder, '--knowledge-base', base, '--json'];
      await footnote(args);
      writeFileSync(join(folder, 'a.md'), '');
      const { stdout, status } = await footnote(args);
      expect(status).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({
        deleted: [],
        unchanged: 1,
        failed: [{ path: 'a.md', reason: 'is empty now, so its source keeps the earlier content' }],
      });
      expect(await namesIn(base)).toEqual(['a.md', 'b.md']);
    });

    it('is killed in the middle, run again, and then has every file once', async () => {
      const base = await newBase();
      const names = Array.from({ length: 60 }, (_, index) => `${index}.md`).sort();
      const folder = folderOf(Object.fromEntries(names.map((name) => [name, `Text of ${name}.`])));
      const args = ['sync', folder, '--knowledge-base', base];
      const killed = await runCommand(args, {
        env: client(),
        onStderr: (text, signal) => text.includes('added') && signal('SIGKILL'),
      });
      expect(killed.status).toBeNull();
      const before = await namesIn(base);
      expect(before.length).toBeLessThan(60);
      const { stdout, status } = await footnote(args);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^\d+ added, 0 changed, 0 deleted, \d+ unchanged\n$/);
      expect(await namesIn(base)).toEqual(names);
    });

    it('--watch follows the folder until it is stopped', async () => {
      const base = await newBase();
      const folder = folderOf({ 'a.md': 'A.' });
      const child = spawn(process.execPath, [CLI, 'sync', folder, '--knowledge-base', base, '--watch'], {
        env: { ...process.env, ...client() },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let [output, log] = ['', ''];
      child.stdout.on('data', (text) => (output += text));
      child.stderr.on('data', (text) => (log += text));
      await expect.poll(() => log).toContain('Watching');
      mkdirSync(join(folder, 'new'));
      write(folder, 'new/b.md', 'B.');
      await expect.poll(() => namesIn(base)).toEqual(['a.md', 'new/b.md']);
      write(folder, 'a.md', 'A, again.');
      await expect.poll(() => output).toContain('1 changed');
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    });
  });

  describe('footnote add, search, ask and sources', () => {
    it('adds files, folders and standard input once, and finds them', async () => {
      const base = await newBase();
      const folder = folderOf({ 'pier.md': 'The pier is 300 metres long.', 'more/menu.txt': 'Rye bread.' });
      const add = (...args: string[]) => json('add', ...args, '--knowledge-base', base);
      const [file] = await add(join(folder, 'pier.md'), '--tag', 'sights');
      expect(file).toMatchObject({ name: 'pier.md', status: 'indexed', tags: ['sights'] });
      const again = await footnote(['add', join(folder, 'pier.md'), '--knowledge-base', base]);
      expect(again.stdout).toContain(`${file.id}  was there already`);
      const input = Buffer.from('The museum is open from Tuesday to Sunday.');
      const piped = await footnote(['add', '-', '--name', 'museum.md', '--knowledge-base', base], { input });
      expect(piped.stdout).toMatch(/^src_\w+ {2}indexed {2}museum\.md\n$/);
      expect(await add(join(folder, 'more'))).toMatchObject([{ prefix: 'more', added: ['menu.txt'] }]);
      expect(await namesIn(base)).toEqual(['menu.txt', 'museum.md', 'pier.md']);

      const found = await footnote(['search', 'how', 'long', 'is', 'the', 'pier', '--knowledge-base', base]);
      expect(found.stdout).toMatch(/^1\. pier\.md .*\n {3}The pier is 300 metres long\.\n/);
      expect((await footnote(['search', 'pier', '--limit', '21'])).stderr).toContain(
        '--limit must be a whole number from 1 to 20.',
      );
      expect((await footnote(['add', 'none.md'])).stderr).toContain(
        `There is no none.md in ${process.cwd()}.`,
      );
      expect((await footnote(['sources', 'get', 'more/menu.txt', '--text'])).stdout).toBe('Rye bread.\n');
      expect((await footnote(['sources', 'rm', 'more/menu.txt', 'src_0'])).status).toBe(1);
      expect((await footnote(['sources', 'rm', 'more/menu.txt'])).stdout).toContain('is deleted.');
      expect(await namesIn(base)).toEqual(['museum.md', 'pier.md']);
    });

    it('asks an agent, and prints footnotes for each citation', async () => {
      const base = await newBase();
      const folder = folderOf({ 'pier.md': '# The pier\n\nThe pier is 300 metres long.' });
      await footnote(['add', join(folder, 'pier.md'), '--knowledge-base', base]);
      for (const name of ['Guide', 'Other'])
        await server.call('POST', '/v1/agents', { name, knowledge_base_ids: [base] });
      const { stdout, status } = await footnote(['ask', '--agent', 'Guide', 'How long is the pier?']);
      expect(status).toBe(0);
      expect(stdout).toMatch(
        /^The pier is 300 metres long\.\[1\]\n\n\[1\] pier\.md › The pier.*\n {4}The pier is/,
      );
      expect(await json('ask', '--agent', 'Guide', 'How long?')).toHaveProperty('session_id');
      const unknown = await footnote(['ask', '--agent', 'Guid', 'How long?']);
      expect([unknown.status, unknown.stderr]).toEqual([
        2,
        expect.stringMatching('There is no agent “Guid”. There is: .*“Guide”'),
      ]);
      expect((await footnote(['ask', 'How long?'])).stderr).toContain('Choose an agent with --agent');

      const twin = await server.call('POST', '/v1/agents', { name: 'Guide', knowledge_base_ids: [base] });
      const ambiguous = [
        ['ask', '--agent', 'Guide', 'How long?'],
        ['ask', 'How long?'],
      ];
      for (const args of ambiguous)
        expect((await footnote(args)).stderr).toContain((twin.data as { id: string }).id);
    });

    it('through npm in another folder, adds the file of that folder', async () => {
      const folder = realpathSync(folderOf({}));
      const env = { ...process.env, npm_lifecycle_event: 'footnote', INIT_CWD: folder, ...client() };
      const { stderr } = spawnSync(
        process.execPath,
        ['scripts/run.mjs', 'server/src/cli.ts', 'add', 'none.md'],
        {
          env,
          encoding: 'utf8',
        },
      );
      expect(stderr).toContain(`There is no none.md in ${folder}.`);
    });

    it('finds the service on this machine, and revokes the key that it made', async () => {
      const { stdout, status } = await runCommand(['search', 'pier', '--json'], {
        env: { ...storageSettings(dataDir), FOOTNOTE_URL: '', FOOTNOTE_API_KEY: '' },
      });
      expect(status).toBe(0);
      expect(JSON.parse(stdout.toString())).toHaveProperty('results');
      const { data } = await server.call('GET', '/v1/api-keys');
      expect(data).toContainEqual(expect.objectContaining({ name: 'Command line', scope: 'read_only' }));
      for (const key of data as { name: string; revoked_at?: string }[])
        if (key.name === 'Command line') expect(key.revoked_at).toBeTypeOf('string');
    });

    it.each([
      [{ FOOTNOTE_API_KEY: '' }, 2, 'Set FOOTNOTE_API_KEY to an API key of'],
      [{ FOOTNOTE_API_KEY: 'svc_live_wrong' }, 1, "isn't an API key"],
      [{ FOOTNOTE_URL: 'ftp://127.0.0.1' }, 2, 'FOOTNOTE_URL must be an http(s) URL'],
      [{ FOOTNOTE_URL: 'http://127.0.0.1:9' }, 1, 'The service does not answer.'],
      [{ FOOTNOTE_URL: '', DATA_DIR: '/nowhere' }, 2, 'FOOTNOTE_URL is not set'],
    ])('says what is wrong in one line with %j', async (env, code, message) => {
      const { stdout, stderr, status } = await footnote(['sources', 'ls'], { env });
      expect({ stdout, status }).toEqual({ stdout: '', status: code });
      expect(stderr).toContain(message);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    });
  });

  describe('footnote eval at a service', () => {
    it('compares figures with a baseline, and fails under a floor', async () => {
      const base = await newBase();
      const folder = folderOf({ 'pier.md': 'The pier is 300 metres long.', 'menu.md': 'Rye bread.' });
      await footnote(['sync', folder, '--knowledge-base', base]);
      const questions = join(folder, 'questions.jsonl');
      const baseline = join(folder, 'baseline.json');
      const ask = async (source: string, ...more: string[]) => {
        writeFileSync(questions, `${JSON.stringify({ query: 'How long is the pier?', source })}\n`);
        const args = [
          'eval',
          '--questions',
          questions,
          '--knowledge-base',
          base,
          '--modes',
          'hybrid,keyword',
        ];
        return await footnote([...args, ...more]);
      };
      const good = await ask('pier.md', '--save-baseline', baseline, '--fail-under', 'ndcg=.9');
      expect(good).toMatchObject({ status: 0, stderr: '' });
      expect(JSON.parse(readFileSync(baseline, 'utf8')).figures).toMatchObject({ 'hybrid.ndcg': 1 });
      const fell = await ask(
        'menu.md',
        '--baseline',
        baseline,
        '--fail-under',
        'ndcg=.9',
        '--fail-under',
        'keyword.mrr=0',
      );
      expect(fell.status).toBe(1);
      expect(fell.stdout).toMatch(/^hybrid\.ndcg +1\.000 +0\.\d+ +-0\.\d+$/m);
      expect(fell.stderr).toMatch(/^hybrid\.ndcg is 0\.\d+, less than 0\.9\.$/m);
      expect(fell.stderr).toMatch(/^hybrid\.ndcg fell from 1\.000 to 0\.\d+\.$/m);
      expect((await server.call('GET', '/v1/evaluations')).data).toEqual([]);
      for (const [wrong, message] of [
        [['--fail-under', 'ndgc=.9'], 'Did you mean ndcg?'],
        [['--fail-under', 'ndcg=9'], 'must be from 0 to 1'],
        [['--fail-under', 'semantic.ndcg=.9'], 'semantic is not measured'],
        [['--baseline', questions], 'is no baseline'],
      ] as const) {
        const { status, stderr } = await ask('pier.md', ...wrong);
        expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
      }
    });
  });
});
