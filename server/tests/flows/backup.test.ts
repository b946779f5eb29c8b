import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Ended, runCommand } from '../helpers/run-command.ts';
import {
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import {
  dropSchemas,
  newDataDir,
  removeDataDir,
  storageSettings,
  TEST_ENGINE,
} from '../helpers/test-storage.ts';

const isEmbedded = TEST_ENGINE === 'embedded';
const folders: string[] = [];
const newFolder = (): string => {
  const folder = newDataDir();
  folders.push(folder);
  return folder;
};
afterAll(async () => {
  for (const folder of folders) await removeDataDir(folder);
});

const backup = (file: string, dataDir: string, ...more: string[]): Promise<Ended> =>
  runCommand(['backup', file, ...more], { env: storageSettings(dataDir) });
const restore = (file: string, dataDir: string, ...more: string[]): Promise<Ended> =>
  runCommand(['restore', file, ...more], { env: storageSettings(dataDir) });

type Keys = { live: string; sandbox: string };

/** Serves what stands in a folder for as long as `work` takes. */
async function serve<T>(
  settings: Record<string, string>,
  keys: Keys,
  work: (live: Client, sandbox: Client) => Promise<T>,
): Promise<T> {
  const { service, stop } = await startTestService(settings);
  try {
    expect(service.firstKeys).toBeUndefined();
    const { live, sandbox } = service.baseUrls;
    return await work(createClient(live, keys.live), createClient(sandbox, keys.sandbox));
  } finally {
    await stop();
  }
}

/** What a client sees of an agent's sessions and of the search. */
async function seen(live: Client, agentId: string) {
  const query = { query: 'What does a ticket for boat 7 cost?', limit: 5 };
  const search = async (search_type: string) =>
    (await live.post('/v1/query', { ...query, search_type })).body.data.results;
  return {
    results: {
      hybrid: await search('hybrid'),
      keyword: await search('keyword'),
      semantic: await search('semantic'),
    },
    agents: (await live.get('/v1/agents')).body.data,
    messages: (await live.get(`/v1/agents/${agentId}/conversations/session-1/messages`)).body.data,
    workspace: (await live.get('/v1/workspace')).body.data,
  };
}

const idsOf = async (client: Client): Promise<string[]> => {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const { data, meta } = (await client.get(`/v1/knowledge-base/sources?limit=100${cursor}`)).body;
    ids.push(...data.map(({ id }: { id: string }) => id));
    if (!meta.next_cursor) return ids;
    cursor = `&cursor=${meta.next_cursor}`;
  }
};

describe('footnote backup and restore', () => {
  const dataDir = newFolder();
  const files = newFolder();
  const file = join(files, 'backup.fnb');
  let service: TestService;
  let keys: Keys;
  let agentId: string;
  /** Ids that were acknowledged before the backup began, those that nobody has indexed yet included. */
  let acknowledged: string[];
  let before: Awaited<ReturnType<typeof seen>>;
  let made: Ended;
  /** In the audit log of the service that was backed up. */
  let noted: unknown[];

  beforeAll(async () => {
    service = await startTestService({ DATA_DIR: dataDir });
    const { live, sandbox } = service;
    keys = { live: live.key, sandbox: sandbox.key };
    for (let count = 0; count < 12; count++)
      await live.addText(
        `Boat ${count}`,
        `A ticket for boat ${count} costs ${count} euros. The price holds all year.`,
      );
    await sandbox.addText('Trial', 'A sandbox is for trying things out.');
    const { default_knowledge_base_id } = (await live.get('/v1/workspace')).body.data;
    const agent = { name: 'Guide', knowledge_base_ids: [default_knowledge_base_id] };
    agentId = (await live.post('/v1/agents', agent)).body.data.id;
    const message = 'What does a ticket for boat 7 cost?';
    await live.post(`/v1/agents/${agentId}/chat`, { message, session_id: 'session-1' });
    before = await seen(live, agentId);
    const load = await underLoad(live, agentId);
    acknowledged = [...load.added];
    made = await backup(file, dataDir, '--json');
    await load.stop();
    noted = (await live.get('/v1/audit-log?action=backup.created')).body.data;
    await service.stop();
  }, 60_000);

  it('a backup under load is one file that only its owner can read', () => {
    expect(made.stderr).toMatch(/^live: workspace_directory, 2 rows read\n/);
    expect(made.status).toBe(0);
    const { bytes, tables } = JSON.parse(made.stdout.toString());
    expect(statSync(file)).toMatchObject({ size: bytes });
    expect(noted).toMatchObject([
      { actor: { type: 'command_line' }, details: { file: 'backup.fnb', bytes } },
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(files)).toEqual(['backup.fnb']);
    const rowsOf = (environment: string, table: string): number =>
      tables.find(
        (one: Record<string, unknown>) => one['environment'] === environment && one['table'] === table,
      ).content.rows;
    expect(rowsOf('live', 'sources')).toBeGreaterThanOrEqual(12 + acknowledged.length);
    expect(rowsOf('sandbox', 'sources')).toBe(1);
  });

  it('a restore has everything acknowledged before the backup: keys, ids, transcripts, results and scores', async () => {
    const to = newFolder();
    const restored = await restore(file, to);
    expect(restored.stderr).not.toContain('Error');
    expect(restored.stdout.toString()).toMatch(
      /^Footnote \d+\.\d+\.\d+, schema \d+ of the \w+ engine, \d{4}-/,
    );
    expect(restored.stdout.toString()).toMatch(/\nRestored\. Keys revoked [^\n]+\n$/);
    expect(restored.status).toBe(0);
    if (isEmbedded) expect(readdirSync(to).sort()).toEqual(['live.db', 'sandbox.db', 'server.lock']);
    await serve({ DATA_DIR: to }, keys, async (live, sandbox) => {
      const ids = await idsOf(live);
      expect(ids).toEqual(expect.arrayContaining(acknowledged));
      // What was queued goes on: nothing is left half done.
      for (const id of ids) {
        const { data } = (await live.get(`/v1/knowledge-base/sources/${id}?wait=30`)).body;
        expect(data).toMatchObject({ status: 'indexed', chunk_count: 1 });
      }
      expect(await idsOf(sandbox)).toHaveLength(1);
      const after = await seen(live, agentId);
      expect(after).toMatchObject({
        agents: before.agents,
        messages: before.messages,
        workspace: before.workspace,
      });
      const turn = { message: 'And for boat 3?', session_id: 'session-1' };
      expect((await live.post(`/v1/agents/${agentId}/chat`, turn)).body.data.reply).toContain('3 euros');
      const walrus = await live.post('/v1/query', { query: 'walrus number 0', search_type: 'keyword' });
      expect(walrus.body.data.results).not.toEqual([]);
    });
  });

  it('a restored service gives the same results with the same scores', async () => {
    const [quiet, to, copy] = [newFolder(), newFolder(), join(files, 'quiet.fnb')];
    expect((await restore(file, quiet)).status).toBe(0);
    const settledSeen = (live: Client) => untilIndexed(live).then(() => seen(live, agentId));
    const first = await serve({ DATA_DIR: quiet }, keys, settledSeen);
    expect((await backup(copy, quiet)).status).toBe(0);
    expect((await restore(copy, to)).status).toBe(0);
    expect(await serve({ DATA_DIR: to }, keys, settledSeen)).toEqual(first);
  });

  it('a backup can go to standard output and be restored from standard input', async () => {
    const piped = await backup('-', dataDir, '--quiet', '--json');
    expect(piped.status).toBe(0);
    const written = JSON.parse(piped.stderr);
    expect(written).toMatchObject({ file: '-', bytes: piped.stdout.length });
    const verified = await runCommand(['restore', '-', '--verify', '--quiet', '--json'], {
      input: piped.stdout,
    });
    expect(verified).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(verified.stdout.toString()).tables).toEqual(written.tables);
  });

  it('restore --verify checks a backup without touching any installation', async () => {
    const nowhere = join(files, 'nowhere');
    const { stdout, status } = await runCommand(['restore', file, '--verify', '--quiet'], {
      env: { DATA_DIR: nowhere, TMPDIR: files },
    });
    expect(status).toBe(0);
    expect(stdout.toString()).toMatch(/\nlive +sources +\d+ +[\d,]+ +[0-9a-f]{12}\n/);
    expect(stdout.toString()).toContain('The backup is complete and can be restored.');
    expect(readdirSync(files).filter((name) => /nowhere|verify/.test(name))).toEqual([]);
  });

  it('a truncated or changed backup exits with 1 and restores nothing', async () => {
    const whole = readFileSync(file);
    const flipped = Buffer.from(whole);
    flipped.writeUInt8((flipped.at(whole.length >> 1) ?? 0) ^ 1, whole.length >> 1);
    const others: [string, Uint8Array][] = [
      ['cut', whole.subarray(0, whole.length - 1_000)],
      ['flipped', flipped],
      ['another', zstdCompressSync('{"format":"something else"}\n')],
    ];
    const to = newFolder();
    for (const [name, bytes] of others) {
      const damaged = join(newFolder(), `${name}.fnb`);
      writeFileSync(damaged, bytes);
      const { stderr, stdout, status } = await restore(damaged, to, '--quiet');
      expect({ name, status, stdout: stdout.toString() }).toEqual({ name, status: 1, stdout: '' });
      expect(stderr).toMatch(/is not a complete backup of Footnote: [^\n]+\n$/);
      if (isEmbedded) expect(readdirSync(to)).toEqual(['server.lock']);
    }
    // The place is still free.
    expect((await restore(file, to)).status).toBe(0);
  });

  it('restoring over an installation exits with 1 and changes nothing', async () => {
    const { stderr, status } = await restore(file, dataDir);
    expect(status).toBe(1);
    expect(stderr).toMatch(/ (is there already|has tables already): a backup is restored into [^\n]+\n$/);
    await serve({ DATA_DIR: dataDir }, keys, async (live) => {
      expect(await idsOf(live)).toEqual(expect.arrayContaining(acknowledged));
    });
  });

  it.runIf(isEmbedded)('restoring into the folder of a running service exits with 1', async () => {
    const served = newFolder();
    const { stop } = await startTestService({ DATA_DIR: served });
    onTestFinished(stop);
    expect(await restore(file, served)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Another server is running on the data folder [^\n]+\n$/),
    });
  });

  it('a backup without data or without a place for the file exits with 1 and makes nothing', async () => {
    const [nowhere, out] = [newFolder(), newFolder()];
    expect(await backup(join(out, 'a.fnb'), nowhere)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^There is no data in [^\n]+\n$/),
    });
    expect([...readdirSync(nowhere), ...readdirSync(out)]).toEqual([]);
    expect(await backup(join(out, 'missing', 'a.fnb'), dataDir, '--quiet')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/a\.fnb cannot be read or written \(ENOENT[^\n]+\n$/),
    });
    expect(await restore(join(out, 'missing.fnb'), newFolder())).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/missing\.fnb cannot be read or written \(ENOENT[^\n]+\n$/),
    });
  });

  it('a backup ended by a signal leaves the earlier backup as it was and no other file', async () => {
    const out = newFolder();
    const target = join(out, 'a.fnb');
    writeFileSync(target, 'the backup of yesterday');
    let isSent = false;
    const { stderr, status } = await runCommand(['backup', target], {
      env: storageSettings(dataDir),
      onStderr: (_, signal) => {
        // The second one would not be waited for.
        if (!isSent) signal('SIGTERM');
        isSent = true;
      },
    });
    expect({ status, last: stderr.split('\n').at(-2) }).toEqual({
      status: 1,
      last: 'Stopped by a signal. Nothing was kept.',
    });
    expect(readdirSync(out)).toEqual(['a.fnb']);
    expect(readFileSync(target, 'utf8')).toBe('the backup of yesterday');
  });

  it('a killed restore leaves no installation and can be repeated', async () => {
    const to = newFolder();
    const killed = await runCommand(['restore', file], {
      env: storageSettings(to),
      onStderr: (_, signal) => signal('SIGKILL'),
    });
    expect(killed.status).toBe(null);
    const nothing = await runCommand(['keys', 'list'], { env: storageSettings(to) });
    expect(nothing).toMatchObject({ status: 1, stderr: expect.stringMatching(/^There is no data in /) });
    expect((await restore(file, to)).status).toBe(0);
    await serve({ DATA_DIR: to }, keys, async (live) => {
      expect(await idsOf(live)).toEqual(expect.arrayContaining(acknowledged));
    });
  });

  it.each([
    [
      'newer format',
      { footnote_backup: 99 },
      /^Footnote 0\.\S+ wrote this backup in a newer format: [^\n]+\n$/,
    ],
    [
      'newer schema',
      { schemas: { embedded: 99, postgres: 99 } },
      /^Footnote 0\.\S+ wrote this backup in a newer schema/,
    ],
  ])('1 for a backup of a %s, with what would take it', async (_, change, message) => {
    const [head = '', ...rest] = zstdDecompressSync(readFileSync(file)).toString('latin1').split('\n');
    const text = [JSON.stringify({ ...JSON.parse(head), ...change }), ...rest].join('\n');
    const newer = join(newFolder(), 'newer.fnb');
    writeFileSync(newer, zstdCompressSync(Buffer.from(text, 'latin1')));
    expect(await restore(newer, newFolder())).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(message),
    });
  });

  it.each([
    [['backup'], 'FILE is missing'],
    [['restore'], 'FILE is missing'],
    [['restore', 'a', '--into', 'b'], 'There is no option --into.'],
  ])('2 for %j', async (args, message) => {
    expect(await runCommand(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });

  it.runIf(isEmbedded && process.env['TEST_DATABASE_URL'])(
    'goes from the embedded engine to PostgreSQL (TEST_DATABASE_URL) and back, and nothing is lost on the way',
    async () => {
      const [there, back, second] = [newFolder(), newFolder(), join(files, 'second.fnb')];
      const postgres = {
        DATA_DIR: there,
        DATABASE_URL: process.env['TEST_DATABASE_URL'] ?? '',
        DATABASE_SCHEMA: `backup_${randomBytes(4).toString('hex')}`,
      };
      onTestFinished(() => dropSchemas(postgres.DATABASE_URL, postgres.DATABASE_SCHEMA));
      const first = await runCommand(['restore', file, '--json', '--quiet'], { env: postgres });
      expect(first).toMatchObject({ status: 0, stderr: '' });
      const onPostgres = await runCommand(['backup', second, '--json', '--quiet'], { env: postgres });
      expect(onPostgres).toMatchObject({ status: 0, stderr: '' });
      const { tables } = JSON.parse(onPostgres.stdout.toString());
      expect(tables).toEqual(JSON.parse(first.stdout.toString()).tables);
      expect((await restore(second, back)).status).toBe(0);
      const settledSeen = (live: Client) => untilIndexed(live).then(() => seen(live, agentId));
      const withoutScores = (value: unknown) =>
        JSON.parse(
          JSON.stringify(value, (key, inner) => (key === 'score' ? Number(inner).toFixed(4) : inner)),
        );
      const here = await serve({ DATA_DIR: back }, keys, settledSeen);
      expect(withoutScores(await serve(postgres, keys, settledSeen))).toEqual(withoutScores(here));
      expect(here.messages).toEqual(before.messages);
    },
  );
});

/** Adds sources and chats without waiting for one another, until it is told to stop. Resolves when it is under way. */
async function underLoad(live: Client, agentId: string) {
  const added: string[] = [];
  let isStopped = false;
  const adding = async (): Promise<void> => {
    for (let count = 0; !isStopped && count < 400; count++) {
      const content = `Nobody has seen walrus number ${count} before.`;
      const body = { type: 'text', name: `Walrus ${count}`, content };
      const answer = await live.post('/v1/knowledge-base/sources', body);
      expect(answer.status).toBe(201);
      added.push(answer.body.data.id);
    }
  };
  const chatting = async (): Promise<void> => {
    for (let count = 0; !isStopped; count++) {
      const message = {
        message: `What does a ticket for boat ${count % 12} cost?`,
        session_id: `load-${count % 5}`,
      };
      expect((await live.post(`/v1/agents/${agentId}/chat`, message)).status).toBe(200);
    }
  };
  const running = Promise.all([adding(), chatting()]);
  while (added.length < 20) await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 5))]);
  return {
    added,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}

async function untilIndexed(live: Client): Promise<void> {
  for (const id of await idsOf(live)) await live.get(`/v1/knowledge-base/sources/${id}?wait=30`);
}
