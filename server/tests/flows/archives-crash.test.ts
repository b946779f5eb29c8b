import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeZip } from '../helpers/make-zip.ts';
import { startServerProcess } from '../helpers/server-process.ts';
import { createClient } from '../helpers/start-test-service.ts';
import { newDataDir, removeDataDir, SHORT_LEASES } from '../helpers/test-storage.ts';

const ARCHIVES = '/v1/knowledge-base/archives';
/** More than one job unpacks. */
const FILES = 600;

type Archive = { status: string; entries: { created: number } };

describe('kill -9 while an archive is unpacked', () => {
  const dataDir = newDataDir();
  afterAll(() => removeDataDir(dataDir));

  it('the next process adds the other files, each once', { timeout: 180_000 }, async () => {
    const zip = makeZip(
      Array.from({ length: FILES }, (_, at) => ({ name: `rooms/${at}.txt`, data: `Room ${at} has a view.` })),
    );
    let server = await startServerProcess({ dataDir, env: SHORT_LEASES });
    onTestFinished(async () => {
      await server.stop('SIGKILL');
    });
    const { key, knowledgeBaseId } = server;
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(zip)]), 'rooms.zip');
    const begun = await createClient(server.baseUrl, key).post(ARCHIVES, form);
    const read = async () =>
      (await server.call('GET', `${ARCHIVES}/${begun.body.data.id}`)).data as unknown as Archive;
    await expect
      .poll(async () => (await read()).entries.created, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(10);
    expect((await read()).status).toBe('processing');

    await server.stop('SIGKILL');
    server = await startServerProcess({ dataDir, key, knowledgeBaseId, env: SHORT_LEASES });
    await expect.poll(async () => (await read()).status, { timeout: 120_000 }).toBe('completed');
    expect((await read()).entries).toMatchObject({
      waiting: 0,
      created: FILES,
      updated: 0,
      unchanged: 0,
      skipped: 0,
    });
    const counted = await server.call('GET', '/v1/knowledge-base/sources/counts');
    const { by_status } = counted.data as unknown as { by_status: Record<string, number> };
    expect(Object.values(by_status).reduce((sum, count) => sum + count, 0)).toBe(FILES);
  });
});
