import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { createOneOfEach, fillPath, type Ids, operationsOf, snapshot } from '../operations.ts';
import { rawHead, rawRequest } from '../raw-request.ts';
import { type Client, startTestService, type TestService } from '../start-test-service.ts';

let test: TestService;
let live: Client;
let ids: Ids;
let before: unknown;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  ids = await createOneOfEach(live, 'live');
});
beforeEach(async () => {
  before = await snapshot(live, ids.agent);
  return async () => expect(await snapshot(live, ids.agent), 'something was written').toEqual(before);
});
afterAll(async () => {
  const errors = test.logs.filter((line) => JSON.parse(line).level >= 40);
  await test.stop();
  expect(errors).toEqual([]);
});

const sources = '/v1/knowledge-base/sources';
const json = { 'content-type': 'application/json' };
const withBody = operationsOf({ base: 'kb_1' })
  .filter((operation) => operation.body)
  .map((operation) => ({ ...operation, title: `${operation.method} ${operation.path}` }));

describe.each(withBody)('$title', ({ method, path }) => {
  const send = (body: string | Uint8Array, headers: Record<string, string> = json) =>
    live.call(method, fillPath(path, ids), body, headers);

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

  it('400 for bytes that are no UTF-8', async () => {
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]])
      expectError(
        await send(Uint8Array.from([...Buffer.from('{"name":"'), ...bytes, ...Buffer.from('"}')])),
        400,
      );
  });

  it('an error, and soon, for JSON that is 100,000 deep', async () => {
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

  it('an error for keys that every object has', async () => {
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

  it('415 without a content type', async () => {
    const head = rawHead(method, fillPath(path, ids), live.key, 'Content-Length: 2', 'Connection: close');
    expect((await rawRequest(live.baseUrl, `${head}{}`)).status).toBe(415);
  });

  if (!path.includes('/sources'))
    it('415 for a form', async () => {
      const form = new FormData();
      form.set('name', 'A');
      expectError(await live.call(method, fillPath(path, ids), form), 415);
    });

  it('takes a content type with parameters, in any case', async () => {
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

  it('401 for a malformed path without a key', async () => {
    for (const path of ['/v1/%zz', `/v1/agents/${'a'.repeat(8_000)}`])
      expect(
        (await rawRequest(live.baseUrl, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`))
          .status,
      ).toBe(401);
  });

  it('405 with Allow for a method that is not offered', async () => {
    for (const [method, path, allow] of [
      ['PUT', '/v1/agents', 'GET, HEAD, POST'],
      ['POST', '/v1/agents/{agent}', 'DELETE, GET, HEAD, PATCH'],
      ['GET', '/v1/agents/{agent}/chat', 'POST'],
      ['DELETE', '/v1/agents', 'GET, HEAD, POST'],
      ['OPTIONS', '/v1/query', 'GET, HEAD, POST'],
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

  it('404 for an unknown path, whatever the method and the body', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      expectError(await live.call(method, '/v1/nothing', method === 'GET' ? undefined : '{"broken'), 404);
  });

  it('HEAD is GET without a body', async () => {
    const { status, body, headers } = await live.call('HEAD', '/v1/agents');
    expect([status, body]).toEqual([200, undefined]);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
  });
});

describe('requests that are no good HTTP', () => {
  const head = (...headers: string[]) => rawHead('POST', '/v1/agents', live.key, ...json_, ...headers);
  const json_ = ['Content-Type: application/json'];
  it.each<[string, number[], () => string]>([
    ['garbage', [400], () => 'hello\r\n\r\n'],
    ['a TLS greeting', [400], () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
    ['an unknown method', [400], () => rawHead('BREW', '/v1/agents', live.key)],
    ['a header without a colon', [400], () => rawHead('GET', '/v1/agents', live.key, 'Broken')],
    ['two lengths', [400], () => `${head('Content-Length: 2', 'Content-Length: 3')}{}`],
    [
      'a length and chunks',
      [400],
      () => `${head('Content-Length: 2', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a negative length', [400], () => `${head('Content-Length: -1')}{}`],
    ['a chunk without a size', [400], () => `${head('Transfer-Encoding: chunked')}zz\r\n{}\r\n`],
    ['headers of 20 kB', [431], () => head(`X-Long: ${'a'.repeat(20_000)}`)],
    ['3,000 headers', [431], () => head(...Array.from({ length: 3_000 }, (_, index) => `X-${index}: a`))],
    [
      'an authorization with a line break',
      [400, 401],
      () => `GET /v1/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer\n${live.key}\r\n\r\n`,
    ],
  ])('%s: an error of the table', async (_, statuses, request) => {
    const answer = await rawRequest(live.baseUrl, request(), 500);
    expect(statuses).toContain(answer.status);
    expect(JSON.parse(answer.text).error.request_id).toMatch(/^req_/);
  });

  // Node answers these two by itself, without a body.
  it('no host: 400', async () => {
    const request = `GET /v1/agents HTTP/1.1\r\nAuthorization: Bearer ${live.key}\r\n\r\n`;
    expect((await rawRequest(live.baseUrl, request, 200)).status).toBe(400);
  });
  it('an expectation that nobody meets: 417', async () => {
    const request = head('Expect: miracle', 'Content-Length: 2');
    expect((await rawRequest(live.baseUrl, request, 200)).status).toBe(417);
  });

  it('a client that goes away in the middle of its body leaves nothing', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x'])
      await rawRequest(
        live.baseUrl,
        `${rawHead('POST', sources, live.key, `Content-Type: ${type}`, 'Content-Length: 1000')}{"type":"text"`,
        50,
      );
    expect((await live.get('/healthz')).status).toBe(200);
  });
});

describe('multipart bodies', () => {
  const part = (name: string, value: string, more = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const good = part('type', 'document') + part('name', 'A');
  const file = part('file', 'Text.', '; filename="a.txt"');
  it.each<[string, number, string, string?]>([
    [
      'cut off in a file',
      400,
      `${good}--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf a fi`,
    ],
    ['cut off between parts', 400, good + file],
    ['without parts', 400, '--x--\r\n'],
    ['empty', 400, ''],
    ['garbage', 400, 'hello'],
    ['with another boundary', 400, `${good}${file}--x--\r\n`, 'multipart/form-data; boundary=y'],
    ['without a boundary', 400, `${good}${file}--x--\r\n`, 'multipart/form-data'],
    ['with __proto__', 400, `${good}${part('__proto__', 'a')}${file}--x--\r\n`],
    ['with constructor', 400, `${good}${part('constructor', 'a')}${file}--x--\r\n`],
    ['with a NUL in a field', 422, `${good.replace('\r\nA\r\n', '\r\nA\u0000\r\n')}${file}--x--\r\n`],
    [
      'with a field without a name',
      400,
      `${good}--x\r\nContent-Disposition: form-data\r\n\r\nA\r\n${file}--x--\r\n`,
    ],
    [
      'with the file first and fields wrong',
      422,
      `${file}${part('type', 'document')}${part('name', ' ')}--x--\r\n`,
    ],
    [
      'with 300 fields',
      413,
      `${good}${Array.from({ length: 300 }, () => part('tags', 'a')).join('')}${file}--x--\r\n`,
    ],
    ['of another multipart type', 415, `${good}${file}--x--\r\n`, 'multipart/mixed; boundary=x'],
  ])('%s: %i', async (_, status, body, type = 'multipart/form-data; boundary=x') => {
    expectError(await live.call('POST', sources, body, { 'content-type': type }), status);
    expect(uploads()).toEqual([]);
  });

  it('a client that goes away leaves no file behind', async () => {
    const head = rawHead(
      'POST',
      sources,
      live.key,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 100000',
    );
    await rawRequest(
      live.baseUrl,
      `${head}${good}--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'a'.repeat(20_000)}`,
      100,
    );
    await sleep(200);
    expect(uploads()).toEqual([]);
  });

  const uploads = (): string[] => {
    try {
      return readdirSync(join(test.dataDir, 'uploads'));
    } catch {
      return [];
    }
  };
});

describe('bodies that are too large', () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'a');
  const chunks = function* (count: number, start = '') {
    yield `${(start.length + 1).toString(16)}\r\n"${start}\r\n`;
    for (let index = 0; index < count; index++) {
      yield `${megabyte.length.toString(16)}\r\n`;
      yield megabyte;
      yield '\r\n';
    }
  };
  const flood = async (path: string, type: string, megabytes: number, start?: string) =>
    await rawRequest(
      live.baseUrl,
      (function* () {
        yield rawHead('POST', path, live.key, `Content-Type: ${type}`, 'Transfer-Encoding: chunked');
        yield* chunks(megabytes, start);
      })(),
      10_000,
    );

  it('413 by their announced length, before they come', async () => {
    for (const [path, length] of [
      ['/v1/agents', 2_000_000],
      [sources, 40_000_000],
    ] as const) {
      const head = rawHead(
        'POST',
        path,
        live.key,
        'Content-Type: application/json',
        `Content-Length: ${length}`,
      );
      const answer = await rawRequest(live.baseUrl, `${head}{`, 500);
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([413, 'invalid_request']);
    }
  });

  it.each<[string, string, string, number, string?]>([
    ['JSON', '/v1/agents', 'application/json', 200],
    ['JSON of a source', sources, 'application/json', 200],
    [
      'a file',
      sources,
      'multipart/form-data; boundary=x',
      200,
      `\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
    ],
    [
      'a field of a form',
      sources,
      'multipart/form-data; boundary=x',
      200,
      `\r\n--x\r\nContent-Disposition: form-data; name="content"\r\n\r\n`,
    ],
  ])('413 while %s streams in, and the connection closes', async (_, path, type, megabytes, start) => {
    const answer = await flood(path, type, megabytes, start);
    expect(answer.isClosed).toBe(true);
    // The reset of the connection may overtake the answer, for a client that does not stop writing.
    if (answer.status === 0) return;
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text).error.message).toMatch(/larger|too long/);
  });

  it('413 for a whole upload over the limit, and the file is not kept', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ type: 'document', name: 'A' })) form.set(name, value);
    form.set('file', new Blob(Array.from({ length: 51 }, () => megabyte)), 'a.txt');
    expectError(await live.post(sources, form), 413);
  });

  it('leave no memory behind', async () => {
    const refuse = async () =>
      expect([413, 0]).toContain((await flood('/v1/agents', 'application/json', 10)).status);
    for (let count = 0; count < 10; count++) await refuse();
    const rss = process.memoryUsage.rss();
    for (let count = 0; count < 50; count++) await refuse();
    expect(process.memoryUsage.rss() - rss).toBeLessThan(60 * 1024 * 1024);
  });
});
