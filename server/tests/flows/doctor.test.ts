import { generateKeyPairSync } from 'node:crypto';
import { closeSync, copyFileSync, ftruncateSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../helpers/run-command.ts';
import { startTestService } from '../helpers/start-test-service.ts';
import {
  newDataDir,
  onDatabase,
  removeDataDir,
  storageSettings,
  TEST_ENGINE,
} from '../helpers/test-storage.ts';

const isEmbedded = TEST_ENGINE === 'embedded';
const TLS = fileURLToPath(new URL('../fixtures/tls', import.meta.url));
const folders: string[] = [];
const newFolder = (): string => {
  const folder = newDataDir();
  folders.push(folder);
  return folder;
};
afterAll(async () => {
  for (const folder of folders) await removeDataDir(folder);
});

const doctor = (dataDir: string, env: Record<string, string> = {}, ...args: string[]) =>
  runCommand(['doctor', ...args], { env: { ...storageSettings(dataDir), ...env } });

type Checks = { is_well: boolean; checks: { name: string; about: string; faults: string[] }[] };
const inJson = async (dataDir: string, env: Record<string, string> = {}): Promise<Checks> =>
  JSON.parse((await doctor(dataDir, env, '--json')).stdout.toString());
const faultsOf = ({ checks }: Checks): Record<string, string[]> =>
  Object.fromEntries(
    checks.filter(({ faults }) => faults.length > 0).map(({ name, faults }) => [name, faults]),
  );

/** Statements on the live environment, past the service. */
async function damage(dataDir: string, sql: string): Promise<void> {
  if (!isEmbedded) {
    const { DATABASE_URL = '', DATABASE_SCHEMA = '' } = storageSettings(dataDir);
    return await onDatabase(DATABASE_URL, `SET search_path = ${DATABASE_SCHEMA}_live; ${sql}`);
  }
  const database = new DatabaseSync(join(dataDir, 'live.db'));
  database.exec(sql);
  database.close();
}

describe('footnote doctor', () => {
  const dataDir = newFolder();
  let ids: string[];
  beforeAll(async () => {
    const { live, stop } = await startTestService({ DATA_DIR: dataDir });
    ids = [];
    for (let count = 0; count < 8; count++)
      ids.push((await live.addText(`Boat ${count}`, `Boat ${count} is blue. `.repeat(200))).id);
    const beside = await doctor(dataDir);
    await stop();
    expect(beside.stdout.toString()).not.toContain('FAILED');
    expect(beside.status).toBe(0);
  });

  it('a healthy installation passes, and doctor lists what it checked', async () => {
    const { stdout, status } = await doctor(dataDir);
    const lines = stdout.toString().trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('ok      '))).toEqual([]);
    expect(status).toBe(0);
    const { is_well, checks } = await inJson(dataDir);
    expect(is_well).toBe(true);
    expect(
      checks.map(({ name, about }) => `ok      ${name}: ${about}`.replace(/[\d,]+ MB/g, '… MB')),
    ).toEqual(lines.map((line) => line.replace(/[\d,]+ MB/g, '… MB')));
    for (const what of ['database', 'storage', 'index', 'jobs', 'clock'])
      expect(
        lines.some((line) => line.startsWith(`ok      sandbox ${what}: `)),
        what,
      ).toBe(true);
  });

  it('doctor names broken rows and what to do about them', async () => {
    const [noSegment, otherCount, noText, broken, processing, ahead, unread, garbled] = ids;
    const noise = isEmbedded ? "x'00'" : "'\\x00'";
    await damage(
      dataDir,
      `DELETE FROM segments WHERE source_id = '${noSegment}';
       DELETE FROM chunks WHERE source_id = '${otherCount}' AND position = 0;
       DELETE FROM source_texts WHERE source_id = '${noText}';
       UPDATE segments SET bytes = ${noise} WHERE source_id = '${broken}';
       UPDATE sources SET status = 'processing' WHERE source_id = '${processing}';
       UPDATE sources SET updated_at = ${Date.now() + 900_000} WHERE source_id = '${ahead}';
       DELETE FROM deep_vectors WHERE source_id = '${unread}';
       UPDATE sources SET understood_chunks = 3 WHERE source_id = '${unread}';
       INSERT INTO block_vectors (workspace_id, source_id, revision, model_id, first_position, bytes)
         SELECT workspace_id, source_id, 1, 'reader/0', 0, ${noise} FROM sources WHERE source_id = '${garbled}';
       INSERT INTO jobs (workspace_id, job_id, kind, lane, subject_id, payload, run_at, attempts, failures, created_at)
         SELECT workspace_id, 'job_late', 'fetch-page', 'network', 'src_none', '{}', 1700000000000, 0, 0, 0 FROM workspaces`,
    );
    const found = await inJson(dataDir);
    expect(found.is_well).toBe(false);
    const { 'live storage': storage, ...others } = faultsOf(found);
    // PostgreSQL has no pages that it would look at, and its own count of chunks.
    if (isEmbedded) expect(storage).toBe(undefined);
    else
      expect(storage).toMatchObject([
        expect.stringMatching(/^1 indexed sources whose chunks [^\n]+: stop the /),
      ]);
    const reindex = 'have them indexed again, by POST /v1/knowledge-base/sources/:id/reindex.';
    expect(others).toEqual({
      'live index': [
        `1 sources are indexed, and not in the index of their knowledge base (${noSegment}): ${reindex}`,
        `1 sources are indexed with another number of chunks than are stored (${otherCount}): ${reindex}`,
        `1 sources are indexed, and their text is missing (${noText}): ${reindex}`,
        `1 sources are in the index with a part that cannot be read (${broken}): ${reindex}`,
        `1 sources are read by a deep model in another number of chunks than are stored (${unread}): ${reindex}`,
        `1 sources are stored with deep vectors that cannot be read (${garbled}): ${reindex}`,
      ],
      'live jobs': [
        `1 sources are processing, and nobody has them in the queue (${processing}): start a process that runs jobs, which queues them within a minute.`,
        expect.stringMatching(
          /^1 jobs of the lane network are due, the first since 2023-11-14T22:13:20\.000Z: see that a process runs [^\n]+\.$/,
        ),
      ],
      'live clock': [
        expect.stringMatching(/^The clock is \d+\.\d s behind the newest row\. Correct it with NTP/),
      ],
    });
    const { stdout, status } = await doctor(dataDir);
    expect(status).toBe(1);
    expect(stdout.toString()).toContain(`\nFAILED  live index: 1 sources are indexed, and not in the index`);
    expect(stdout.toString()).toContain('\nok      sandbox index: ');
  });

  it("doctor names settings that the machine, the database or the certificate can't support", async () => {
    const [key, other] = [join(TLS, 'self-signed-key.pem'), join(newFolder(), 'other-key.pem')];
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(other, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const TLS_CERT_FILE = join(TLS, 'self-signed-certificate.pem');
    const faults = faultsOf(
      await inJson(dataDir, {
        INDEX_MEMORY_MB: '1048576',
        DATABASE_CONNECTIONS: '500',
        TLS_CERT_FILE,
        TLS_KEY_FILE: other,
      }),
    );
    expect(faults['memory']).toMatchObject([expect.stringMatching(/Set INDEX_MEMORY_MB to \d+ or less\.$/)]);
    expect(faults['TLS']).toMatchObject([
      expect.stringMatching(/the key does not belong to the certificate\. Set/),
    ]);
    if (!isEmbedded)
      expect(faults['live database']).toMatchObject([
        expect.stringMatching(
          /^One process needs 1004 connections, but the database allows \d+\. Lower DATABASE_CONNECTIONS/,
        ),
      ]);
    expect(faultsOf(await inJson(dataDir, { TLS_CERT_FILE, TLS_KEY_FILE: key }))['TLS']).toBe(undefined);
  });

  it.runIf(isEmbedded)(
    "doctor names a damaged page of the database file and a log that isn't checkpointed",
    async () => {
      const copy = newFolder();
      for (const name of ['live.db', 'sandbox.db']) copyFileSync(join(dataDir, name), join(copy, name));
      const bytes = readFileSync(join(copy, 'live.db'));
      bytes.fill(0xa5, 40 * 4_096, 60 * 4_096);
      writeFileSync(join(copy, 'live.db'), bytes);
      const log = openSync(join(copy, 'sandbox.db-wal'), 'w', 0o600);
      ftruncateSync(log, 600 * 1024 * 1024);
      closeSync(log);
      const faults = faultsOf(await inJson(copy));
      expect(faults['live storage']?.[0]).toMatch(
        /: stop the service and restore the newest backup that [^\n]+\.$/,
      );
      expect(faults['sandbox database']).toMatchObject([
        expect.stringMatching(
          /sandbox\.db-wal has 600 MB, because something has been reading the database for a long time/,
        ),
      ]);
    },
  );

  it('doctor reports a missing installation and an unknown schema', async () => {
    const { stdout } = await doctor(join(newFolder(), 'new'));
    if (isEmbedded) expect(stdout.toString()).toContain('does not exist yet; the first start creates it');
    else expect(stdout.toString()).toMatch(/^FAILED {2}live storage: There is no data in the schema /m);
    await damage(
      dataDir,
      isEmbedded ? 'PRAGMA user_version = 99' : 'INSERT INTO schema_migrations VALUES (99)',
    );
    expect(faultsOf(await inJson(dataDir))['live storage']).toMatchObject([
      expect.stringMatching(/99, and this Footnote knows \d+: start a newer Footnote\.$/),
    ]);
  });
});
