import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAKE_CHAT_KEY, type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import {
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const MODERN = '2026-07-28';
const TRUSTED = 'https://app.example';

let provider: FakeChatServer;
let test: TestService;
let live: Client;
beforeAll(async () => {
  provider = await startFakeChatServer();
  test = await startTestService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: `${provider.origin}/v1`,
    LLM_API_KEY: FAKE_CHAT_KEY,
    LLM_MODEL: 'scripted',
    CORS_ORIGINS: TRUSTED,
  });
  live = test.live;
  await live.addText('Pier', 'The pier is 300 metres long.');
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids });
});
afterAll(async () => {
  await test.stop();
  await provider.close();
});

const send = (body: unknown, headers: Record<string, string> = {}, client: Client = live) =>
  client.call('POST', '/mcp', typeof body === 'string' ? body : JSON.stringify(body), headers);
const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params });
const call = (name: string, args: object) => request('tools/call', { name, arguments: args });
const modern = (method: string, params: object = {}, version: string = MODERN) =>
  request(method, {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  });
const headersOf = (method: string, more: Record<string, string> = {}) => ({
  'mcp-protocol-version': MODERN,
  'mcp-method': method,
  ...more,
});

describe('POST /mcp: who may call', () => {
  it('401 with WWW-Authenticate without a key, with a wrong one, and for a sign-in', async () => {
    for (const key of ['', 'svc_live_wrong']) {
      const refused = await send(request('ping'), {}, createClient(live.baseUrl, key));
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
      expect(refused.body).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
    }
  });

  it('403 for a key of the other environment, and both addresses serve their own', async () => {
    expect((await send(request('ping'), {}, createClient(live.baseUrl, test.sandbox.key))).status).toBe(403);
    expect((await send(request('ping'), {}, test.sandbox)).body).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: {},
    });
  });

  it('403 for pages of a foreign origin, but not for those of CORS_ORIGINS', async () => {
    for (const origin of ['https://evil.example', 'null', live.baseUrl])
      expect((await send(request('ping'), { origin })).status).toBe(403);
    expect((await send(request('ping'), { origin: TRUSTED })).status).toBe(200);
  });

  it('405 for GET and DELETE, because there are no sessions and no streams beside a request', async () => {
    for (const method of ['GET', 'DELETE']) {
      const refused = await live.call(method, '/mcp');
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  it('a call that waits for a language model ends with 401 when its key is revoked', async () => {
    const key = await clientWithScope(live, 'read_write');
    provider.script({ hangsAfter: 0 });
    const before = provider.requests().length;
    const asked = send(call('ask', { question: 'How long is the pier?' }), {}, key);
    await expect.poll(() => provider.requests().length).toBeGreaterThan(before);
    await live.delete(`/v1/api-keys/${key.keyId}`);
    expect((await asked).status).toBe(401);
  });

  it('a client that leaves ends its call', async () => {
    provider.script({ hangsAfter: 0 });
    const [before, aborted] = [provider.requests().length, provider.aborted()];
    const abort = new AbortController();
    const left = fetch(`${live.baseUrl}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${live.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(call('ask', { question: 'How long is the pier?' })),
      signal: abort.signal,
    });
    await expect.poll(() => provider.requests().length).toBeGreaterThan(before);
    abort.abort();
    await expect(left).rejects.toThrow();
    await expect.poll(() => provider.aborted()).toBeGreaterThan(aborted);
  });

  it('counts a call as the request of REST that it is, and other messages as reads', async () => {
    const limited = await startTestService({ RATE_LIMITS: 'read=3 query=2' });
    const key = await clientWithScope(limited.live, 'read_write');
    const search = () => send(call('search', { query: 'pier' }), {}, key);
    expect((await search()).body.result.isError).toBeUndefined();
    await search();
    expect((await search()).body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('"query"') }],
    });
    for (const body of [request('ping'), request('nonsense'), '[]'])
      expect((await send(body, {}, key)).status).not.toBe(429);
    expect((await send(request('ping'), {}, key)).status).toBe(429);
    await limited.stop();
  });
});

describe('POST /mcp: the protocol', () => {
  it('agrees on a version, and on the newest of its kind if it does not know the wanted one', async () => {
    for (const [wanted, agreed] of [
      ['2025-06-18', '2025-06-18'],
      ['2025-11-25', '2025-11-25'],
      ['2024-11-05', '2025-11-25'],
    ]) {
      const { body } = await send(request('initialize', { protocolVersion: wanted, capabilities: {} }));
      expect(body.result).toMatchObject({ protocolVersion: agreed, serverInfo: { name: 'footnote' } });
    }
    expect((await send(request('ping'), { 'mcp-protocol-version': '1999-01-01' })).body.error).toMatchObject({
      code: -32022,
      data: { supported: expect.arrayContaining([MODERN]) },
    });
  });

  it('answers 202 to a notification, and 400 to a batch, a response and what is no message', async () => {
    const notified = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([notified.status, notified.body]).toEqual([202, undefined]);
    for (const body of [
      [request('ping')],
      [],
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: null, method: 'ping' },
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { id: 1, method: 'ping' },
      'null',
      '"ping"',
    ]) {
      const refused = await send(body);
      expect([refused.status, refused.body.error.code], JSON.stringify(body)).toEqual([400, -32600]);
    }
    expect((await send('{"jsonrpc":')).status).toBe(400);
    expect((await send('ping', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)).status).toBe(400);
    expect((await send(call('add_text', { name: 'a', text: 'a'.repeat(1024 * 1024) }))).status).toBe(413);
  });

  it('requires the headers of a modern request to say what its body says', async () => {
    const list = modern('tools/list');
    expect((await send(list, headersOf('tools/list'))).body.result).toMatchObject({
      resultType: 'complete',
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'footnote' } },
    });
    for (const headers of [{}, headersOf('ping'), { 'mcp-protocol-version': MODERN }])
      expect((await send(list, headers)).body.error.code).toBe(-32020);
    const search = modern('tools/call', { name: 'search', arguments: { query: 'pier' } });
    const named = await send(search, headersOf('tools/call', { 'mcp-name': 'ask' }));
    expect([named.status, named.body.error.code]).toEqual([400, -32020]);
    const encoded = `=?base64?${Buffer.from('search').toString('base64')}?=`;
    expect((await send(search, headersOf('tools/call', { 'mcp-name': encoded }))).status).toBe(200);
    expect((await send(request('tools/list'), headersOf('tools/list'))).body.error.code).toBe(-32602);
    const future = await send(modern('tools/list', {}, '2099-01-01'), {
      ...headersOf('tools/list'),
      'mcp-protocol-version': '2099-01-01',
    });
    expect([future.status, future.body.error.code]).toEqual([400, -32022]);
    expect((await send(modern('ping'), headersOf('ping'))).status).toBe(404);
  });

  it('names the field that is wrong in a call, and the tools that there are', async () => {
    const wrong = async (name: string, args: object) => (await send(call(name, args))).body.result;
    for (const [name, args, says] of [
      ['search', {}, 'query'],
      ['search', { query: 'a', limit: 1000 }, 'limit'],
      ['search', { query: 'a', qurey: 'b' }, 'qurey'],
      ['search', { query: 'a', source_ids: ['src_0'] }, 'source_ids'],
      ['get_source', { source_id: '../agents' }, 'source_id'],
      ['get_source', { source_id: 'src_0' }, 'src_0'],
      ['ask', { question: 'Who?', agent: 'Nobody' }, 'Guide'],
      ['add_url', { url: 'file:///etc/passwd' }, 'url'],
    ] as const)
      expect(await wrong(name, args)).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining(says) }],
      });
    expect((await send(call('rm', {}))).body.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('search'),
    });
  });

  it('add_text takes as much as its schema says, with every character escaped, and no more', async () => {
    const { tools } = (await send(request('tools/list'))).body.result;
    const schema = tools.find(({ name }: { name: string }) => name === 'add_text').inputSchema;
    const most: number = schema.properties.text.maxLength;
    const body = (characters: number): string =>
      JSON.stringify(call('add_text', { name: 'é', text: '' })).replace(
        '"text":""',
        `"text":"${'\\u00e9'.repeat(characters)}"`,
      );
    expect((await send(body(most))).body.result.structuredContent).toMatchObject({ is_new: true });
    expect((await send(body(most + 1))).body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('160,000') }],
    });
  });

  it('names and URLs of sources stay within their links, which are whole URLs', async () => {
    const added = await live.addText('a](javascript:alert(1)) <b>[x', 'The mole has a zinc lantern.');
    const { text: listed } = (await send(call('list_sources', { name: 'javascript' }))).body.result
      .content[0];
    const safe = String.raw`a\](javascript:alert(1)) \<b\>\[x`;
    expect(listed).toContain(`- ${safe} (${added.id})`);
    const found = (await send(call('search', { query: 'zinc lantern', limit: 1 }))).body.result;
    const [{ link }] = found.structuredContent.results;
    expect(link).toMatch(new RegExp(`^${live.baseUrl}/sources/${added.id}\\?start=`));
    expect(found.content[0].text).toContain(`[${safe}](${link})`);
    provider.script({ pieces: ['The mole has a zinc lantern. [1]'] });
    const asked = (await send(call('ask', { question: 'Which lantern does the mole have?' }))).body.result;
    expect(asked.structuredContent.citations).not.toHaveLength(0);
    for (const citation of asked.structuredContent.citations)
      expect(citation.link.startsWith(`${live.baseUrl}/`)).toBe(true);
    const url = 'https://pages.example/x)](javascript:alert(1))';
    const page = (await send(call('add_url', { url, name: 'Page' }))).body.result.content[0].text;
    expect(page).toContain('[Page](https://pages.example/x%29]%28javascript:alert%281%29%29)');
  });

  it('answers hostile input without a 5xx', { timeout: 60_000 }, async () => {
    const method = fc.constantFrom(
      'tools/call',
      'tools/list',
      'resources/read',
      'resources/list',
      'initialize',
    );
    const name = fc.constantFrom(
      'search',
      'ask',
      'list_sources',
      'get_source',
      'add_text',
      'add_url',
      '__proto__',
    );
    const args = fc.dictionary(
      fc.constantFrom(
        'query',
        'question',
        'agent',
        'source_id',
        'cursor',
        'limit',
        'tags',
        'url',
        'name',
        'text',
      ),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const params = fc.oneof(
      fc.record({ name, arguments: args }),
      fc.record({ uri: fc.string(), cursor: fc.string(), _meta: fc.jsonValue({ maxDepth: 2 }) }),
      fc.jsonValue({ maxDepth: 3 }),
    );
    const message = fc.record({
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.integer(), fc.string()),
      method: fc.oneof({ weight: 5, arbitrary: method }, fc.string()),
      params,
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 9, arbitrary: message }, fc.jsonValue()), async (body) => {
        const { status, body: answer } = await send(JSON.stringify(body));
        expect(status, JSON.stringify(body)).toBeLessThan(500);
        expect(answer?.error?.code, JSON.stringify(body)).not.toBe(-32603);
      }),
      { numRuns: 150 },
    );
  });
});
