import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, startTestService, type TestService } from '../helpers/start-test-service.ts';

const CHANGES = '/v1/knowledge-base/changes';

async function start(settings: Record<string, string> = {}): Promise<TestService> {
  const test = await startTestService({ RATE_LIMITS: 'on', ...settings });
  onTestFinished(() => test.stop());
  return test;
}

/** Opens a stream, or gets the answer that refuses it. */
async function open(baseUrl: string, key: string, path = CHANGES) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(`${baseUrl}${path}`, {
    headers: { authorization: `Bearer ${key}` },
    signal: abort.signal,
  });
  return { status: response.status, response, close: () => abort.abort() };
}

describe('streams that stay open', () => {
  it('a key may hold RATE_LIMIT_STREAMS open streams, and one more gets 429', async () => {
    const { live } = await start({ RATE_LIMIT_STREAMS: '3' });
    const streams = await Promise.all([1, 2, 3].map(() => open(live.baseUrl, live.key)));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await live.get(CHANGES);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.body.error.message).toMatch(/^3 streams and waiting requests are open/);
    const { key: secret } = (await live.post('/v1/api-keys', { name: 'Other', scope: 'read_only' })).body
      .data;
    expect((await open(live.baseUrl, secret)).status).toBe(200);
    expect((await live.get('/v1/agents')).status).toBe(200);
  });

  it('a stream frees its place as soon as its client disconnects', async () => {
    const { live } = await start({ RATE_LIMIT_STREAMS: '1' });
    let stream = await open(live.baseUrl, live.key);
    expect(stream.status).toBe(200);
    for (let round = 0; round < 5; round++) {
      expect((await open(live.baseUrl, live.key)).status).toBe(429);
      stream.close();
      await expect
        .poll(async () => {
          stream = await open(live.baseUrl, live.key);
          return stream.status;
        })
        .toBe(200);
    }
  });

  it('HEAD on a stream is answered at once and holds no place', async () => {
    const { live } = await start({ RATE_LIMIT_STREAMS: '1' });
    for (let round = 0; round < 3; round++) {
      const head = await fetch(`${live.baseUrl}${CHANGES}`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${live.key}` },
        signal: AbortSignal.timeout(5_000),
      });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(await head.text()).toBe('');
    }
    await expect.poll(async () => (await open(live.baseUrl, live.key)).status).toBe(200);
  });

  it("waiting requests count as streams, and others don't", async () => {
    const { live } = await start({ RATE_LIMIT_STREAMS: '2', INGEST_WORKERS: '1' });
    const { id } = await live.addText('Pier', 'The pier is 300 metres long.');
    await Promise.all([1, 2].map(() => open(live.baseUrl, live.key)));
    expect((await live.get(`/v1/knowledge-base/sources/${id}?wait=1`)).status).toBe(429);
    expect((await live.get(`/v1/knowledge-base/sources/${id}`)).status).toBe(200);
  });

  it('a waiting request frees its place when it is answered', async () => {
    const { live } = await start({ RATE_LIMIT_STREAMS: '1' });
    const { id } = await live.addText('Pier', 'The pier is 300 metres long.');
    for (let round = 0; round < 10; round++)
      await expect
        .poll(async () => (await live.get(`/v1/knowledge-base/sources/${id}?wait=30`)).status)
        .toBe(200);
  });

  it('streams have no limit with RATE_LIMITS=off', async () => {
    const { live } = await start({ RATE_LIMIT_STREAMS: '1', RATE_LIMITS: 'off' });
    const streams = await Promise.all([1, 2, 3].map(() => open(live.baseUrl, live.key)));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('connections', () => {
  it('connections beyond MAX_CONNECTIONS are closed at once and counted', async () => {
    const { live } = await start({ MAX_CONNECTIONS: '16', RATE_LIMITS: 'off' });
    const streams = await Promise.allSettled(Array.from({ length: 40 }, () => open(live.baseUrl, live.key)));
    const opened = streams.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(opened.length).toBeGreaterThan(0);
    expect(opened.length).toBeLessThanOrEqual(16);
    for (const each of opened) each.close();
    const client = createClient(live.baseUrl, '');
    await expect
      .poll(async () => (await client.get('/metrics').catch(() => undefined))?.body ?? '')
      .toMatch(/footnote_refused_connections_total\{environment="live"\} [1-9]/);
  });
});
