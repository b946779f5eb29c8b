import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '#models/model-error.ts';
import {
  FAKE_DIMENSIONS,
  FAKE_KEY,
  type FakeModelServer,
  startFakeModelServer,
} from '../../../tests/helpers/fake-model-server.ts';
import { createRemoteEmbedder, type RemoteEmbedderOptions } from './remote-embedder.ts';

let server: FakeModelServer;
beforeEach(async () => {
  server = await startFakeModelServer({ needsKey: true });
});
afterEach(() => server.close());

const embedderWith = (options: Partial<RemoteEmbedderOptions> = {}) =>
  createRemoteEmbedder({
    provider: 'openai-compatible',
    model: 'words-64',
    baseUrl: `${server.origin}/v1`,
    apiKey: FAKE_KEY,
    dimensions: undefined,
    queryPrefix: '',
    passagePrefix: '',
    batchSize: 32,
    concurrency: 4,
    requestsPerMinute: undefined,
    timeoutSeconds: 5,
    settings: 'EMBEDDING',
    ...options,
  });

const passages = (...texts: string[]) => texts.map((text) => ({ text, label: '' }));
const dot = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()) =>
  a.reduce((sum, value, d) => sum + value * (b[d] ?? 0), 0);
const failureOf = async (promise: Promise<unknown>): Promise<ModelError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
};

const museum = 'The museum opens at ten and a ticket costs twelve euros.';
const bread = 'Knead the dough for ten minutes and let it rise near the oven.';

describe.each([
  { provider: 'openai', base: '/v1' },
  { provider: 'openai-compatible', base: '/v1' },
  { provider: 'google', base: '/v1beta' },
] as const)('a model of $provider', ({ provider, base }) => {
  const open = (options: Partial<RemoteEmbedderOptions> = {}) =>
    embedderWith({ provider, baseUrl: `${server.origin}${base}`, ...options });

  it('returns unit vectors that rank the matching passage first', async () => {
    const embedder = open();
    const vectors = await embedder.embedPassages(passages(museum, bread));
    const [query] = await embedder.embedQueries(['What does a museum ticket cost?']);

    for (const vector of [...vectors, query]) {
      expect(vector).toHaveLength(FAKE_DIMENSIONS);
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
    }
    expect(dot(query, vectors[0])).toBeGreaterThan(dot(query, vectors[1]) + 0.1);
  });

  it('requests the configured dimensions, and includes them in its id', async () => {
    const embedder = open({ dimensions: 16 });

    expect((await embedder.embedPassages(passages(museum, bread)))[1]).toHaveLength(16);
    expect((await embedder.embedQueries(['museum']))[0]).toHaveLength(16);
    expect(embedder.id).toMatch(new RegExp(`^${provider}/words-64/16/[0-9a-f]{8}$`));
    expect(embedder.name).toBe(`${provider}/words-64`);
  });

  it('names the setting of a refused key, never the key', async () => {
    const error = await failureOf(open({ apiKey: 'wrong-key-1234' }).embedQueries(['museum']));

    expect(error.message).toBe(
      `${provider}/words-64 refused EMBEDDING_API_KEY (401): set a valid key that may use this model.`,
    );
    expect(error.isRetryable).toBe(false);
    expect(JSON.stringify([error, error.cause, error.stack])).not.toContain('wrong-key-1234');
  });
});

describe('a request', () => {
  it('tells Google which texts are queries and which are passages', async () => {
    const embedder = embedderWith({ provider: 'google', baseUrl: `${server.origin}/v1beta` });
    await embedder.embedQueries(['museum']);
    await embedder.embedPassages(passages(museum, bread));

    const [query, batch] = server.requests();
    expect(query?.path).toBe('/v1beta/models/words-64:embedContent');
    expect(query?.body.taskType).toBe('RETRIEVAL_QUERY');
    expect(batch?.path).toBe('/v1beta/models/words-64:batchEmbedContents');
    expect(batch?.body.requests[1].taskType).toBe('RETRIEVAL_DOCUMENT');
  });

  it('prepends the prefixes and the label to the text', async () => {
    const embedder = embedderWith({ queryPrefix: 'query: ', passagePrefix: 'passage: ' });
    await embedder.embedQueries(['museum']);
    await embedder.embedPassages([{ text: museum, label: 'City guide › Museums' }]);

    expect(server.requests().map(({ body }) => body.input)).toEqual([
      ['query: museum'],
      [`passage: City guide › Museums\n\n${museum}`],
    ]);
  });

  it('has at most as many texts as the batch size, in order', async () => {
    const texts = Array.from({ length: 70 }, (_, i) => `number${i}`);
    const embedder = embedderWith({ batchSize: 32 });
    const vectors = await embedder.embedPassages(passages(...texts));
    const alone = await embedder.embedPassages(passages('number69'));

    expect(
      server
        .requests()
        .map(({ body }) => body.input.length)
        .sort(),
    ).toEqual([1, 32, 32, 6].sort());
    expect(vectors).toHaveLength(70);
    expect(vectors[69]).toEqual(alone[0]);
  });

  it('is not sent for blank texts, whose vector is zero', async () => {
    const embedder = embedderWith();
    const vectors = await embedder.embedPassages(passages(' \n', museum, '\t'));

    expect(server.requests().map(({ body }) => body.input)).toEqual([[museum]]);
    expect(vectors.map((vector) => dot(vector, vector) > 0)).toEqual([false, true, false]);
    expect(vectors[0]).toHaveLength(FAKE_DIMENSIONS);
    expect((await embedderWith().embedPassages(passages(' ')))[0]).toEqual(new Float32Array(FAKE_DIMENSIONS));
  });

  it('is sent once for a repeated query', async () => {
    const embedder = embedderWith();
    const [first] = await embedder.embedQueries(['museum']);
    const [again, other] = await embedder.embedQueries(['museum', 'bread']);

    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(server.requests().map(({ body }) => body.input)).toEqual([['museum'], ['bread']]);
  });

  it('does not exceed the concurrency of passages', async () => {
    let most = 0;
    let answered = 0;
    const watch = setInterval(() => {
      most = Math.max(most, server.requests().length - answered);
    }, 2);
    const embedder = embedderWith({ batchSize: 1, concurrency: 2 });
    server.always({
      afterMs: 20,
      change: (body) => {
        answered += 1;
        return body;
      },
    });
    await embedder.embedPassages(passages(...Array.from({ length: 8 }, (_, i) => `text${i}`)));
    clearInterval(watch);

    expect(most).toBe(2);
  });

  it('needs no key if the setting is empty', async () => {
    const open = await startFakeModelServer();
    const embedder = embedderWith({ baseUrl: `${open.origin}/v1`, apiKey: undefined });

    expect(await embedder.embedQueries(['museum'])).toHaveLength(1);
    expect(open.requests()[0]?.headers.authorization).toBeUndefined();
    await open.close();
  });

  it('changes the id with every setting that decides vectors', () => {
    const ids = [
      embedderWith(),
      embedderWith({ model: 'words-65' }),
      embedderWith({ dimensions: 16 }),
      embedderWith({ baseUrl: 'http://127.0.0.1:1/v1' }),
      embedderWith({ queryPrefix: 'query: ' }),
      embedderWith({ passagePrefix: 'query: ' }),
    ].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(embedderWith({ apiKey: 'another', batchSize: 1, concurrency: 9 }).id).toBe(ids[0]);
    expect(embedderWith({ provider: 'openai', baseUrl: undefined }).id).toBe('openai/words-64');
  });
});

describe('a failure', () => {
  it('is retried for passages after 429 and 500, when the provider says so', async () => {
    server.script(
      { status: 429, headers: { 'retry-after': '0.1' } },
      { status: 500, headers: { 'retry-after-ms': '10' } },
    );
    expect(await embedderWith().embedPassages(passages(museum))).toHaveLength(1);
    expect(server.requests()).toHaveLength(3);
  });

  it('is retried once for a query, immediately', async () => {
    server.script({ status: 503 });
    expect(await embedderWith().embedQueries(['museum'])).toHaveLength(1);

    server.script({ breaksOff: true });
    expect(await embedderWith().embedQueries(['bread'])).toHaveLength(1);

    server.script({ status: 503 }, { status: 503 });
    const error = await failureOf(embedderWith().embedQueries(['oven']));
    expect(error.message).toBe('openai-compatible/words-64 failed at the provider (503).');
    expect(error.isRetryable).toBe(true);
  });

  it('does not delay a query as long as the provider asks, and passes Retry-After on', async () => {
    server.script({ status: 429, headers: { 'retry-after': '30' } });
    const error = await failureOf(embedderWith().embedQueries(['museum']));

    expect(error.message).toBe('openai-compatible/words-64 is rate limited, or its quota is used up (429).');
    expect(error).toMatchObject({ isRetryable: true, retryAfterSeconds: 30 });
    expect(server.requests()).toHaveLength(1);
  });

  it('reports how long it waited for an answer', async () => {
    server.always({ hangs: true });
    const error = await failureOf(embedderWith({ timeoutSeconds: 0.2 }).embedQueries(['museum']));
    const ofPassages = await failureOf(embedderWith({ timeoutSeconds: 0.2 }).embedPassages(passages(museum)));

    for (const one of [error, ofPassages]) {
      expect(one.message).toBe(
        'openai-compatible/words-64 did not answer within 0.2 s (see timeout_seconds in EMBEDDING_OPTIONS).',
      );
      expect(one.isRetryable).toBe(true);
    }
  });

  it('names the URL and the setting if nothing listens there', async () => {
    await server.close();
    const error = await failureOf(embedderWith({ settings: 'PREVIOUS_EMBEDDING' }).embedQueries(['museum']));

    expect(error.message).toBe(
      `openai-compatible/words-64 could not be reached at ${server.origin} (ECONNREFUSED): check the network and base_url in PREVIOUS_EMBEDDING.`,
    );
    expect(error.isRetryable).toBe(true);
  });

  it.each([
    {
      about: 'an unknown model',
      reply: { status: 404, body: { error: { message: 'no such model' } } },
      sentence: /not found by the provider.*EMBEDDING_MODEL/,
    },
    {
      about: 'a request that is refused',
      reply: { status: 400, body: { error: { message: `too long\nfor ${FAKE_KEY}` } } },
      sentence: /refused the request \(400\): too long for …$/,
    },
    {
      about: 'too few vectors',
      reply: { change: (body: { data: unknown[] }) => ({ ...body, data: body.data.slice(1) }) },
      sentence: /different number of vectors/,
    },
    {
      about: 'a vector of another length',
      reply: {
        change: ({ data: [first, ...others] }: { data: { embedding: number[] }[] }) => ({
          data: [{ embedding: first?.embedding.slice(1) }, ...others],
        }),
      },
      sentence: /numbers instead of .*dimensions in EMBEDDING_OPTIONS/,
    },
  ])('is not retried on $about', async ({ reply, sentence }) => {
    server.script(reply);
    const error = await failureOf(embedderWith().embedPassages(passages(museum, bread)));

    expect(error.message).toMatch(sentence);
    expect(error.isRetryable).toBe(false);
    expect(server.requests()).toHaveLength(1);
  });

  it.each([
    { about: 'no JSON', reply: { body: '<html>Welcome</html>' } },
    { about: 'JSON that is cut off', reply: { body: '{"data":[{"embedding":[0.1, 0.2' } },
    { about: 'a value that is no number', reply: { body: { data: [{ embedding: [0.1, null] }] } } },
    { about: 'a number that is too large', reply: { body: '{"data":[{"embedding":[1e999, 0]}]}' } },
  ])('does not accept $about as a vector', async ({ reply }) => {
    server.script(reply, reply);
    const error = await failureOf(embedderWith().embedQueries(['museum']));
    expect(error.message).toMatch(/cannot be read: check EMBEDDING_PROVIDER|not a number/);
  });

  it('is reported if the length of vectors changes', async () => {
    const embedder = embedderWith();
    await embedder.embedPassages(passages(museum));
    server.script({ body: { data: [{ embedding: [1, 0] }] } });
    const error = await failureOf(embedder.embedQueries(['museum']));

    expect(error.message).toMatch(/returned a vector of 2 numbers instead of 64/);
  });

  it('stops the other batches', async () => {
    server.script({ status: 400, body: {} });
    await failureOf(
      embedderWith({ batchSize: 1, concurrency: 1 }).embedPassages(passages(...'abcdefgh'.split(''))),
    );
    expect(server.requests()).toHaveLength(1);
  });

  it("rejects with the reason of the caller's signal", async () => {
    server.always({ hangs: true });
    const controller = new AbortController();
    const waiting = embedderWith().embedPassages(passages(museum), controller.signal);
    controller.abort(new Error('nobody waits'));
    await expect(waiting).rejects.toThrow('nobody waits');
  });
});
