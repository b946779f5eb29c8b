import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Client, createClient, startTestService } from '../helpers/start-test-service.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const DATABASE_URL = process.env['TEST_DATABASE_URL'];

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'footnote-migrate-'));

/** Runs `footnote migrate`; what it prints and how it ends. */
function migrate(...args: string[]): { stdout: string; stderr: string; status: number | null } {
  return spawnSync(process.execPath, [...process.execArgv, CLI, 'migrate', ...args], { encoding: 'utf8' });
}

type Table = { environment: string; table: string; copied: number; from: unknown; to: { rows: number } };
const tablesOf = (stdout: string): Table[] => JSON.parse(stdout).tables;

describe('footnote migrate', () => {
  const from = newFolder();
  const folders = [from];
  /** What a client saw before the move. */
  let before: { sandboxKey: string; key: string; sourceIds: string[]; results: unknown; messages: unknown };

  const serve = async <T>(
    settings: Record<string, string>,
    work: (live: Client) => Promise<T>,
  ): Promise<T> => {
    const { service, live, stop } = await startTestService(settings);
    try {
      return await work(live.key === '' ? createClient(service.baseUrls.live, before.key) : live);
    } finally {
      await stop();
    }
  };
  const seen = async (client: Client) => {
    const agents = (await client.get('/v1/agents')).body.data;
    const conversation = `/v1/agents/${agents[0].id}/conversations/session-1/messages`;
    return {
      sourceIds: (await client.get('/v1/knowledge-base/sources')).body.data.map(
        ({ id }: { id: string }) => id,
      ),
      results: (await client.get('/v1/query?query=ticket%20price')).body.data.results,
      messages: (await client.get(conversation)).body.data,
    };
  };
  beforeAll(async () => {
    const { live, sandbox, stop } = await startTestService({ DATA_DIR: from });
    for (let count = 0; count < 20; count++)
      await live.addText(
        `Boat ${count}`,
        `A ticket for boat ${count} costs ${count} euros. The price holds all year.`,
      );
    await sandbox.addText('Trial', 'A sandbox is for trying things out.');
    const { default_knowledge_base_id } = (await live.get('/v1/workspace')).body.data;
    const agent = await live.post('/v1/agents', {
      name: 'Guide',
      knowledge_base_ids: [default_knowledge_base_id],
    });
    const message = 'What does a ticket for boat 7 cost?';
    await live.post(`/v1/agents/${agent.body.data.id}/chat`, { message, session_id: 'session-1' });
    before = { key: live.key, sandboxKey: sandbox.key, ...(await seen(live)) };
    await stop();
    expect(before).toMatchObject({ results: { length: expect.any(Number) }, messages: [{}, {}] });
  });
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const target = (): string => {
    const folder = newFolder();
    folders.push(folder);
    return folder;
  };

  it('migrate moves both environments with keys, sources, search and transcripts', async () => {
    const to = target();
    const { stdout, stderr, status } = migrate('--from', from, '--to', to);
    expect(stderr).toMatch(/^live: workspace_directory, 2 rows copied\n/);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^environment +table +rows +in copy +bytes +seconds +content\n/);
    expect(stdout).toMatch(/^live +sources +20 +20 +[\d,]+ +\d+\.\d +same, [0-9a-f]{12}$/m);
    expect(stdout).toMatch(/^sandbox +sources +1 +1 /m);
    expect(stdout).not.toContain('DIFFERS');
    await serve({ DATA_DIR: to }, async (live) => {
      const { key, sandboxKey, ...expected } = before;
      expect(await seen(live)).toEqual(expected);
    });
  });

  it('migrate --quiet --json prints one JSON object and copies nothing the second time', () => {
    const to = target();
    const first = migrate('--from', from, '--to', to, '--quiet', '--json');
    expect(first).toMatchObject({ status: 0, stderr: '' });
    const tables = tablesOf(first.stdout);
    expect(tables.find(({ table }) => table === 'sources')).toMatchObject({
      environment: 'live',
      copied: 20,
      from: { rows: 20, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    for (const table of tables) expect(table.to).toEqual(table.from);
    const again = tablesOf(migrate('--from', from, '--to', to, '--quiet', '--json').stdout);
    expect(again.map(({ to }) => to)).toEqual(tables.map(({ to }) => to));
    expect(again.filter(({ copied }) => copied > 0)).toEqual([]);
  });

  it('a killed migration continues where it stopped', async () => {
    const to = target();
    for (let kill = 0; kill < 3; kill++) {
      const args = [...process.execArgv, CLI, 'migrate', '--from', from, '--to', to];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
      child.stderr.once('data', () => child.kill('SIGKILL'));
      await new Promise((resolve) => child.once('close', resolve));
    }
    const { stdout, status } = migrate('--from', from, '--to', to, '--json');
    expect(status).toBe(0);
    for (const table of tablesOf(stdout)) expect(table.to).toEqual(table.from);
  });

  it('migrate exits with 1 while a service runs on either folder', async () => {
    const [to, served] = [target(), target()];
    const { stop } = await startTestService({ DATA_DIR: served });
    onTestFinished(stop);
    for (const args of [
      ['--from', served, '--to', to],
      ['--from', from, '--to', served],
    ]) {
      expect(migrate(...args)).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^Another server is running on the data folder [^\n]+\n$/),
      });
    }
  });

  it('migrate exits with 1 when the target belongs to another installation', async () => {
    const to = target();
    await (await startTestService({ DATA_DIR: to })).stop();
    expect(migrate('--from', from, '--to', to)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^The target has the workspace ws_\w+ in its live environment[^\n]+\n$/),
    });
  });

  it('migrate exits with 1 and makes nothing when there is nothing to move', () => {
    const nowhere = target();
    expect(migrate('--from', nowhere, '--to', target())).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^There is no data in [^\n]+\n$/),
    });
    expect(readdirSync(nowhere)).toEqual([]);
  });

  it.each([
    ['without places', [], '--from is missing'],
    ['without a target', ['--from', from], '--to is missing'],
    ['with one place for both', ['--from', from, '--to', from], '--from and --to are the same place'],
    [
      'with a schema that is no name',
      ['--from', from, '--to', './b', '--schema', 'A;B'],
      '--schema takes lower-case letters',
    ],
    ['with an option that there is not', ['--from', from, '--into', './b'], 'There is no option --into.'],
  ])('2 %s', (_what, args, message) => {
    expect(migrate(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });

  it.skipIf(DATABASE_URL === undefined)(
    'migrating to PostgreSQL (TEST_DATABASE_URL) and back loses nothing',
    async () => {
      const [to, url] = [target(), DATABASE_URL ?? ''];
      const schema = `migrate_${crypto.randomUUID().slice(0, 8)}`;
      const asOwner = async (statements: string): Promise<void> => {
        const client = new pg.Client(url);
        await client.connect();
        await client.query(statements).finally(() => client.end());
      };
      onTestFinished(() => asOwner(`DROP SCHEMA ${schema}_live, ${schema}_sandbox CASCADE`));
      const there = migrate('--from', from, '--to', url, '--schema', schema, '--json');
      expect(there.stderr).not.toContain('Error');
      expect(there.status).toBe(0);
      await serve({ DATA_DIR: target(), DATABASE_URL: url, DATABASE_SCHEMA: schema }, async (live) => {
        const { key, sandboxKey, ...expected } = before;
        expect(await seen(live)).toEqual(expected);
      });
      // A user who may read suffices for the source, so nothing is written there.
      const readable = new URL(url);
      [readable.username, readable.password] = [`${schema}_reader`, 'only-reads'];
      onTestFinished(() => asOwner(`DROP OWNED BY ${schema}_reader; DROP ROLE ${schema}_reader`));
      await asOwner(`
        CREATE ROLE ${schema}_reader LOGIN PASSWORD 'only-reads';
        GRANT USAGE ON SCHEMA ${schema}_live, ${schema}_sandbox TO ${schema}_reader;
        GRANT SELECT ON ALL TABLES IN SCHEMA ${schema}_live, ${schema}_sandbox TO ${schema}_reader`);
      const back = migrate('--from', readable.href, '--to', to, '--schema', schema, '--json');
      expect(back.stderr).not.toContain('denied');
      expect(back.status).toBe(0);
      // What is used, and the URLs of the service, are noted while it is served.
      const noted = ['api_keys', 'usage_counts', 'environment_settings'];
      const contents = (stdout: string) =>
        tablesOf(stdout)
          .filter(({ table }) => !noted.includes(table))
          .map(({ environment, table, to }) => ({ environment, table, to }));
      expect(contents(back.stdout)).toEqual(contents(there.stdout));
      await serve({ DATA_DIR: to }, async (live) => {
        const { key, sandboxKey, ...expected } = before;
        expect(await seen(live)).toEqual(expected);
      });
      await asOwner(`DELETE FROM ${schema}_live.schema_migrations WHERE version > 8`);
      expect(migrate('--from', url, '--to', target(), '--schema', schema)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('start the service once'),
      });
    },
  );
});
