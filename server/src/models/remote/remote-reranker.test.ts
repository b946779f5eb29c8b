import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '#models/model-error.ts';
import {
  FAKE_KEY,
  type FakeModelServer,
  startFakeModelServer,
} from '../../../tests/helpers/fake-model-server.ts';
import { createRemoteReranker, type RemoteRerankerOptions } from './remote-reranker.ts';

let server: FakeModelServer;
beforeEach(async () => {
  server = await startFakeModelServer({ needsKey: true });
});
afterEach(() => server.close());

const rerankerWith = (options: Partial<RemoteRerankerOptions> = {}) =>
  createRemoteReranker({
    provider: 'compatible',
    model: 'judge-1',
    baseUrl: server.origin,
    apiKey: FAKE_KEY,
    timeoutSeconds: 5,
    ...options,
  });
const failureOf = async (promise: Promise<unknown>): Promise<ModelError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
};

const passages = [
  { text: 'Knead the dough.', label: '' },
  { text: 'It costs twelve euros.', label: 'Museum › Tickets' },
];
const texts = ['Knead the dough.', 'Museum › Tickets\n\nIt costs twelve euros.'];

describe.each([
  {
    provider: 'cohere',
    path: '/v2/rerank',
    body: { model: 'judge-1', query: 'museum', documents: texts, top_n: 2 },
  },
  {
    provider: 'jina',
    path: '/rerank',
    body: { model: 'judge-1', query: 'museum', documents: texts, top_n: 2 },
  },
  {
    provider: 'voyage',
    path: '/rerank',
    body: { model: 'judge-1', query: 'museum', documents: texts, top_k: 2 },
  },
  { provider: 'tei', path: '/rerank', body: { query: 'museum', texts, truncate: true } },
  {
    provider: 'compatible',
    path: '/rerank',
    body: { model: 'judge-1', query: 'museum', documents: texts, top_n: 2 },
  },
] as const)('the protocol of $provider', ({ provider, path, body }) => {
  it('returns the relevance of each passage in order', async () => {
    const [bread = 0, museum = 0] = await rerankerWith({ provider }).judge('museum', passages);

    expect(museum).toBeGreaterThan(bread);
    expect(server.requests()).toHaveLength(1);
    expect(server.requests()[0]).toMatchObject({ path, body });
    expect(server.requests()[0]?.headers.authorization).toBe(`Bearer ${FAKE_KEY}`);
  });
});

describe('a reranker', () => {
  it('splits requests to text-embeddings-inference', async () => {
    const many = Array.from({ length: 70 }, (_, i) => ({
      text: `text ${i === 69 ? 'museum' : i}`,
      label: '',
    }));
    const relevances = await rerankerWith({ provider: 'tei', model: undefined }).judge('museum', many);

    expect(server.requests().map(({ body }) => body.texts.length)).toEqual([32, 32, 6]);
    expect(relevances.indexOf(Math.max(...relevances))).toBe(69);
    expect(relevances).toHaveLength(70);
  });

  it('retries once, after the requested pause', async () => {
    server.script({ status: 429, headers: { 'retry-after': '0.05' } });
    expect(await rerankerWith().judge('museum', passages)).toHaveLength(2);

    server.script({ status: 500 }, { status: 502, body: 'Bad gateway' });
    const error = await failureOf(rerankerWith().judge('museum', passages));
    expect(error.message).toBe('compatible/judge-1 failed at the provider (502).');
    expect(server.requests()).toHaveLength(4);
  });

  it('gives up at the timeout, including a retry', async () => {
    server.always({ hangs: true });
    const error = await failureOf(rerankerWith({ timeoutSeconds: 0.2 }).judge('museum', passages));

    expect(error.message).toBe(
      'compatible/judge-1 did not answer within 0.2 s (see RERANK_TIMEOUT_SECONDS).',
    );
    expect(error.isRetryable).toBe(true);
  });

  it.each([
    {
      about: 'a key',
      reply: { status: 401 },
      sentence: 'compatible/judge-1 refused RERANK_API_KEY (401): set a valid key that may use this model.',
    },
    {
      about: 'an unknown model',
      reply: { status: 404 },
      sentence:
        'compatible/judge-1 was not found by the provider (404): check RERANK_MODEL and RERANK_BASE_URL.',
    },
    {
      about: 'a request in its own words',
      reply: { status: 422, body: { error: `batch too large ${FAKE_KEY}`, error_type: 'Validation' } },
      sentence: 'compatible/judge-1 refused the request (422): batch too large …',
    },
  ])('says what to do if the provider refuses $about', async ({ reply, sentence }) => {
    server.script(reply);
    const error = await failureOf(rerankerWith().judge('museum', passages));
    expect(error.message).toBe(sentence);
    expect(error.isRetryable).toBe(false);
  });

  it.each([
    { about: 'no JSON', reply: { body: '<html>Welcome</html>' }, sentence: /cannot be read: check RERANK_/ },
    { about: 'no list', reply: { body: { results: 'none' } }, sentence: /cannot be read/ },
    {
      about: 'too few',
      reply: { body: { results: [{ index: 0, relevance_score: 0.4 }] } },
      sentence: /did not score all passages/,
    },
    {
      about: 'one twice',
      reply: {
        body: [
          { index: 0, score: 0.4 },
          { index: 0, score: 0.5 },
        ],
      },
      sentence: /did not score all passages/,
    },
  ])('does not accept $about as a judgement', async ({ reply, sentence }) => {
    server.script(reply, reply);
    expect((await failureOf(rerankerWith().judge('museum', passages))).message).toMatch(sentence);
  });

  it('names the setting if nothing listens at its URL', async () => {
    await server.close();
    expect((await failureOf(rerankerWith().judge('museum', passages))).message).toBe(
      `compatible/judge-1 could not be reached at ${server.origin} (ECONNREFUSED): check the network and RERANK_BASE_URL.`,
    );
  });

  it("rejects with the reason of the caller's signal", async () => {
    server.always({ hangs: true });
    const controller = new AbortController();
    const waiting = rerankerWith().judge('museum', passages, controller.signal);
    controller.abort(new Error('nobody waits'));
    await expect(waiting).rejects.toThrow('nobody waits');
  });
});
