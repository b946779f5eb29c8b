import { pino } from 'pino';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Config, readConfig } from '#config/config.ts';
import type { SourceId } from '#lib/ids.ts';
import { type Service, startService } from '#main.ts';
import { openStoreBesideServer } from '#storage/open-store.ts';
import { expectError } from '../helpers/expect-error.ts';
import { type Client, createClient } from '../helpers/start-test-service.ts';
import { newDataDir, removeDataDir, storageBeside, storageSettings } from '../helpers/test-storage.ts';

const dataDir = newDataDir();
afterAll(() => removeDataDir(dataDir));

/** Settings refuse a role on the embedded engine, where two processes cannot share the data; one after the other they can. */
async function start(ROLE: Config['ROLE'], more: Record<string, string> = {}): Promise<Service> {
  const config = {
    ...readConfig({ ...storageSettings(dataDir), PORT: '0', SANDBOX_PORT: '0', ...more }),
    ROLE,
  };
  const service = await startService({ config, log: pino({ level: 'silent' }) });
  onTestFinished(() => service.stop().catch(() => undefined));
  return service;
}
const readyz = async ({ baseUrls }: Service) => {
  const response = await fetch(`${baseUrls.live}/readyz`);
  return { status: response.status, body: await response.json() };
};

describe('ROLE', () => {
  let live: Client;
  let id: SourceId;

  it('ROLE=worker makes no first keys', async () => {
    const worker = await start('worker');
    expect(worker.firstKeys).toBeUndefined();
    await worker.stop();
    const api = await start('api');
    live = createClient(api.baseUrls.live, api.firstKeys?.live.secret ?? '');
    await api.stop();
    expect(live.key).toMatch(/^svc_live_/);
  });

  it("ROLE=api takes sources but doesn't index them", async () => {
    const api = await start('api');
    live = createClient(api.baseUrls.live, live.key);
    const added = await live.post('/v1/knowledge-base/sources', {
      type: 'text',
      name: 'Opening hours',
      content: 'The museum is open from Tuesday to Sunday.',
    });
    expect(added.status).toBe(201);
    id = added.body.data.id;
    const waited = await live.get(`/v1/knowledge-base/sources/${id}?wait=1`);
    expect(waited.body.data).toMatchObject({ status: 'processing', stage: 'queued' });
    expect((await live.post('/v1/query', { query: 'museum' })).body.data.results).toEqual([]);
    expect((await readyz(api)).status).toBe(200);
    await api.stop();
  });

  it('ROLE=worker runs jobs and answers only for its health', async () => {
    const worker = await start('worker');
    expect(await readyz(worker)).toEqual({
      status: 200,
      body: { status: 'ready', checks: { storage: 'ok', queue: 'ok' } },
    });
    expect((await fetch(`${worker.baseUrls.live}/healthz`)).status).toBe(200);
    const metrics = await fetch(`${worker.baseUrls.live}/metrics`);
    expect(await metrics.text()).toContain('footnote_jobs{environment="sandbox",lane="compute",state="due"}');
    expect(worker.baseUrls.sandbox).toBe(worker.baseUrls.live);
    const refused = await createClient(worker.baseUrls.live, live.key).get('/v1/workspace');
    expectError(refused, 404);
    expect(refused.body.error.message).toContain('ROLE=worker');
    const store = await openStoreBesideServer({ ...storageBeside(dataDir), environment: 'live' });
    const [workspaceId] = await store.workspaceIds();
    const { sources } = store.workspace(workspaceId ?? 'ws_none');
    await expect.poll(() => sources.find(id)).toMatchObject({ status: 'indexed' });
    await store.close();
    await worker.stop();
    const api = await start('api');
    live = createClient(api.baseUrls.live, live.key);
    expect((await live.get(`/v1/knowledge-base/sources/${id}`)).body.data.status).toBe('indexed');
    expect((await live.post('/v1/query', { query: 'museum' })).body.data.results).toHaveLength(1);
  });
});

describe('a stop with DRAIN_SECONDS', () => {
  it('/readyz turns red first, and requests are answered until DRAIN_SECONDS are over', async () => {
    const service = await start('all', { DRAIN_SECONDS: '5' });
    const client = createClient(service.baseUrls.live, '');
    expect((await readyz(service)).status).toBe(200);
    let isStopped = false;
    const stopped = service.stop().then(() => {
      isStopped = true;
    });
    expect(await readyz(service)).toMatchObject({ status: 503, body: { status: 'stopping' } });
    expect((await client.get('/healthz')).status).toBe(200);
    const answer = await client.get('/openapi.json');
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(isStopped).toBe(false);
    await stopped;
    await expect(client.get('/healthz')).rejects.toThrow();
  });
});
