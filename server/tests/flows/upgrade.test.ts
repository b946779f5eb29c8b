import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { SCHEMA_VERSIONS } from '#storage/open-store.ts';
import { migrate } from '#storage/sqlite/migrate.ts';
import { runCommand } from '../helpers/run-command.ts';
import { layFixture, type Seen, schemaFixtures, seenIn } from '../helpers/schema-fixtures.ts';
import { type Client, createClient, startTestService } from '../helpers/start-test-service.ts';
import {
  newDataDir,
  onDatabase,
  removeDataDir,
  storageSettings,
  TEST_ENGINE,
} from '../helpers/test-storage.ts';

const isEmbedded = TEST_ENGINE === 'embedded';
const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await removeDataDir(folder);
});

/** An installation as an earlier program left it, killed while it indexed. */
async function installationOf(fixture: string): Promise<string> {
  const dataDir = newDataDir();
  folders.push(dataDir);
  await layFixture(fixture, dataDir);
  return dataDir;
}

/** Starts today's service on it, and looks whether all is as a client saw it. */
async function expectAsBefore(dataDir: string, seen: Seen): Promise<void> {
  const { service, stop } = await startTestService({ DATA_DIR: dataDir, WATCH_SECONDS: '1' });
  try {
    expect(service.firstKeys).toBeUndefined();
    const clientOf = (key: string, environment: 'live' | 'sandbox' = 'live'): Client =>
      createClient(service.baseUrls[environment], key);
    const live = clientOf(seen.keys.live);
    await expectRowsAsBefore(live, seen);
    await expectAnswersAsBefore(live, seen);
    expect((await clientOf(seen.keys.read_only).get('/v1/agents')).status).toBe(200);
    expect((await clientOf(seen.keys.revoked).get('/v1/agents')).status).toBe(401);
    const trial = await clientOf(seen.keys.sandbox, 'sandbox').get('/v1/knowledge-base/sources');
    expect(trial.body.data).toMatchObject([{ name: 'Trial' }]);
  } finally {
    await stop();
  }
}

async function expectRowsAsBefore(live: Client, seen: Seen): Promise<void> {
  const listOf = async (path: string) => (await live.get(path)).body.data;
  expect(await listOf('/v1/workspace')).toMatchObject(seen['workspace']);
  expect(await listOf('/v1/knowledge-bases')).toMatchObject(
    // Those that were being indexed count too.
    seen['knowledge_bases'].map(({ source_count, ...base }: Record<string, unknown>) => base),
  );
  expect(await listOf('/v1/agents')).toMatchObject(seen['agents']);
  expect(await listOf('/v1/knowledge-base/crawls')).toMatchObject(seen['crawls']);
  expect(await listOf('/v1/evaluations')).toMatchObject(seen['evaluations']);
  const [agent] = seen['agents'];
  expect(await listOf(`/v1/agents/${agent.id}/conversations/session-1/messages`)).toMatchObject(
    seen['messages'],
  );
  for (const source of seen['sources'])
    expect(await listOf(`/v1/knowledge-base/sources/${source.id}`)).toMatchObject(source);
}

async function expectAnswersAsBefore(live: Client, seen: Seen): Promise<void> {
  for (const id of seen.left_processing) {
    const { data } = (await live.get(`/v1/knowledge-base/sources/${id}?wait=30`)).body;
    expect(data).toMatchObject({ id, status: 'indexed', chunk_count: 1 });
  }
  for (const { query, source_id } of seen.best)
    expect((await live.post('/v1/query', { query, limit: 1 })).body.data.results).toMatchObject([
      { source_id },
    ]);
  const walrus = await live.post('/v1/query', { query: 'walrus number 2', limit: 1 });
  expect(walrus.body.data.results[0].source_id).toBe(seen.left_processing[2]);
  const [agent] = seen['agents'];
  // Transcripts from before conversations could be searched.
  const found = async (): Promise<string[]> =>
    (await live.get('/v1/conversations?q=lighthouse')).body.data.map(
      ({ session_id }: { session_id: string }) => session_id,
    );
  await expect.poll(found).toEqual(['session-1']);
  const message = { message: 'What does a ticket cost?', session_id: 'session-1' };
  const reply = await live.post(`/v1/agents/${agent.id}/chat`, message);
  expect(reply.body.data.reply).toContain('12 euros');
  // What is written anew goes into the tables as they are now.
  const added = await live.addText('Pier', 'The pier is 300 metres long.');
  expect(added.status).toBe('indexed');
  expect((await live.delete(`/v1/knowledge-base/sources/${added.id}`)).status).toBe(204);
}

describe('an upgrade', () => {
  it('there are fixtures of the first schema and of the last but one', () => {
    const newest = SCHEMA_VERSIONS[isEmbedded ? 'embedded' : 'postgres'];
    const versions = schemaFixtures(TEST_ENGINE).map((name) => Number(name.split('-')[1]));
    expect(versions).toContain(1);
    expect(versions).toContain(newest - 1);
  });

  it.each(schemaFixtures(TEST_ENGINE))(
    'an upgrade from %s keeps keys, content, transcripts and unfinished work',
    async (fixture) => {
      const dataDir = await installationOf(fixture);
      await expectAsBefore(dataDir, seenIn(fixture));
      const { checks } = await doctor(dataDir);
      expect(checks.filter(({ faults }) => faults.length > 0)).toEqual([]);
    },
  );

  it('upgraded sources have a history from when they were added and indexed', async () => {
    // The last schema without them, which kept events already.
    const fixture = isEmbedded ? 'embedded-8' : 'postgres-3';
    const dataDir = await installationOf(fixture);
    const { keys, sources } = seenIn(fixture);
    const { service, stop } = await startTestService({ DATA_DIR: dataDir });
    const live = createClient(service.baseUrls.live, keys.live);
    for (const source of sources) {
      const { id, type, crawl_id, status, created_at, chunk_count, size_bytes, error } = source;
      const history = (await live.get(`/v1/knowledge-base/sources/${id}/history`)).body.data;
      const actor = { type: 'service', id: null, name: 'Footnote' };
      const outcome = status === 'failed' ? { error } : { chunk_count, size_bytes };
      expect(history[0]).toMatchObject({ action: status, actor, details: outcome });
      const details = { type, ...(crawl_id && { crawl_id }) };
      expect(history.at(-1)).toEqual({
        id: `his${id.slice(3)}`,
        action: 'added',
        actor,
        details,
        created_at,
      });
    }
    expect(new Set(sources.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['indexed', 'failed']),
    );
    await stop();
  });

  it.runIf(isEmbedded)('an upgrade continues from any step that it was cut off after', async () => {
    const [oldest = ''] = schemaFixtures(TEST_ENGINE);
    // Version 3 was never left by a program that ended well.
    const dataDir = await installationOf(oldest);
    const database = new DatabaseSync(join(dataDir, 'live.db'));
    migrate(database, 3);
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 3 });
    database.close();
    await expectAsBefore(dataDir, seenIn(oldest));
  });

  it('an upgrade continues after being killed at any moment', async () => {
    const [oldest = ''] = schemaFixtures(TEST_ENGINE);
    const dataDir = await installationOf(oldest);
    for (const afterMs of [350, 500, 650]) {
      const child = spawn(process.execPath, [...process.execArgv, CLI, 'serve'], {
        env: {
          ...process.env,
          ...storageSettings(dataDir),
          PORT: '0',
          SANDBOX_PORT: '0',
          LOG_LEVEL: 'silent',
        },
        stdio: 'ignore',
      });
      await sleep(afterMs);
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    await expectAsBefore(dataDir, seenIn(oldest));
  });

  it('storage of a newer version is refused by the service and its commands', async () => {
    const [oldest = ''] = schemaFixtures(TEST_ENGINE);
    const dataDir = await installationOf(oldest);
    await makeNewer(dataDir);
    const env = { ...storageSettings(dataDir), PORT: '0', SANDBOX_PORT: '0' };
    for (const args of [['serve'], ['backup', join(dataDir, 'backup.fnb')]]) {
      const { stderr, status } = await runCommand(args, { env });
      expect({ args, status }).toEqual({ args, status: 1 });
      expect(stderr).toMatch(/(schema|version) 99, and this Footnote knows \d+: start a newer Footnote\.\n$/);
    }
  });

  it('an older schema must be upgraded before it can be backed up', async () => {
    const [oldest = ''] = schemaFixtures(TEST_ENGINE);
    const dataDir = await installationOf(oldest);
    const { stderr, status } = await runCommand(['backup', join(dataDir, 'backup.fnb')], {
      env: storageSettings(dataDir),
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /(schema|version) 1, and this Footnote works on \d+: start the service once[^\n]+\n$/,
    );
  });
});

/** What `footnote doctor` finds. */
async function doctor(dataDir: string): Promise<{ checks: { name: string; faults: string[] }[] }> {
  const { stdout } = await runCommand(['doctor', '--json'], { env: storageSettings(dataDir) });
  return JSON.parse(stdout.toString());
}

async function makeNewer(dataDir: string): Promise<void> {
  if (isEmbedded) {
    const database = new DatabaseSync(join(dataDir, 'live.db'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    return;
  }
  const { DATABASE_URL = '', DATABASE_SCHEMA = '' } = storageSettings(dataDir);
  await onDatabase(DATABASE_URL, `INSERT INTO ${DATABASE_SCHEMA}_live.schema_migrations VALUES (99)`);
}
