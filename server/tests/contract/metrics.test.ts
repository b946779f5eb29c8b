import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { startFakeModelServer } from '../helpers/fake-model-server.ts';
import {
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

/** The value of a line of /metrics; undefined when there is none. labels: a part of them. */
const readMetric = (text: string, name: string, ...labels: string[]): number | undefined => {
  const line = text
    .split('\n')
    .find((each) => each.startsWith(`${name}{`) && labels.every((label) => each.includes(label)));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

describe('GET /metrics', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService();
  });
  afterAll(() => test.stop());
  const read = async (): Promise<string> => (await test.live.get('/metrics')).body;

  it('requests are counted by route, environment and status, never by ids', async () => {
    await test.live.get('/v1/agents/agt_secretid');
    await test.sandbox.get('/v1/agents?limit=3');
    await createClient(test.live.baseUrl, 'wrong').get('/v1/agents');
    await test.live.get('/nowhere/at/all');
    const text = await read();
    const count = 'http_request_duration_seconds_count';
    expect(readMetric(text, count, 'live', 'GET', '"/v1/agents/:id"', '4xx')).toBe(1);
    expect(readMetric(text, count, 'sandbox', 'GET', '"/v1/agents"', '2xx')).toBe(1);
    expect(readMetric(text, count, 'live', '"/v1/agents"', '4xx')).toBe(1);
    expect(readMetric(text, count, 'live', '"unknown"', '4xx')).toBe(1);
    expect(readMetric(text, 'footnote_failed_authentications_total', 'live')).toBe(1);
    expect(readMetric(text, 'http_requests_running', 'sandbox')).toBe(0);
    expect(text).not.toContain('secretid');
    expect(text).not.toContain('nowhere');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('metrics are the same at both addresses', async () => {
    const ofSandbox: string = (await test.sandbox.get('/metrics')).body;
    expect(readMetric(ofSandbox, 'http_request_duration_seconds_count', 'live', '/v1/agents/:id')).toBe(1);
  });

  it('metrics cover searches, models, jobs, queues and the index', async () => {
    await test.live.addText('Pier', 'The pier is 300 metres long.');
    await test.live.post('/v1/query', { query: 'How long is the pier?' });
    // A source is indexed by the commit of its job, and the job is counted after that.
    await expect
      .poll(async () =>
        readMetric(await read(), 'footnote_job_duration_seconds_count', 'ingest-source', 'done', 'live'),
      )
      .toBe(1);
    const text = await read();
    expect(readMetric(text, 'footnote_search_duration_seconds_count', 'live')).toBe(1);
    expect(readMetric(text, 'footnote_model_duration_seconds_count', '"embed"', 'live')).toBe(1);
    for (const lane of ['compute', 'deep', 'network', 'delivery']) {
      expect(readMetric(text, 'footnote_jobs', lane, 'due', 'live')).toBe(0);
      expect(readMetric(text, 'footnote_oldest_due_job_seconds', lane, 'sandbox')).toBe(0);
    }
    expect(readMetric(text, 'footnote_pending_deliveries', 'live')).toBe(0);
    expect(readMetric(text, 'footnote_pending_chunks', 'live')).toBe(0);
    expect(readMetric(text, 'footnote_index_memory_bytes', 'live')).toBeGreaterThanOrEqual(0);
    expect(readMetric(text, 'footnote_state_read', 'live')).toBe(1);
  });

  it('without METRICS_TOKEN metrics are for local clients only, also behind a local proxy', async () => {
    const proxied = await test.live.call('GET', '/metrics', undefined, { 'x-forwarded-for': '203.0.113.9' });
    expectError(proxied, 403);
    expect(proxied.body.error.message).toContain('METRICS_TOKEN');
  });

  it('a request whose client disconnects counts as aborted', async () => {
    const leave = new AbortController();
    const waiting = fetch(`${test.live.baseUrl}/v1/knowledge-base/sources`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test.live.key}`, 'content-type': 'application/json' },
      body: new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"type":')) }),
      duplex: 'half',
      signal: leave.signal,
    } as RequestInit).catch(() => undefined);
    await expect.poll(async () => readMetric(await read(), 'http_requests_running', 'live')).toBe(2);
    leave.abort();
    await waiting;
    await vi.waitFor(
      async () =>
        expect(
          readMetric(
            await read(),
            'http_request_duration_seconds_count',
            '"/v1/knowledge-base/sources"',
            'aborted',
          ),
        ).toBe(1),
      30_000,
    );
    expect(test.logs.some((line) => line.includes('"aborted":true'))).toBe(true);
  });
});

describe('with METRICS_TOKEN, GET /metrics', () => {
  const METRICS_TOKEN = 'a-token-of-some-length';
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService({ METRICS_TOKEN });
  });
  afterAll(() => test.stop());

  it.each([
    ['the token', `Bearer ${METRICS_TOKEN}`, 200],
    ['another token', 'Bearer a-token-of-some-lengtH', 401],
    ['half of the token', 'Bearer a-token', 401],
    ['nothing', undefined, 401],
  ])('with %s', async (_, authorization, status) => {
    const answer = await fetch(`${test.live.baseUrl}/metrics`, {
      headers: authorization ? { authorization } : {},
    });
    expect(answer.status).toBe(status);
  });

  it("with METRICS_TOKEN an API key can't read metrics", async () => {
    expectError(await test.live.get('/metrics'), 401);
  });
});

describe('a model that does not answer', () => {
  it('a model that is down is named by /readyz, which stays 200, and counted by /metrics', async () => {
    const model = await startFakeModelServer();
    const test = await startTestService({
      EMBEDDING_PROVIDER: 'openai-compatible',
      EMBEDDING_MODEL: 'fake',
      EMBEDDING_BASE_URL: `${model.origin}/v1`,
      EMBEDDING_OPTIONS: 'timeout_seconds=1',
    });
    try {
      await test.live.addText('Pier', 'The pier is 300 metres long.');
      await test.live.post('/v1/query', { query: 'pier' });
      expect((await test.live.get('/readyz')).body.checks).toMatchObject({ embedding_model: 'ok' });
      await model.close();
      await test.live.post('/v1/query', { query: 'another pier' });
      const ready = await test.live.get('/readyz');
      expect(ready.status).toBe(200);
      expect(ready.body).toEqual({
        status: 'ready',
        checks: { storage: 'ok', queue: 'ok', embedding_model: 'degraded' },
      });
      const text: string = (await test.live.get('/metrics')).body;
      expect(readMetric(text, 'footnote_model_errors_total', '"embed"', 'fake', 'live')).toBeGreaterThan(0);
    } finally {
      await test.stop();
    }
  });
});

describe('Server-Timing', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService();
    await test.live.addText('Pier', 'The pier is 300 metres long.');
  });
  afterAll(() => test.stop());

  const FORM = /^embed;dur=[\d.]+, search;dur=[\d.]+, total;dur=[\d.]+$/;

  it('Server-Timing says what a query and a chat spent their time on', async () => {
    const ids = [await defaultKnowledgeBase(test.live)];
    const agent = (await test.live.post('/v1/agents', { name: 'A', knowledge_base_ids: ids })).body.data.id;
    const answers = [
      await test.live.post('/v1/query', { query: 'pier' }),
      await test.live.get('/v1/query?query=pier'),
      await test.live.post(`/v1/agents/${agent}/chat`, { message: 'How long is the pier?' }),
    ];
    for (const { headers } of answers) expect(headers.get('server-timing')).toMatch(FORM);
  });

  it('Server-Timing is absent where nothing was searched', async () => {
    expect((await test.live.get('/v1/agents')).headers.get('server-timing')).toBeNull();
    const keyword = await test.live.post('/v1/query', { query: 'pier', search_type: 'keyword' });
    expect(keyword.headers.get('server-timing')).toMatch(/^search;dur=[\d.]+, total;dur=[\d.]+$/);
  });
});
