import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertNoSecrets } from '../helpers/log-guard.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { createOneOfEach, fillPath, operationsOf } from '../helpers/operations.ts';
import { rawHead, rawRequest } from '../helpers/raw-request.ts';
import { startServerProcess } from '../helpers/server-process.ts';
import { createClient, startTestService, type TestService } from '../helpers/start-test-service.ts';

/** What is said, searched for, stored or sent to prove who one is, and has no place in a log. */
const CANARIES = [
  'How long is the pier?',
  '300 metres',
  'canary-of-a-message',
  'canary-of-a-query',
  'canary-of-content',
  'canary-of-a-password',
  'canary-of-a-cookie',
  'canary-of-a-wrong-key',
  'canary-of-broken-json',
];

type Line = Record<string, unknown> & { msg: string };

describe('the log, at its most talkative', () => {
  let test: TestService;
  let lines: Line[];
  beforeAll(async () => {
    test = await startTestService();
    const { live, logs } = test;
    const ids = await createOneOfEach(live, 'canary');
    const clients = [
      live,
      await clientWithScope(live, 'read_only'),
      createClient(live.baseUrl, test.sandbox.key),
      createClient(live.baseUrl, 'canary-of-a-wrong-key'),
      createClient(live.baseUrl, `svc_live_${'0'.repeat(38)}`),
      createClient(live.baseUrl, ''),
    ];
    for (const client of clients.reverse())
      for (const { method, path, body } of operationsOf(ids))
        await client.call(method, fillPath(path, ids), body);
    await live.post('/v1/agents/agt_none/chat', { message: 'canary-of-a-message' });
    await live.get('/v1/query?query=canary-of-a-query&wrong=canary-of-a-query');
    await live.call('POST', '/v1/query', '{"query": canary-of-broken-json');
    await live.addText('canary-of-content', 'canary-of-content '.repeat(20));
    await live.post('/v1/account/sign-in', { email: 'a@example.com', password: 'canary-of-a-password' });
    await live.call('GET', '/v1/agents', undefined, {
      cookie: 'footnote_sign_in=canary-of-a-cookie-0123456789',
    });
    const form = new FormData();
    form.set('type', 'document');
    form.set('name', 'canary-of-content');
    form.set('file', new Blob(['canary-of-content']), 'canary-of-content.txt');
    await live.post('/v1/knowledge-base/sources', form);
    await rawRequest(live.baseUrl, rawHead('canary-of-a-message', '/', live.key), 200);
    lines = logs
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  });
  afterAll(() => test.stop());

  it.each(CANARIES)('does not have "%s"', (canary) => {
    expect(lines.length).toBeGreaterThan(200);
    expect(lines.filter((line) => JSON.stringify(line).includes(canary))).toEqual([]);
  });

  it('the log has no key, secret or cookie', () => {
    expect(() => assertNoSecrets(test.logs.join(''))).not.toThrow();
    for (const { key } of [test.live, test.sandbox]) expect(test.logs.join('')).not.toContain(key);
  });

  it('the log has one line for each request, with actor, route, status and duration', () => {
    const requests = lines.filter(({ msg }) => msg === 'request');
    const ids = requests.map(({ request_id }) => request_id);
    expect(new Set(ids).size).toBe(ids.length);
    const patch = requests.find(
      ({ method, route, status }) => method === 'PATCH' && route === '/v1/agents/:id' && status === 200,
    );
    expect(patch).toMatchObject({
      environment: 'live',
      actor: expect.stringMatching(/^key_/),
      workspace_id: expect.stringMatching(/^ws_/),
      ms: expect.any(Number),
    });
    const unknown = requests.find(({ status }) => status === 401);
    expect(unknown).not.toHaveProperty('actor');
    const elsewhere = requests.find(({ status }) => status === 403);
    expect(elsewhere).toHaveProperty('actor');
  });
});

describe('the guard of logs', () => {
  it.each([
    `svc_live_${'a'.repeat(38)}`,
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'footnote_sign_in=0123456789012345678901',
  ])('sees %s', (secret) => {
    expect(() => assertNoSecrets(`{"msg":"all well"}\n{"msg":"with ${secret}"}`)).toThrow(
      'The log has a secret',
    );
  });

  it('the guard of logs checks the output of separate processes too', async () => {
    const server = await startServerProcess({ env: { LOG_LEVEL: 'info' } });
    await fetch(`${server.baseUrl}/v1/agents`);
    expect(server.log()).toContain('"msg":"request"');
    expect(await server.stop()).toBe(0);
  });
});
