import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { embeddingSettings } from '#config/models.ts';
import { AppError } from '#errors.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Embedder } from '#models/model.ts';
import { openEmbedder } from '#models/open-embedder.ts';
import { search } from '#search/search.ts';
import type { SearchRequest } from '#search/search-request.ts';
import { openStoreBesideServer } from '#storage/open-store.ts';
import { type FakeModelServer, startFakeModelServer } from '../helpers/fake-model-server.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';
import { storageBeside } from '../helpers/test-storage.ts';

let models: FakeModelServer;
let service: TestService;
let beside: Awaited<ReturnType<typeof openStoreBesideServer>>;
let embedder: Embedder;
let workspaceId: WorkspaceId;

beforeAll(async () => {
  models = await startFakeModelServer();
  service = await startTestService();
  await service.live.addText('Tickets', 'Admission to the museum is twelve euros.');
  await service.live.addText('Bread', 'Knead the dough for ten minutes.');
  workspaceId = (await service.live.get('/v1/workspace')).body.data.id;
  beside = await openStoreBesideServer({ ...storageBeside(service.dataDir), environment: 'live' });
  const config = readConfig({
    EMBEDDING_PROVIDER: 'openai-compatible',
    EMBEDDING_MODEL: 'words-256',
    EMBEDDING_OPTIONS: 'dimensions=256',
    EMBEDDING_BASE_URL: `${models.origin}/v1`,
  });
  const settings = embeddingSettings(config, 'EMBEDDING');
  if (!settings) throw new Error('the settings name a model');
  ({ embedder } = await openEmbedder(settings));
});
afterEach(() => models.always());
afterAll(async () => {
  await beside.close();
  await service.stop();
  await models.close();
});

const searchFor = (request: Partial<SearchRequest> & Pick<SearchRequest, 'searchType'>, found = embedder) =>
  search(
    {
      models: {
        embedders: {
          names: [found.name],
          indexVersionFor: () => '',
          ofIndex: () => found,
          deepOf: () => undefined,
          nameOf: () => found.name,
        },
        reranker: undefined,
      },
    },
    beside.workspace(workspaceId),
    { query: 'What is the admission to the museum?', limit: 5, ...request },
  );

describe('an embedding model that is out of reach', () => {
  it('without the embedding model hybrid search answers with keyword scores and is marked degraded', async () => {
    const keyword = await searchFor({ searchType: 'keyword' });
    models.always({ status: 500 });
    const hybrid = await searchFor({ searchType: 'hybrid' });

    expect(hybrid.isDegraded).toBe(true);
    expect(hybrid.failures.map(({ message }) => message)).toEqual([
      'openai-compatible/words-256 failed at the provider (500).',
    ]);
    expect(hybrid.hits.length).toBeGreaterThan(0);
    expect(hybrid.hits.map(({ id, score }) => ({ id, score }))).toEqual(
      keyword.hits.map(({ id, score }) => ({ id, score })),
    );
    expect(keyword).toMatchObject({ isDegraded: false, failures: [] });
  });

  it('keyword search works without the embedding model', async () => {
    models.always({ status: 500 });
    const found = await searchFor({ searchType: 'keyword', query: 'museum' });
    expect(found.hits.length).toBeGreaterThan(0);
    // By its words, for what an earlier search gave up may still arrive.
    const inputs = models.requests().map(({ body }) => JSON.stringify(body));
    expect(inputs.length).toBeGreaterThan(0);
    expect(inputs.filter((input) => input.includes('museum"'))).toEqual([]);
  });

  it("semantic search gets 503 with the provider's Retry-After", async () => {
    models.always({ status: 429, headers: { 'retry-after': '17' } });
    const failure: unknown = await searchFor({ searchType: 'semantic' }).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code: 'unavailable', status: 503, headers: { 'retry-after': '17' } });
  });

  it('the next search asks the model again', async () => {
    models.always({ status: 500 });
    expect((await searchFor({ searchType: 'hybrid' })).isDegraded).toBe(true);
    models.always();
    expect((await searchFor({ searchType: 'hybrid' })).isDegraded).toBe(false);
  });
});
