import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const read = (path: string) => fetch(`${test.live.baseUrl}${path}`);

describe('GET /docs', () => {
  it.each([
    ['/docs', 'text/html'],
    ['/docs/reference.css', 'text/css'],
    ['/docs/reference.js', 'text/javascript'],
  ])('%s is %s, needs no key, and reaches no other origin', async (path, type) => {
    const response = await read(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'self'");
    expect(await response.text()).not.toMatch(/https?:\/\//);
  });
});

describe('GET /llms.txt', () => {
  it('names every operation, with a link into the reference', async () => {
    const response = await read('/llms.txt');
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toMatch(/^# Footnote\n\n> /);
    const { paths } = (await test.live.get('/openapi.json')).body;
    for (const methods of Object.values(paths as Record<string, Record<string, { operationId: string }>>))
      for (const { operationId } of Object.values(methods)) expect(text).toContain(`(/docs#${operationId})`);
  });

  it('does not change the document, which is made from the same routes', async () => {
    const before = await (await read('/openapi.json')).text();
    await read('/llms.txt');
    expect(await (await read('/openapi.json')).text()).toBe(before);
  });
});
