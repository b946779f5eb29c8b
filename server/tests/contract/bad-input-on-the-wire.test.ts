import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { rawHead, rawRequest } from '../helpers/raw-request.ts';
import { live, prepareBadInput, sources, test } from './prepare-bad-input.ts';

prepareBadInput();

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
  it('a request without Host gets 400', async () => {
    const request = `GET /v1/agents HTTP/1.1\r\nAuthorization: Bearer ${live.key}\r\n\r\n`;
    expect((await rawRequest(live.baseUrl, request, 200)).status).toBe(400);
  });
  it('an unknown Expect header gets 417', async () => {
    const request = head('Expect: miracle', 'Content-Length: 2');
    expect((await rawRequest(live.baseUrl, request, 200)).status).toBe(417);
  });

  it('a client that disconnects in the middle of its body leaves nothing behind', async () => {
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
    ['with two files', 422, `${good}${file}${file}--x--\r\n`],
    ['with a field that is not known, after the file', 422, `${good}${file}${part('odd', 'a')}--x--\r\n`],
    ['of another multipart type', 415, `${good}${file}--x--\r\n`, 'multipart/mixed; boundary=x'],
  ])('%s: %i', async (_, status, body, type = 'multipart/form-data; boundary=x') => {
    expectError(await live.call('POST', sources, body, { 'content-type': type }), status);
    expect(uploads()).toEqual([]);
  });

  it('an unknown form field is refused before its bytes are read', async () => {
    const head = rawHead(
      'POST',
      sources,
      live.key,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 30000000',
    );
    const { status, text } = await rawRequest(
      live.baseUrl,
      `${head}${good}--x\r\nContent-Disposition: form-data; name="odd"\r\n\r\n${'a'.repeat(1_000)}`,
    );
    expect(status).toBe(422);
    expect(JSON.parse(text).error.message).toBe("odd: isn't a field of this request; check the spelling.");
  });

  it('a client that disconnects during an upload leaves no file behind', async () => {
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

  it('a body announced as too large gets 413 before it is sent', async () => {
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

  it('an upload over the limit gets 413 and its file is deleted', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ type: 'document', name: 'A' })) form.set(name, value);
    form.set('file', new Blob(Array.from({ length: 51 }, () => megabyte)), 'a.txt');
    expectError(await live.post(sources, form), 413);
  });

  it('refused bodies leave no memory behind', async () => {
    const refuse = async () =>
      expect([413, 0]).toContain((await flood('/v1/agents', 'application/json', 10)).status);
    for (let count = 0; count < 10; count++) await refuse();
    const rss = process.memoryUsage.rss();
    for (let count = 0; count < 50; count++) await refuse();
    expect(process.memoryUsage.rss() - rss).toBeLessThan(60 * 1024 * 1024);
  });
});
