import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../helpers/raw-request.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
});
afterAll(() => test.stop());

/** Without what `fetch` does by itself. */
async function get(encoding: string, ...headers: string[]) {
  const head = [
    'GET /openapi.json HTTP/1.1',
    'Host: localhost',
    'Connection: close',
    ...(encoding === '' ? [] : [`Accept-Encoding: ${encoding}`]),
    ...headers,
    '',
    '',
  ];
  return await rawRequest(live.baseUrl, head.join('\r\n'), 20_000);
}

const headerOf = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];

describe('GET /openapi.json', () => {
  it.each([
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
  ])('to a client that takes "%s" comes as %s', async (encoding, expected) => {
    const { status, head } = await get(encoding);
    expect(status).toBe(200);
    expect(headerOf(head, 'content-encoding')).toBe(expected);
    expect(headerOf(head, 'vary')).toContain('Accept-Encoding');
    expect(headerOf(head, 'cache-control')).toBe('no-cache');
    expect(headerOf(head, 'content-type')).toContain('application/json');
  });

  it('openapi.json is the same document in every encoding', async () => {
    const bytes = async (encoding: string): Promise<Buffer> => {
      const response = await fetch(`${live.baseUrl}/openapi.json`, {
        headers: { 'accept-encoding': encoding },
      });
      return Buffer.from(await response.arrayBuffer());
    };
    const plain = await bytes('identity');
    expect(JSON.parse(plain.toString()).openapi).toBe('3.1.0');
    // `fetch` unpacks what it is sent.
    expect(await bytes('gzip')).toEqual(plain);
    expect(await bytes('br')).toEqual(plain);
    expect(() => gunzipSync(plain)).toThrow();
    expect(() => brotliDecompressSync(plain)).toThrow();
  });

  it('openapi.json gets 304 with its own ETag, and 200 with another', async () => {
    const etag = headerOf((await get('gzip')).head, 'etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get('gzip', `If-None-Match: ${known}`);
      expect({ known, status: answer.status, text: answer.text }).toEqual({ known, status: 304, text: '' });
    }
    expect((await get('', 'If-None-Match: "other"')).status).toBe(200);
  });

  it('HEAD /openapi.json answers without the document', async () => {
    const answer = await fetch(`${live.baseUrl}/openapi.json`, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBeTruthy();
    expect(await answer.text()).toBe('');
  });
});
