import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../helpers/raw-request.ts';
import { freePort } from '../helpers/server-process.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

describe('one port behind a proxy, with a host name for each environment', () => {
  let test: TestService;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    test = await startTestService({
      PORT: String(port),
      LIVE_BASE_URL: 'https://api.example.com/',
      SANDBOX_BASE_URL: 'https://sandbox.example.com',
    });
  });
  afterAll(() => test.stop());

  const statusOf = async (host: string, key: string): Promise<number> => {
    const head = `GET /v1/workspace HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`;
    return (await rawRequest(`http://127.0.0.1:${port}`, head, 5_000)).status;
  };

  it.each([
    ['api.example.com', 'live', 200],
    ['api.example.com', 'sandbox', 403],
    ['sandbox.example.com', 'sandbox', 200],
    ['Sandbox.Example.com:443', 'sandbox', 200],
    ['sandbox.example.com', 'live', 403],
    ['elsewhere.example.com', 'sandbox', 403],
  ] as const)('%s with a %s key answers %i', async (host, environment, status) => {
    expect(await statusOf(host, test[environment].key)).toBe(status);
  });

  it('one port behind a proxy names the public URLs of both environments', () => {
    expect(test.service.baseUrls).toEqual({
      live: 'https://api.example.com',
      sandbox: 'https://sandbox.example.com',
    });
  });
});
