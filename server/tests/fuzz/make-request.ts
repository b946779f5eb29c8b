import type { Random } from './random.ts';
import { hostileString, type Json, mutated, type Schema, type Vocabulary, valueFor } from './values.ts';

export type FuzzRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
};

type Parameter = { name: string; in: string; schema?: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const PATHS = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/widget.js',
  '/assets/../../package.json',
  '/assets/%2e%2e%2fpackage.json',
  '/sources/x/y',
  '/v1',
  '/v1/',
  '/v1//agents',
  '/v1/agents/',
  '/v1/agents/%zz',
  '/v1/agents/%00',
  '/v1/agents/..%2f..%2f',
  '/v1/account/oidc/start',
  '/v1/account/oidc/callback?code=%ff&state=',
  '/v1/widget/%F0%9F%98%80/chat',
  '/%',
  '//',
  '/?%5b%5d=&__proto__[x]=1',
];
const TYPES = [
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/octet-stream',
  'x',
  '',
];
const RAW_BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '7',
  '{"a":1}{"b":2}',
  '[['.repeat(5_000),
  '{"a":'.repeat(100),
  '\ufeff{}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{}}}',
  `[${'1,'.repeat(30_000)}1]`,
  '{"a":1e999999}',
];

/** What deleting or changing would end the run for everybody. */
const KEPT = /^(?:delete|patch) \/v1\/(?:workspaces|workspace|members|account)\b|^delete \/v1\/api-keys/;

/** Makes requests of the operations in an OpenAPI document: right ones, ones with a mistake, and nonsense. */
export function requestMaker(document: Document, words: Vocabulary, keys: readonly string[]) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const adding = operations.filter(({ method }) => method === 'post');
  return (random: Random): FuzzRequest => {
    if (random.is(0.05)) return nonsense(random, keys);
    // Less is deleted than is made, or soon there would be nothing to ask for.
    const drawn = random.pick(operations);
    const { path, method, operation } =
      drawn.method === 'delete' && random.is(0.7) ? random.pick(adding) : drawn;
    const query = queryOf(random, operation, words);
    const isKept = KEPT.test(`${method} ${path}`);
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(isKept || random.is(0.15) ? hostileId(random) : idFor(random, path, name, words)),
    );
    const { body, type } = bodyOf(random, operation, words);
    return {
      method: random.is(0.95) || isKept ? method.toUpperCase() : random.pick(METHODS.slice(0, 4)),
      path: query === '' ? filled : `${filled}?${query}`,
      headers: headersOf(random, keys, type),
      body,
    };
  };
}

const hostileId = (random: Random): string =>
  // A surrogate by itself cannot be written into an address.
  (random.is(0.5) ? hostileString(random) : `agt_${random.below(1e9).toString(36)}`)
    .toWellFormed()
    .slice(0, 2_000) || 'x';

/** An id of the kind that the path asks for, most of the time. */
function idFor(random: Random, path: string, name: string, words: Vocabulary): string {
  if (random.is(0.1)) return words.idOf(random);
  if (name === 'session_id') return 's';
  if (name === 'token') return words.idOf(random, 'svc');
  const before = path.slice(0, path.indexOf(`{${name}}`));
  const prefix = PREFIXES.find(([part]) => before.endsWith(`${part}/`))?.[1];
  return words.idOf(random, prefix);
}

const PREFIXES: readonly (readonly [string, string])[] = [
  ['agents', 'agt'],
  ['tokens', 'tok'],
  ['messages', 'msg'],
  ['knowledge-bases', 'kb'],
  ['sources', 'src'],
  ['crawls', 'crawl'],
  ['answers', 'ans'],
  ['evaluations', 'eval'],
  ['api-keys', 'key'],
  ['webhooks', 'wh'],
  ['deliveries', 'dlv'],
  ['members', 'acc'],
  ['invitations', 'inv'],
];

function nonsense(random: Random, keys: readonly string[]): FuzzRequest {
  const method = random.pick(METHODS);
  const hasBody = method !== 'GET' && method !== 'HEAD' && random.is(0.5);
  return {
    method,
    path: random.pick(PATHS),
    headers: headersOf(random, keys, hasBody ? random.pick(TYPES) : undefined),
    body: hasBody ? Buffer.from(random.pick(RAW_BODIES)) : undefined,
  };
}

function queryOf(random: Random, { parameters = [] }: Operation, words: Vocabulary): string {
  const pairs = parameters
    .filter(({ in: place }) => place === 'query')
    .flatMap(({ name, schema = {} }): string[] => {
      // It would hold up the run.
      if (name === 'wait')
        return random.is(0.3) ? [`wait=${random.pick(['0', '1', '-1', 'x', '', '1e3'])}`] : [];
      if (!random.is(0.4)) return [];
      const value = random.is(0.7) ? valueFor(random, schema, words, name) : hostileString(random);
      const values = Array.isArray(value) ? value : [value];
      return values.map(
        (each) => `${name}=${encodeURIComponent(String(each).toWellFormed().slice(0, 3_000))}`,
      );
    });
  if (random.is(0.05)) pairs.push(random.pick(['odd=1', 'limit[]=1', '%zz', '&&&', 'cursor=%00', '=']));
  return pairs.join('&').slice(0, 8_000);
}

function bodyOf(
  random: Random,
  { requestBody }: Operation,
  words: Vocabulary,
): { body: Buffer | undefined; type: string | undefined } {
  if (!requestBody)
    return random.is(0.95)
      ? { body: undefined, type: undefined }
      : { body: Buffer.from('{"odd":1}'), type: 'application/json' };
  if (random.is(0.07)) return { body: Buffer.from(random.pick(RAW_BODIES)), type: 'application/json' };
  if (random.is(0.02)) return { body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), type: 'application/json' };
  const schema = requestBody.content['application/json']?.schema ?? {};
  let value = valueFor(random, schema, words);
  for (let count = random.pick([0, 0, 0, 1, 1, 2, 3]); count > 0; count--) value = mutated(random, value);
  if (requestBody.content['multipart/form-data'] && random.is(0.3)) return formOf(random, value);
  const type = random.is(0.95) ? 'application/json' : random.pick(TYPES);
  return { body: Buffer.from(JSON.stringify(value)), type };
}

const FILES = [
  'The pier.',
  '# Title\n\n- a\n- b',
  '%PDF-1.7\nnonsense',
  'PK\u0003\u0004broken',
  'a,b\n1,2',
  '\0\0',
  '',
];

function formOf(random: Random, value: Json): { body: Buffer; type: string } {
  const boundary = 'fuzzfuzz';
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const parts = fields.map(
    ([name, each]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '')}"\r\n\r\n${typeof each === 'string' ? each : JSON.stringify(each)}\r\n`,
  );
  if (random.is(0.7))
    parts.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${random.pick(['a.md', 'a.pdf', '../x', '', '😀.csv'])}"\r\nContent-Type: ${random.pick(['text/plain', 'application/pdf', 'x'])}\r\n\r\n${random.pick(FILES)}\r\n`,
    );
  const end = random.is(0.9) ? `--${boundary}--\r\n` : '';
  return { body: Buffer.from(parts.join('') + end), type: `multipart/form-data; boundary=${boundary}` };
}

function headersOf(
  random: Random,
  keys: readonly string[],
  type: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const key = random.is(0.95)
    ? random.pick(keys)
    : random.pick(['', 'wrong', 'Basic x', 'svc_live_', 'a'.repeat(900)]);
  if (random.is(0.95)) headers['authorization'] = random.is(0.98) ? `Bearer ${key}` : key;
  if (type !== undefined) headers['content-type'] = type;
  if (random.is(0.1))
    headers['idempotency-key'] = random.pick(['a', 'b', '', 'x'.repeat(300), '😀', `k${random.below(500)}`]);
  if (random.is(0.05))
    headers['accept'] = random.pick(['text/event-stream', '*/*', 'x', 'application/json;q=0']);
  if (random.is(0.05)) headers['x-session-id'] = random.pick(['s', '', 'x'.repeat(500), 'a b']);
  if (random.is(0.05))
    headers['cookie'] = random.pick(['footnote_sign_in=x', 'footnote_oidc=e30', ';;=', 'a=b']);
  if (random.is(0.05)) headers['origin'] = random.pick(['https://example.com', 'null', 'x', '']);
  if (random.is(0.05)) headers['sec-fetch-site'] = random.pick(['same-origin', 'cross-site', 'x']);
  if (random.is(0.03)) headers['host'] = random.pick(['localhost', 'evil.example', '', '[::1]', ':::']);
  if (random.is(0.03)) headers['range'] = random.pick(['bytes=0-1', 'bytes=-', 'bytes=9-1', 'x']);
  if (random.is(0.03)) headers['if-none-match'] = random.pick(['*', '"x"', '']);
  if (random.is(0.03)) headers['x-request-id'] = random.pick(['abc', 'a'.repeat(500), '<>']);
  if (random.is(0.03)) headers['accept-encoding'] = random.pick(['gzip', 'br;q=0', 'x', '*']);
  if (random.is(0.02)) headers['content-encoding'] = random.pick(['gzip', 'identity', 'x']);
  if (random.is(0.02)) headers['traceparent'] = random.pick(['00-0-0-0', 'x']);
  if (random.is(0.02)) headers['x-forwarded-for'] = random.pick(['1.2.3.4', 'x', ',,,']);
  return headers;
}
