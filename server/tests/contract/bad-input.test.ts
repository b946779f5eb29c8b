import { describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { fillPath, operationsOf } from '../helpers/operations.ts';
import { rawHead, rawRequest } from '../helpers/raw-request.ts';
import { ids, json, live, prepareBadInput, sources } from './prepare-bad-input.ts';

prepareBadInput();

const withBody = operationsOf({ base: 'kb_1' })
  .filter((operation) => operation.body)
  .map((operation) => ({ ...operation, title: `${operation.method} ${operation.path}` }));

const sendTo =
  ({ method, path }: (typeof withBody)[number]) =>
  (body: string | Uint8Array, headers: Record<string, string> = json) =>
    live.call(method, fillPath(path, ids), body, headers);

describe.each(withBody)('$title', (operation) => {
  const send = sendTo(operation);

  it('broken JSON gets 400, a list 422 and text 415', async () => {
    expectError(await send('{"name": "A"'), 400);
    expectError(await send('[]'), 422, 'body');
    expectError(await send('{}', { 'content-type': 'text/plain' }), 415);
  });

  if (!operation.path.includes('/sources'))
    it('a form gets 415', async () => {
      const form = new FormData();
      form.set('name', 'A');
      expectError(await live.call(operation.method, fillPath(operation.path, ids), form), 415);
    });
});

/** One parser reads the bodies of all routes, and another those that may be forms. */
const oneOfEachParser = withBody.filter(({ title }) =>
  ['POST /v1/agents', 'POST /v1/knowledge-base/sources'].includes(title),
);

it('there is one route for each body parser', () => {
  expect(oneOfEachParser).toHaveLength(2);
});

describe.each(oneOfEachParser)('every kind of bad body at $title', (operation) => {
  const { method, path } = operation;
  const send = sendTo(operation);

  it.each<[string, string]>([
    ['half an object', '{"name": "A"'],
    ['a trailing comma', '{"name": "A",}'],
    ['single quotes', "{'name': 'A'}"],
    ['two objects', '{}{}'],
    ['a comment', '{} // ok'],
    ['NaN', '{"limit": NaN}'],
    ['a form', 'name=A&content=B'],
    ['XML', '<name>A</name>'],
    ['nothing but spaces', '   '],
    ['a raw NUL', '{"name": "A\u0000"}'],
    ['a raw line break in a string', '{"name": "A\nB"}'],
    ['__proto__', '{"__proto__": {"isAdmin": true}, "name": "A"}'],
    ['__proto__ in escapes', '{"\\u005f_proto__": {"isAdmin": true}}'],
    ['a prototype of constructor', '{"constructor": {"prototype": {"isAdmin": true}}}'],
    ['null', 'null'],
  ])('400 for %s', async (_, body) => {
    expectError(await send(body), 400);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  it.each<[string, string]>([
    ['a list', '[]'],
    ['a string', '"text"'],
    ['a number', '1e400'],
    ['true', 'true'],
  ])('422 for %s instead of an object', async (_, body) => {
    expectError(await send(body), 422, 'body');
  });

  it("bytes that aren't UTF-8 get 400", async () => {
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]])
      expectError(
        await send(Uint8Array.from([...Buffer.from('{"name":"'), ...bytes, ...Buffer.from('"}')])),
        400,
      );
  });

  it('JSON that is 100,000 levels deep gets 400 or 422', async () => {
    const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
    for (const body of [
      deep('[', ']'),
      `{"name":${deep('[', ']')}}`,
      `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      '['.repeat(100_000),
    ]) {
      const { status } = await send(body);
      expect([400, 422]).toContain(status);
    }
  });

  it('keys from Object.prototype get 400 or 422', async () => {
    for (const key of [
      'constructor',
      'toString',
      'hasOwnProperty',
      'prototype',
      '',
      '\u0000',
      '\ud800',
      'a'.repeat(10_000),
    ]) {
      const answer = await send(JSON.stringify({ [key]: 1 }));
      expect([400, 422]).toContain(answer.status);
      expectError(answer, answer.status);
    }
  });

  it.each<[number, string, Record<string, string>]>([
    [415, 'text', { 'content-type': 'text/plain' }],
    [415, 'a web form', { 'content-type': 'application/x-www-form-urlencoded' }],
    [415, 'XML', { 'content-type': 'application/xml' }],
    [415, 'no media type at all', { 'content-type': 'json' }],
    [415, 'compressed JSON', { ...json, 'content-encoding': 'gzip' }],
  ])('%i for %s', async (status, _, headers) => {
    expectError(await send('{}', headers), status);
  });

  it('a body without a content type gets 415', async () => {
    const head = rawHead(method, fillPath(path, ids), live.key, 'Content-Length: 2', 'Connection: close');
    expect((await rawRequest(live.baseUrl, `${head}{}`)).status).toBe(415);
  });

  it('a content type may have parameters and any case', async () => {
    const answer = await send('{"nonsense":1}', { 'content-type': 'Application/JSON; charset=UTF-8' });
    expect([400, 422]).toContain(answer.status);
  });
});

describe('text fields', () => {
  it.each<[string, unknown]>([
    ['a NUL', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud83d'],
    ['a surrogate pair the wrong way round', '\ude00\ud83d'],
    ['nothing to read', ' \t\n\u3000'],
    ['a number', 0],
    ['a list', ['a']],
    ['an object', { text: 'a' }],
    ['true', true],
    ['null', null],
  ])('422 for %s', async (_, value) => {
    const agent = `/v1/agents/${ids.agent}`;
    expectError(await live.post('/v1/agents', { name: value, knowledge_base_ids: [ids.base] }), 422, 'name');
    expectError(await live.patch(agent, { name: value }), 422, 'name');
    expectError(await live.post(`${agent}/chat`, { message: value }), 422, 'message');
    expectError(await live.post('/v1/knowledge-bases', { name: value }), 422, 'name');
    expectError(await live.post(sources, { type: 'text', name: value, content: 'B' }), 422, 'name');
    expectError(await live.post(sources, { type: 'text', name: 'A', content: value }), 422, 'content');
    expectError(
      await live.post(sources, { type: 'text', name: 'A', content: 'B', tags: [value] }),
      422,
      'tags[0]',
    );
    expectError(await live.post(sources, { type: 'url', name: 'A', url: value }), 422, 'url');
    expectError(await live.post('/v1/query', { query: value }), 422, 'query');
    expectError(await live.post('/v1/api-keys', { name: value, scope: 'admin' }), 422, 'name');
    expectError(await live.patch('/v1/workspace', { name: value }), 422, 'name');
  });
});

describe('addresses', () => {
  it.each(
    [
      [404, '/v1/agents/%zz'],
      [404, '/v1/agents/%'],
      [404, '/v1/agents/%C3%28'],
      [404, '/v1/%E0%A4%A'],
      [404, '/v1/agents/%00'],
      [404, `/v1/agents/${'a'.repeat(8_000)}`],
      [404, `/v1/agents/{agent}/conversations/${'a'.repeat(8_000)}/messages`],
      [404, '/v1/agents/../agents'],
      [404, '/v1/agents/'],
      [404, '/v1//agents'],
      [404, '/V1/agents'],
      [404, '/v1/Agents'],
      [404, '/v2/agents'],
      [404, '/v1'],
      [404, '/v1/agents/{agent}/nothing'],
      [422, '/v1/agents?limit=%zz'],
      [422, '/v1/agents?status=active&status=active'],
      [422, '/v1/agents?limit[]=5'],
      [422, '/v1/agents?__proto__=1'],
      [422, '/v1/agents?constructor=1'],
      [422, '/v1/agents?%00=1'],
      [422, '/v1/query?query=a&query=b'],
      [422, '/v1/query?query=%00'],
      [422, '/v1/knowledge-base/sources/{source}?wait=1&wait=1'],
      [422, '/v1/agents/{agent}/conversations?session_id=a&session_id=b'],
    ].map(([status, path]) => ({ status: Number(status), path: String(path) })),
  )('$status for GET $path', async ({ status, path }) => {
    const answer = await rawRequest(
      live.baseUrl,
      rawHead('GET', fillPath(path, ids), live.key, 'Connection: close'),
    );
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).error).toMatchObject({
      code: status === 404 ? 'not_found' : 'unprocessable_entity',
      request_id: expect.stringMatching(/^req_/),
    });
    expect(answer.head).toMatch(/x-request-id: req_/i);
  });

  it('a malformed path without a key gets 401', async () => {
    for (const path of ['/v1/%zz', `/v1/agents/${'a'.repeat(8_000)}`])
      expect(
        (await rawRequest(live.baseUrl, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`))
          .status,
      ).toBe(401);
  });

  it('an unsupported method gets 405 with Allow', async () => {
    for (const [method, path, allow] of [
      ['PUT', '/v1/agents', 'GET, HEAD, POST'],
      ['POST', '/v1/agents/{agent}', 'DELETE, GET, HEAD, PATCH'],
      ['GET', '/v1/agents/{agent}/chat', 'POST'],
      ['DELETE', '/v1/agents', 'GET, HEAD, POST'],
      ['OPTIONS', '/v1/query', 'GET, HEAD, POST'],
      ['OPTIONS', '/v1/knowledge-base/sources/bulk', 'POST'],
      ['OPTIONS', '/v1/knowledge-base/sources/counts', 'GET, HEAD'],
      ['OPTIONS', '/v1/knowledge-base/sources/crawl', 'POST'],
      ['PATCH', '/v1/query', 'GET, HEAD, POST'],
      ['PROPFIND', '/v1/workspace', 'GET, HEAD, PATCH'],
      ['DELETE', '/v1/knowledge-base/sources', 'GET, HEAD, POST'],
    ] as const) {
      const answer = await live.call(
        method,
        fillPath(path, ids),
        ['GET', 'OPTIONS'].includes(method) ? undefined : '{"broken',
      );
      expectError(answer, 405);
      expect(answer.headers.get('allow')).toBe(allow);
    }
    expect((await live.call('DELETE', '/healthz')).status).toBe(405);
  });

  it('an unknown path gets 404, whatever the method and the body', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      expectError(await live.call(method, '/v1/nothing', method === 'GET' ? undefined : '{"broken'), 404);
  });

  it('HEAD answers like GET, without the body', async () => {
    const { status, body, headers } = await live.call('HEAD', '/v1/agents');
    expect([status, body]).toEqual([200, undefined]);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
  });
});
