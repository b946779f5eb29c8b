import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawHead, rawRequest } from '../helpers/raw-request.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService({ REQUEST_TIMEOUT_SECONDS: '1' });
  live = test.live;
});
afterAll(() => test.stop());

describe('with REQUEST_TIMEOUT_SECONDS=1, a client that sends', () => {
  const sources = '/v1/knowledge-base/sources';
  const head = (type: string) =>
    rawHead('POST', sources, live.key, `Content-Type: ${type}`, 'Content-Length: 5000');
  async function* drip(start: string) {
    yield start;
    for (;;) {
      await sleep(100);
      yield 'a';
    }
  }
  it.concurrent.each<[string, () => string]>([
    ['half a head', () => 'GET /v1/agents HTTP/1.1\r\nX-Slow: '],
    ['half a JSON body', () => `${head('application/json')}{"name":"`],
    [
      'half a form',
      () =>
        `${head('multipart/form-data; boundary=x')}--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n`,
    ],
    [
      'half a file',
      () =>
        `${head('multipart/form-data; boundary=x')}--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
    ],
  ])('%s, byte by byte, is cut off', async (_, start) => {
    const answer = await rawRequest(live.baseUrl, drip(start()), 20_000);
    expect(answer.isClosed).toBe(true);
    expect(answer.ms).toBeLessThan(15_000);
    expect([0, 400, 408]).toContain(answer.status);
    expect((await live.get(sources)).body.data).toEqual([]);
  });

  it("a client that sends nothing gets no answer and doesn't disturb others", async () => {
    await rawRequest(live.baseUrl, '', 200);
    expect((await live.get('/healthz')).status).toBe(200);
  });

  it("a client that waits for a long answer isn't cut off", async () => {
    const content = 'The tide rises and falls twice a day at the pier. '.repeat(90_000);
    const { id } = (await live.post(sources, { type: 'text', name: 'Long', content })).body.data;
    expect((await live.get(`${sources}/${id}?wait=30`)).body.data.status).toBe('indexed');
  });
});
