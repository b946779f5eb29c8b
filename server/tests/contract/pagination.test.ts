import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace } from '../helpers/more-clients.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

type List = {
  path: string;
  add(name: string): Promise<string>;
  /** Undefined where nothing is deleted by itself. */
  remove?(id: string): Promise<unknown>;
  idOf?: string;
  order: 'newest first' | 'oldest first';
};

let test: TestService;
let live: Client;
let other: Record<'live' | 'sandbox', Client>;
const lists: Record<string, List> = {};
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  other = await addWorkspace(test);
  const base = await defaultKnowledgeBase(live);
  const created = async (path: string, body: unknown): Promise<string> =>
    (await live.post(path, body)).body.data.id;
  const agent = await created('/v1/agents', { name: 'A', knowledge_base_ids: [base] });
  const chat = async (session_id: string) =>
    (await live.post(`/v1/agents/${agent}/chat`, { message: 'Hello', session_id })).body.data;
  const conversations = `/v1/agents/${agent}/conversations`;
  const sources = '/v1/knowledge-base/sources';
  Object.assign(lists, {
    agents: {
      path: '/v1/agents',
      add: (name) => created('/v1/agents', { name, knowledge_base_ids: [base] }),
      remove: (id) => live.delete(`/v1/agents/${id}`),
      order: 'newest first',
    },
    sources: {
      path: sources,
      add: (name) => created(sources, { type: 'text', name, content: 'Text.' }),
      remove: (id) => live.delete(`${sources}/${id}`),
      order: 'newest first',
    },
    'knowledge bases': {
      path: '/v1/knowledge-bases',
      add: (name) => created('/v1/knowledge-bases', { name }),
      remove: (id) => live.delete(`/v1/knowledge-bases/${id}`),
      order: 'newest first',
    },
    keys: {
      path: '/v1/api-keys',
      add: (name) => created('/v1/api-keys', { name, scope: 'read_only' }),
      order: 'newest first',
    },
    conversations: {
      path: conversations,
      add: async (name) => (await chat(name)).session_id,
      remove: (id) => live.delete(`${conversations}/${id}`),
      idOf: 'session_id',
      order: 'newest first',
    },
    messages: {
      path: `${conversations}/long/messages`,
      add: async () => (await chat('long')).message_id,
      order: 'oldest first',
    },
  } satisfies Record<string, List>);
});
afterAll(() => test.stop());

const pause = () => new Promise((resolve) => setTimeout(resolve, 2));

/** Walks a list page by page; `between` runs after each page. */
async function walk({ path, idOf = 'id' }: List, limit: number, between = async () => {}): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await live.get(`${path}?limit=${limit}${cursor}`);
    expect(body.data.length).toBeLessThanOrEqual(limit);
    seen.push(...body.data.map((item: Record<string, string>) => item[idOf]));
    if (body.meta.next_cursor === undefined) return seen;
    expect(body.data.length).toBe(limit);
    cursor = `&cursor=${body.meta.next_cursor}`;
    await between();
  }
}

describe.each(['agents', 'sources', 'knowledge bases', 'keys', 'conversations', 'messages'])(
  'the pages of %s',
  (name) => {
    const listOf = (): List => lists[name] as List;
    const ids: string[] = [];
    beforeAll(async () => {
      for (let index = 0; index < 7; index++) {
        ids.push(await listOf().add(`Item ${index}`));
        await pause();
      }
    });

    it.each([1, 2, 3, 7, 100])(
      'pages of %i are complete, in order and without repeated rows',
      async (limit) => {
        const seen = await walk(listOf(), limit);
        expect(new Set(seen).size).toBe(seen.length);
        const mine = seen.filter((id) => ids.includes(id));
        expect(mine).toEqual(listOf().order === 'newest first' ? ids.toReversed() : ids);
      },
    );

    it('pages stay stable while rows are added and deleted', async () => {
      const { add, remove } = listOf();
      const before = await walk(listOf(), 100);
      const doomed = remove ? ids.slice(2, 4) : [];
      let page = 0;
      const seen = await walk(listOf(), 2, async () => {
        if (page < 3) await add(`Added ${page}`);
        if (page === 0) for (const id of doomed) await remove?.(id);
        page++;
      });
      expect(new Set(seen).size).toBe(seen.length);
      const kept = before.filter((id) => !doomed.includes(id));
      expect(seen.filter((id) => kept.includes(id))).toEqual(kept);
    });

    it('a changed, truncated or malformed cursor is refused', async () => {
      const { path } = listOf();
      const cursor: string = (await live.get(`${path}?limit=1`)).body.meta.next_cursor;
      const middle = Math.floor(cursor.length / 2);
      const changed = (at: number) =>
        `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
      const wrong = [
        changed(6),
        changed(middle),
        changed(cursor.length - 1),
        cursor.slice(0, -1),
        cursor.slice(0, 12),
        `${cursor}A`,
        `${cursor}!`,
        `${cursor}=`,
        cursor.slice(4),
        'cur_',
        'x',
        ids[0] ?? '',
        'cur_%00',
        '%F0%9F%99%82',
      ];
      for (const each of wrong) expectError(await live.get(`${path}?cursor=${each}`), 422, 'cursor');
      expectError(await live.get(`${path}?cursor=${cursor}&cursor=${cursor}`), 422, 'cursor');
      expect((await live.get(`${path}?cursor=${cursor}`)).status).toBe(200);
    });

    it('an empty cursor is the first page', async () => {
      const { path } = listOf();
      const first = (await live.get(`${path}?limit=1`)).body.data;
      expect((await live.get(`${path}?limit=1&cursor=`)).body.data).toEqual(first);
    });

    it('a cursor of another list is refused', async () => {
      for (const [otherName, { path }] of Object.entries(lists)) {
        if (otherName === name) continue;
        const cursor = (await live.get(`${path}?limit=1`)).body.meta?.next_cursor;
        if (cursor) expectError(await live.get(`${listOf().path}?cursor=${cursor}`), 422, 'cursor');
      }
    });

    it.each(['0', '101', '1.5', 'abc', '', '-1', '0x10', '1e1', '5&limit=5', '9999999999999999999999'])(
      '422 for limit=%s',
      async (limit) => {
        expectError(await live.get(`${listOf().path}?limit=${limit}`), 422, 'limit');
      },
    );
  },
);

describe('a cursor', () => {
  it('a cursor works only with its own filters', async () => {
    const cursor = (await live.get('/v1/agents?limit=1&status=active')).body.meta.next_cursor;
    expectError(await live.get(`/v1/agents?cursor=${cursor}`), 422, 'cursor');
    expectError(await live.get(`/v1/agents?status=inactive&cursor=${cursor}`), 422, 'cursor');
    expect((await live.get(`/v1/agents?status=active&limit=50&cursor=${cursor}`)).status).toBe(200);
  });

  it('a cursor works only in its own workspace and environment', async () => {
    const cursor = (await live.get('/v1/knowledge-bases?limit=1')).body.meta.next_cursor;
    for (const client of [test.sandbox, other.live, other.sandbox])
      expectError(await client.get(`/v1/knowledge-bases?cursor=${cursor}`), 422, 'cursor');
  });

  it('a cursor of chunks works only for its own source', async () => {
    const text = 'The tide rises and falls twice a day at the pier. '.repeat(200);
    const [one, two] = [await live.addText('One', text), await live.addText('Two', text)];
    const chunks = (id: string, query: string) =>
      live.get(`/v1/knowledge-base/sources/${id}/chunks?${query}`);
    const cursor = (await chunks(one.id, 'limit=1')).body.meta.next_cursor;
    expect((await chunks(one.id, `limit=1&cursor=${cursor}`)).body.data[0].position).toBe(1);
    expectError(await chunks(two.id, `cursor=${cursor}`), 422, 'cursor');
  });
});

describe('the default page', () => {
  it('the default page has 20 rows', async () => {
    const add = lists['sources']?.add;
    for (let index = 0; index < 20; index++) await add?.(`More ${index}`);
    const { body } = await live.get('/v1/knowledge-base/sources');
    expect(body.data.length).toBe(20);
    expect(body.meta.next_cursor).toMatch(/^cur_/);
  });
});
