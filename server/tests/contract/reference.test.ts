import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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

  it('has a program that works as it is printed', async () => {
    const text = await (await read('/llms.txt')).text();
    const program = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
    const { baseUrl, key } = test.live;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { env: { FOOTNOTE_URL: baseUrl, FOOTNOTE_API_KEY: key } },
    );
    expect(stdout).toBe('A ticket costs 12 euros.\n[1] A ticket costs 12 euros.\n');
  });

  it('links guides that the service has, and they link each other', async () => {
    const text = await (await read('/llms.txt')).text();
    const links = [...text.matchAll(/\]\((\/docs\/[^)#]*\.md)\): (\S.*)/g)].map(([, path = '']) => path);
    expect(links).toContain('/docs/guides/sources.md');
    for (const link of links) {
      const page = await read(link);
      expect([link, page.status]).toEqual([link, 200]);
      expect(page.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      for (const [, next = ''] of (await page.text()).matchAll(/\]\(((?:\.\.\/)?[\w-]+\.md)/g)) {
        const { pathname } = new URL(next, `${test.live.baseUrl}${link}`);
        expect([link, next, (await read(pathname)).status]).toEqual([link, next, 200]);
      }
    }
  });

  it('does not change the document, which is made from the same routes', async () => {
    const before = await (await read('/openapi.json')).text();
    await read('/llms.txt');
    expect(await (await read('/openapi.json')).text()).toBe(before);
  });
});
