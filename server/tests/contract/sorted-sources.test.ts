import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import {
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';

let test: TestService;
let live: Client;
let base: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  base = (await live.post('/v1/knowledge-bases', { name: 'Sorted' })).body.data.id;
  for (const [name, words] of [
    ['banana', 9],
    ['Apple', 2],
    ['cherry', 5],
    ['apple', 5],
    ['Äpfel', 1],
    ['handbook/leave.md', 3],
    ['handbook/pay/rates.md', 3],
  ] as const) {
    const { id } = await live.addText(name, 'word '.repeat(words).trim(), {
      knowledge_base_id: base,
      metadata: { words },
    });
    await live.get(`${SOURCES}/${id}?wait=30`);
  }
});
afterAll(() => test.stop());

/** Names, page by page. */
async function walk(query: string, limit = 2, client = live): Promise<string[]> {
  const names: string[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await client.get(
      `${SOURCES}?knowledge_base_ids=${base}&limit=${limit}&${query}${cursor}`,
    );
    expect(status).toBe(200);
    names.push(...body.data.map(({ name }: { name: string }) => name));
    if (body.meta.next_cursor === undefined) return names;
    cursor = `&cursor=${body.meta.next_cursor}`;
  }
}

describe('sources are sorted', () => {
  const byName = [
    'Apple',
    'apple',
    'banana',
    'cherry',
    'handbook/leave.md',
    'handbook/pay/rates.md',
    'Äpfel',
  ];
  const bySize = [
    'Äpfel',
    'Apple',
    'handbook/leave.md',
    'handbook/pay/rates.md',
    'cherry',
    'apple',
    'banana',
  ];
  it.each([
    ['name', byName],
    ['size_bytes', bySize],
    [
      'created_at',
      ['banana', 'Apple', 'cherry', 'apple', 'Äpfel', 'handbook/leave.md', 'handbook/pay/rates.md'],
    ],
  ])('by %s, in pages of every size, forwards and backwards', async (by, names) => {
    for (const limit of [1, 2, 3, 100]) {
      expect(await walk(`sort=${by}`, limit)).toEqual(names);
      expect(await walk(`sort=-${by}`, limit)).toEqual(names.toReversed());
    }
  });

  it('by the last change, which a rename is', async () => {
    const { id } = (await live.get(`${SOURCES}?q=cherry`)).body.data[0];
    await live.patch(`${SOURCES}/${id}`, { tags: ['red'] });
    expect((await walk('sort=-updated_at'))[0]).toBe('cherry');
  });

  it.each(['status', '-status', 'chunk_count', '-chunk_count', 'updated_at'])(
    'by %s without leaving one out',
    async (sort) => {
      expect((await walk(`sort=${sort}`)).sort()).toEqual([...byName].sort());
    },
  );

  it('together with every filter, and for a key that sees only one knowledge base', async () => {
    expect(await walk('sort=name&q=apple')).toEqual(['Apple', 'apple']);
    const key = (
      await live.post('/v1/api-keys', { name: 'One base', scope: 'read_only', knowledge_base_ids: [base] })
    ).body.data.key;
    await live.addText('Aaa elsewhere', 'Not in this knowledge base.');
    const restricted = createClient(live.baseUrl, key);
    expect(await walk('sort=name', 3, restricted)).toEqual(byName);
  });

  it('and a cursor belongs to its order', async () => {
    const { next_cursor } = (await live.get(`${SOURCES}?limit=1&sort=name`)).body.meta;
    expectError(await live.get(`${SOURCES}?limit=1&sort=-name&cursor=${next_cursor}`), 422, 'cursor');
    expectError(await live.get(`${SOURCES}?limit=1&cursor=${next_cursor}`), 422, 'cursor');
    expectError(await live.get(`${SOURCES}?sort=colour`), 422, 'sort');
  });
});

describe('folders', () => {
  const foldersIn = async (query = '', client = live) =>
    (await client.get(`${SOURCES}/folders?${query}`)).body.data.folders;

  it('are what names have before a slash, with how many are in them', async () => {
    expect(await foldersIn()).toEqual([{ prefix: 'handbook/', count: 2 }]);
    expect(await foldersIn('name_prefix=handbook/')).toEqual([{ prefix: 'handbook/pay/', count: 1 }]);
    expect(await foldersIn('name_prefix=nowhere/')).toEqual([]);
    expect(await walk('sort=name&name_prefix=handbook/')).toEqual([
      'handbook/leave.md',
      'handbook/pay/rates.md',
    ]);
    expect(await walk('name_prefix=%25')).toEqual([]);
  });

  it('of web pages begin with their host', async () => {
    const page = { type: 'url', name: 'Start', url: 'http://127.0.0.1:1/guides/start' };
    const { id } = (await live.post(SOURCES, page)).body.data;
    expect(await foldersIn()).toContainEqual({ prefix: '127.0.0.1:1/', count: 1 });
    const inside = await live.get(`${SOURCES}?name_prefix=127.0.0.1:1/guides/`);
    expect(inside.body.data.map((source: { id: string }) => source.id)).toEqual([id]);
  });

  it('are not of other workspaces', async () => {
    expect(await foldersIn('', (await addWorkspace(test)).live)).toEqual([]);
  });
});

describe('the export of chosen sources', () => {
  it('has a row for each that the list shows, in its order, without formulas', async () => {
    await live.addText('=HYPERLINK("http://example.org")', 'A name like a formula.', {
      knowledge_base_id: base,
      tags: ['odd'],
    });
    const reader = await clientWithScope(live, 'read_only');
    const {
      status,
      headers,
      body: text,
    } = await reader.get(`${SOURCES}/export?knowledge_base_ids=${base}&sort=name&tags=odd`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/csv');
    const [head, row, end] = text.split('\r\n');
    expect(head).toContain('id,name,type,status,');
    expect(row).toContain(`"'=HYPERLINK(""http://example.org"")"`);
    expect(end).toBe('');
    const all = (await reader.get(`${SOURCES}/export?knowledge_base_ids=${base}&sort=-name`)).body;
    expect(all.split('\r\n')).toHaveLength(10);
  });
});
