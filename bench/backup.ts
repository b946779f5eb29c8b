import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../server/tests/helpers/run-command.ts';
import { startServerProcess } from '../server/tests/helpers/server-process.ts';
import { newDataDir, removeDataDir, storageSettings } from '../server/tests/helpers/test-storage.ts';
import { fill } from './fill.ts';
import { loadWithQueries } from './load.ts';
import type { Figure } from './service.ts';

/** Backup and restore of sources of five chunks each: time, size, and the effect on the service. TEST_ENGINE names the
 *  engine, as for tests. */
export async function benchBackup(sources = 20_000): Promise<Figure[]> {
  const [dataDir, restored, files] = [newDataDir(), newDataDir(), newDataDir()];
  const file = join(files, 'backup.fnb');
  const env = storageSettings(dataDir);
  const server = await startServerProcess({ dataDir });
  const { chunks } = await fill(server, { count: sources, words: 800, clients: 4 });
  const load = (seconds: number) =>
    loadWithQueries(server.baseUrl, server.key, { clients: 2, seconds, warmUpSeconds: 1 });
  const idle = await load(8);
  const quiet = await command(['backup', file, '--json', '--quiet'], env);
  const beside = command(['backup', file, '--json', '--quiet'], env);
  const busy = await load(Math.max(4, Math.floor(quiet.seconds)));
  const underLoad = await beside;
  const log = join(dataDir, 'live.db-wal');
  const logAt = (): number => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const writing = fill(server, { count: 1_000, words: 800, clients: 2, seed: 5 });
  const whileWriting = command(['backup', file, '--json', '--quiet'], env);
  let mostLog = 0;
  for (let isDone = false; !isDone; mostLog = Math.max(mostLog, logAt()))
    isDone = await Promise.race([whileWriting.then(() => true), sleep(100, false)]);
  await writing;
  await sleep(5_000);
  const logAfter = logAt();
  await server.stop();
  const stored = env.DATABASE_URL === undefined ? await filesOf(dataDir, files) : [];
  const verified = await command(['restore', file, '--verify', '--json', '--quiet'], env);
  const back = await command(['restore', file, '--json', '--quiet'], storageSettings(restored));
  const started = await startServerProcess({
    dataDir: restored,
    key: server.key,
    knowledgeBaseId: server.knowledgeBaseId,
  });
  await started.stop();
  for (const folder of [dataDir, restored, files]) await removeDataDir(folder);
  rmSync(file, { force: true });
  const at = `at ${chunks.toLocaleString('en')} chunks`;
  return [
    figure(`backup ${at}, quiet service`, quiet.seconds, 's'),
    figure('its file', quiet.bytes / 1e6, 'MB'),
    figure('peak memory of the command', quiet.memoryMb, 'MB'),
    figure('backup while two clients query', underLoad.seconds, 's'),
    figure('p99 of queries, idle', idle.p99Ms, 'ms'),
    figure('p99 of queries during the backup', busy.p99Ms, 'ms'),
    figure('queries/s, idle', idle.requestsPerSecond, '1/s'),
    figure('queries/s during the backup', busy.requestsPerSecond, '1/s'),
    figure('the log of the database at its longest, backup beside 1,000 new texts', mostLog / 1e6, 'MB'),
    figure('the log 5 s later', logAfter / 1e6, 'MB'),
    ...stored,
    figure('restore --verify', verified.seconds, 's'),
    figure('restore', back.seconds, 's'),
    figure('start on what was restored, until /readyz', started.readyAfterMs, 'ms'),
  ];
}

/** The same with copies of the database file, which only this engine can use. */
async function filesOf(dataDir: string, files: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const path = join(dataDir, 'live.db');
  const ways: [name: string, copy: (database: DatabaseSync, to: string) => unknown][] = [
    ['backup() of node:sqlite', (database, to) => backup(database, to, { rate: 1_000 })],
    ['VACUUM INTO', (database, to) => database.exec(`VACUUM INTO '${to}'`)],
  ];
  for (const [name, copy] of ways) {
    const to = join(files, 'copy.db');
    const database = new DatabaseSync(path, { readOnly: true });
    const startedAt = performance.now();
    await copy(database, to);
    figures.push(figure(`for comparison: ${name}`, (performance.now() - startedAt) / 1_000, 's'));
    figures.push(figure(`its file, not compressed`, statSync(to).size / 1e6, 'MB'));
    database.close();
    rmSync(to);
  }
  return figures;
}

const figure = (what: string, value: number, unit: string): Figure => ({ what, value, unit, goal: '' });

async function command(
  args: string[],
  env: Record<string, string>,
): Promise<{ seconds: number; bytes: number; memoryMb: number }> {
  const { stdout, stderr, status, memoryMb } = await runCommand(args, { env });
  if (status !== 0) throw new Error(stderr);
  return { ...JSON.parse(stdout.toString()), memoryMb };
}
