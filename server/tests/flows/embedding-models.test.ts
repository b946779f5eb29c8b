import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeModelServer, startFakeModelServer } from '../helpers/fake-model-server.ts';
import {
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { newDataDir, removeDataDir } from '../helpers/test-storage.ts';

const BUNDLED = 'static-en-multi-256';
const REMOTE = 'openai-compatible/words-64';

let models: FakeModelServer;
let dataDir: string;
let service: TestService | undefined;
let live: Client;
let key = '';

beforeEach(async () => {
  models = await startFakeModelServer();
  dataDir = newDataDir();
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  await models.close();
  await removeDataDir(dataDir);
});

/** Starts the service on the same data once more, with these settings. */
async function restart(settings: Record<string, string> = {}): Promise<void> {
  await service?.stop();
  service = await startTestService({ DATA_DIR: dataDir, WATCH_SECONDS: '1', ...settings });
  key = service.live.key || key;
  live = createClient(service.live.baseUrl, key);
}
const remote = (): Record<string, string> => ({
  EMBEDDING_PROVIDER: 'openai-compatible',
  EMBEDDING_MODEL: 'words-64',
  EMBEDDING_BASE_URL: `${models.origin}/v1`,
});

const base = async () => (await live.get('/v1/knowledge-bases')).body.data[0];
const switched = async (model: string) =>
  await expect.poll(base).toMatchObject({ embedding_model: model, embedding_switch: null });
const search = async (query: string, search_type: string) => {
  const { status, body } = await live.post('/v1/query', { query, search_type, limit: 1 });
  expect(status).toBe(200);
  return body.data.results.map((result: { source_name: string }) => result.source_name);
};
const TEXTS = {
  Tickets: 'Admission to the museum costs twelve euros.',
  Bread: 'Knead the dough for ten minutes and let it rise.',
  Herons: 'Grey herons wait in shallow water for small fish.',
};
async function addTexts(): Promise<void> {
  for (const [name, content] of Object.entries(TEXTS))
    expect((await live.addText(name, content)).status).toBe('indexed');
}
async function expectAllFound(): Promise<void> {
  for (const type of ['semantic', 'keyword', 'hybrid'])
    for (const [name, content] of Object.entries(TEXTS)) expect(await search(content, type)).toEqual([name]);
}

describe('EMBEDDING_PROVIDER', () => {
  it('EMBEDDING_PROVIDER chooses the model that indexes and searches', async () => {
    await restart(remote());
    await addTexts();
    await switched(REMOTE);
    await expectAllFound();
    const inputs = models.requests().flatMap(({ body }) => body.input ?? []);
    expect(inputs).toContain(`Tickets\n\n${TEXTS.Tickets}`);
  });

  it('a changed EMBEDDING_PROVIDER re-embeds in the background, and no query fails', async () => {
    await restart();
    await addTexts();
    models.always({ afterMs: 200 });
    await restart(remote());
    expect(await base()).toMatchObject({
      embedding_model: BUNDLED,
      embedding_switch: { to: REMOTE, error: null },
    });
    await expectAllFound();
    await switched(REMOTE);
    models.always();
    await expectAllFound();
    const [source] = (await live.get('/v1/knowledge-base/sources')).body.data;
    const history = (await live.get(`/v1/knowledge-base/sources/${source.id}/history`)).body.data;
    expect(history[0]).toMatchObject({
      action: 'indexed',
      actor: { type: 'service', name: 'Footnote' },
      details: { reason: 'embedding_model', embedding_model: { from: BUNDLED, to: REMOTE } },
    });
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['indexed', 'indexed', 'added']);
  });

  it('changing the model back keeps queries working, with keyword search if the former model is gone', async () => {
    await restart(remote());
    await addTexts();
    await restart({
      PREVIOUS_EMBEDDING: `provider=openai-compatible model=words-64 base_url=${models.origin}/v1`,
    });
    await expectAllFound();
    await switched(BUNDLED);
    await expectAllFound();

    await restart(remote());
    await switched(REMOTE);
    await restart();
    for (const [name, content] of Object.entries(TEXTS))
      expect(await search(content, 'hybrid')).toEqual([name]);
    await switched(BUNDLED);
    await expectAllFound();
  });

  it('a source fails with the reason while the model is down, and is indexed when it is back', async () => {
    await restart({ ...remote(), JOB_ATTEMPTS: '1' });
    models.always({ status: 401 });
    const source = await live.addText('Tickets', TEXTS.Tickets);
    expect(source).toMatchObject({
      status: 'failed',
      error: { code: 'embedding_failed', stage: 'embedding' },
    });
    expect(source.error.message).toContain('EMBEDDING_API_KEY');
    models.always();
    await live.post(`/v1/knowledge-base/sources/${source.id}/reindex`);
    const again = await live.get(`/v1/knowledge-base/sources/${source.id}?wait=10`);
    expect(again.body.data.status).toBe('indexed');
    expect(await search(TEXTS.Tickets, 'semantic')).toEqual(['Tickets']);
  });
});

describe('PATCH /v1/knowledge-bases/:id with an embedding_model', () => {
  it("changing embedding_model shows progress and searches both models' vectors together", async () => {
    await restart(remote());
    await addTexts();
    const other = (await live.post('/v1/knowledge-bases', { name: 'Other', embedding_model: BUNDLED })).body
      .data;
    expect(other).toMatchObject({ embedding_model: BUNDLED, embedding_switch: null });
    await live.addText('Lighthouse', 'The lighthouse keeper rows to the mainland on Fridays.', {
      knowledge_base_id: other.id,
    });
    expect(await search('When does the lighthouse keeper row to the mainland?', 'hybrid')).toEqual([
      'Lighthouse',
    ]);
    await expectAllFound();

    models.always({ status: 503 });
    const patched = await live.patch(`/v1/knowledge-bases/${other.id}`, { embedding_model: REMOTE });
    expect(patched.body.data).toMatchObject({
      embedding_model: BUNDLED,
      embedding_switch: { to: REMOTE, progress: 0 },
    });
    models.always();
    await vi.waitFor(
      async () =>
        expect((await live.get(`/v1/knowledge-bases/${other.id}`)).body.data).toMatchObject({
          embedding_model: REMOTE,
          embedding_switch: null,
        }),
      { timeout: 30_000 },
    );
    expect(await search('When does the lighthouse keeper row to the mainland?', 'semantic')).toEqual([
      'Lighthouse',
    ]);
  });

  it('a model change that is stuck says why, and the current model answers', async () => {
    await restart({ ...remote(), JOB_ATTEMPTS: '1' });
    const { id } = (await live.post('/v1/knowledge-bases', { name: 'Other', embedding_model: BUNDLED })).body
      .data;
    await live.addText('Bread', TEXTS.Bread, { knowledge_base_id: id });
    models.always({ status: 401 });
    await live.patch(`/v1/knowledge-bases/${id}`, { embedding_model: null });
    await vi.waitFor(
      async () =>
        expect((await live.get(`/v1/knowledge-bases/${id}`)).body.data.embedding_switch?.error).toContain(
          'EMBEDDING_API_KEY',
        ),
      { timeout: 30_000 },
    );
    const found = await live.post('/v1/query', {
      query: TEXTS.Bread,
      search_type: 'semantic',
      knowledge_base_ids: [id],
    });
    expect(found.body.data.results[0].source_name).toBe('Bread');
  });
});
