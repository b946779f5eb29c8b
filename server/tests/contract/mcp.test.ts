import { Client, type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import {
  defaultKnowledgeBase,
  type Client as RestClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

// With the official client, in both kinds of the protocol's revisions.

const MODERN = '2026-07-28';
const WRITING = ['ask', 'add_text', 'add_url'];
const READING = ['search', 'list_sources', 'get_source'];

let test: TestService;
let live: RestClient;
let base: string;
let refunds: string;
let agent: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  base = await defaultKnowledgeBase(live);
  refunds = (
    await live.addText(
      'Refund policy',
      'Customers may return any item within 30 days of the purchase and get a full refund.',
      { tags: ['shop'] },
    )
  ).id;
  await live.addText('Warranty', 'The warranty of the espresso machine covers broken pumps for two years.');
  agent = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base] })).body.data.id;
});
afterAll(() => test.stop());

type Mode = 'modern' | 'legacy';

async function connect(key: string, mode: Mode = 'modern', fetch?: FetchLike): Promise<Client> {
  const versionNegotiation = mode === 'modern' ? { mode: { pin: MODERN } } : { mode: 'legacy' as const };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${live.baseUrl}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
      ...(fetch && { fetch }),
    }),
  );
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as a client does, by name.
type Called = { text: string; data: any; isError: boolean; links: string[] };

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Called> {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
  const [text] = content;
  return {
    text: text?.type === 'text' ? text.text : '',
    data: structuredContent,
    isError,
    links: content.flatMap((part) => (part.type === 'resource_link' ? [part.uri] : [])),
  };
}

const toolsOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name).sort();
const about = 'How many days do customers have to return an item?';

describe.each<Mode>(['modern', 'legacy'])('POST /mcp with the official client, %s', (mode) => {
  it('lists and calls every tool', async () => {
    const client = await connect(live.key, mode);
    expect(client.getServerVersion()).toMatchObject({ name: 'footnote', version: expect.any(String) });
    expect(client.getInstructions()).toContain('search');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...READING, ...WRITING].sort());
    for (const tool of tools)
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        inputSchema: { type: 'object', additionalProperties: false },
        outputSchema: { type: 'object' },
        annotations: { readOnlyHint: READING.includes(tool.name) },
      });

    const found = await call(client, 'search', { query: about, tags: ['shop'], limit: 3 });
    expect(found.data.results[0]).toMatchObject({ source_id: refunds, source_name: 'Refund policy' });
    expect(found.text).toMatch(/^\[1\] \[Refund policy\].*src_.*\n.*within 30 days/s);
    expect(found.links).toEqual([`footnote://sources/${refunds}`]);

    const answered = await call(client, 'ask', { question: about });
    expect(answered.data).toMatchObject({
      answer: expect.stringMatching(/30 days.*\[1\]/s),
      agent: { id: agent, name: 'Guide' },
      citations: [{ number: 1, source_id: refunds, source_name: 'Refund policy' }],
    });
    expect(answered.text).toContain('[1] [Refund policy](http');
    const again = await call(client, 'ask', {
      question: 'And the warranty of the espresso machine?',
      agent: 'guide',
      session_id: answered.data.session_id,
    });
    expect(again.data.session_id).toBe(answered.data.session_id);

    const listed = await call(client, 'list_sources', { name: 'refund' });
    expect(listed.data.sources).toEqual([expect.objectContaining({ id: refunds, status: 'indexed' })]);

    const read = await call(client, 'get_source', { source_id: refunds, limit: 100 });
    expect(read.data).toMatchObject({ offset: 0, source: { id: refunds } });
    expect(read.text).toContain('Customers may return');

    const name = `Opening hours ${mode}`;
    const added = await call(client, 'add_text', { name, text: `Open from 9 (${mode}).`, tags: ['new'] });
    expect(added.data).toMatchObject({ is_new: true, source: { name, type: 'text', tags: ['new'] } });
    const repeated = await call(client, 'add_text', { name, text: `Open from 9 (${mode}).` });
    expect(repeated.data).toMatchObject({ is_new: false, source: { id: added.data.source.id } });
    const page = await call(client, 'add_url', { url: `https://pages.example/${mode}` });
    expect(page.data).toMatchObject({ is_new: true, source: { type: 'url' } });
    await client.close();
  });

  it('pages through the sources as resources, and reads one', async () => {
    const key = await clientWithScope((await addWorkspace(test)).live, 'read_write');
    const count = 103;
    const ids = await Promise.all(
      Array.from({ length: count }, async (_, at) => (await key.addText(`Text ${at}`, `Number ${at}.`)).id),
    );
    const client = await connect(key.key, mode);
    const uris: string[] = [];
    const first = await client.request({ method: 'resources/list' });
    expect(first.resources).toHaveLength(100);
    uris.push(...first.resources.map(({ uri }) => uri));
    const cursor = first.nextCursor as string;
    const second = await client.request({ method: 'resources/list', params: { cursor } });
    expect(second.nextCursor).toBeUndefined();
    uris.push(...second.resources.map(({ uri }) => uri));
    expect(uris.sort()).toEqual(ids.map((id) => `footnote://sources/${id}`).sort());
    const { contents } = await client.readResource({ uri: `footnote://sources/${ids[7]}` });
    expect(contents[0]).toMatchObject({ text: 'Number 7.', mimeType: 'text/plain' });
    expect((await client.listResourceTemplates()).resourceTemplates[0]?.uriTemplate).toBe(
      'footnote://sources/{id}',
    );
    await expect(client.readResource({ uri: 'footnote://sources/src_0' })).rejects.toThrow(/No source/);
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/must begin with/);
    await expect(client.request({ method: 'resources/list', params: { cursor: 'cur_x' } })).rejects.toThrow(
      /cursor/,
    );
    await client.close();
  });

  it('a read_only key lists and may call only what reads', async () => {
    const key = await clientWithScope(live, 'read_only');
    const client = await connect(key.key, mode);
    expect(await toolsOf(client)).toEqual([...READING].sort());
    expect((await call(client, 'search', { query: about })).isError).toBe(false);
    expect((await call(client, 'list_sources')).isError).toBe(false);
    expect((await call(client, 'get_source', { source_id: refunds })).isError).toBe(false);
    const before = (await live.get('/v1/knowledge-base/sources/counts')).body.data?.total;
    for (const name of WRITING) {
      const refused = await call(client, name, { question: about, name: 'A', text: 'B', url: 'https://a.b' });
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('read_only') });
    }
    expect((await live.get('/v1/knowledge-base/sources/counts')).body.data?.total).toBe(before);
    await client.close();
  });

  it('a restricted key sees only its knowledge bases', async () => {
    const own = (await live.post('/v1/knowledge-bases', { name: `Own ${mode}` })).body.data.id;
    const key = await clientWithScope(live, 'read_write', { knowledge_base_ids: [own] });
    const mine = (await live.addText('Mine', 'The otter swims in the pond.', { knowledge_base_id: own })).id;
    const client = await connect(key.key, mode);
    const listed = await call(client, 'list_sources');
    expect(listed.data.sources.map(({ id }: { id: string }) => id)).toEqual([mine]);
    expect((await call(client, 'search', { query: about })).data.results).not.toContainEqual(
      expect.objectContaining({ source_id: refunds }),
    );
    expect((await call(client, 'get_source', { source_id: refunds })).isError).toBe(true);
    const foreign = await call(client, 'search', { query: about, knowledge_base_ids: [base] });
    expect(foreign).toMatchObject({ isError: true, text: expect.stringContaining('knowledge_base_ids') });
    expect(await call(client, 'ask', { question: about })).toMatchObject({
      isError: true,
      text: expect.stringContaining('no active agent'),
    });
    expect(await call(client, 'ask', { question: about, agent })).toMatchObject({ isError: true });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([`footnote://sources/${mine}`]);
    await expect(client.readResource({ uri: `footnote://sources/${refunds}` })).rejects.toThrow();
    const added = await call(client, 'add_text', { name: 'A', text: 'B' });
    expect(added).toMatchObject({ isError: true, text: expect.stringContaining(own) });
    await client.close();
  });

  it('a key that is revoked in the middle of a session gets 401 on its next call', async () => {
    const key = await clientWithScope(live, 'read_write');
    const client = await connect(key.key, mode);
    expect((await call(client, 'search', { query: about })).isError).toBe(false);
    await live.delete(`/v1/api-keys/${key.keyId}`);
    await expect(call(client, 'search', { query: about })).rejects.toThrow(/401|nauthorized/);
    await expect(client.listTools({}, { cacheMode: 'refresh' })).rejects.toThrow(/401|nauthorized/);
    await client.close();
  });
});
