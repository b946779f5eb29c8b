import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { wrongFields } from '../helpers/named-cases.ts';
import { streamChat } from '../helpers/read-events.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { startTestSite, type TestSite } from '../helpers/test-site.ts';

const sources = '/v1/knowledge-base/sources';

let test: TestService;
let site: TestSite;
let live: Client;
/** Ids of the sources by name. */
const ids: Record<string, string> = {};

const NOTES: Record<string, { text: string; metadata?: Record<string, unknown> }> = {
  Bergen: {
    text: 'The lighthouse of Bergen is open to visitors from May to September.',
    metadata: { city: 'bergen', year: 2026, is_public: true, topics: ['sea', 'history'], from: '2026-05-01' },
  },
  Oslo: {
    text: 'The lighthouse of Oslo is open to visitors from June to August.',
    metadata: { city: 'oslo', year: 2024, is_public: false, topics: ['sea'], from: '2024-06-01' },
  },
  Alta: { text: 'The lighthouse of Alta is open to visitors in July only.' },
};

beforeAll(async () => {
  site = await startTestSite();
  test = await startTestService({ URL_FETCH_ALLOW_HOSTS: site.host });
  live = test.live;
  for (const [name, { text, metadata }] of Object.entries(NOTES))
    ids[name] = (await live.addText(name, text, { ...(metadata && { metadata }) })).id;
});
afterAll(async () => {
  await test.stop();
  await site.close();
});

const addText = async (metadata: unknown) =>
  await live.post(sources, { type: 'text', name: 'Note', content: 'Something else entirely.', metadata });

/** The names of the sources that pass a filter, found in each of the ways. */
const passing = async (filter: unknown): Promise<string[]> => {
  const query = 'When is the lighthouse open to visitors?';
  const json = encodeURIComponent(JSON.stringify(filter));
  const found: { source_name: string }[] = (await live.post('/v1/query', { query, filter, limit: 20 })).body
    .data.results;
  const got = (await live.get(`/v1/query?query=${encodeURIComponent(query)}&limit=20&filter=${json}`)).body
    .data.results;
  expect(got).toEqual(found);
  const listed: { name: string }[] = (await live.get(`${sources}?limit=100&filter=${json}`)).body.data;
  const names = found.map(({ source_name }) => source_name).sort();
  const known = listed.map(({ name }) => name).filter((name) => name in NOTES);
  expect(known.sort()).toEqual(names.filter((name) => name in NOTES));
  return names;
};

describe('filters on metadata, in POST and GET /v1/query and GET …/sources', () => {
  it.each<[string, object, string[]]>([
    ['eq a string', { type: 'eq', key: 'city', value: 'oslo' }, ['Oslo']],
    ['eq a number', { type: 'eq', key: 'year', value: 2026 }, ['Bergen']],
    ['eq a number, written as a string', { type: 'eq', key: 'year', value: '2026' }, []],
    ['eq a boolean', { type: 'eq', key: 'is_public', value: false }, ['Oslo']],
    ['eq one string of a list', { type: 'eq', key: 'topics', value: 'history' }, ['Bergen']],
    ['ne, also where the key is missing', { type: 'ne', key: 'city', value: 'oslo' }, ['Alta', 'Bergen']],
    ['ne none of a list', { type: 'ne', key: 'topics', value: 'history' }, ['Alta', 'Oslo']],
    ['in', { type: 'in', key: 'city', value: ['oslo', 'bergen', 'rome'] }, ['Bergen', 'Oslo']],
    ['nin', { type: 'nin', key: 'city', value: ['oslo', 'rome'] }, ['Alta', 'Bergen']],
    ['gt a number', { type: 'gt', key: 'year', value: 2024 }, ['Bergen']],
    ['gte a number', { type: 'gte', key: 'year', value: 2024 }, ['Bergen', 'Oslo']],
    ['lt a date', { type: 'lt', key: 'from', value: '2026-01-01' }, ['Oslo']],
    ['lte a number, where the key holds strings', { type: 'lte', key: 'from', value: 3000 }, []],
    ['exists', { type: 'exists', key: 'topics' }, ['Bergen', 'Oslo']],
    ['exists false', { type: 'exists', key: 'topics', value: false }, ['Alta']],
    [
      'and, or',
      {
        type: 'and',
        filters: [
          { type: 'eq', key: 'topics', value: 'sea' },
          {
            type: 'or',
            filters: [
              { type: 'eq', key: 'city', value: 'rome' },
              { type: 'gt', key: 'year', value: 2025 },
            ],
          },
        ],
      },
      ['Bergen'],
    ],
    ['a key that nobody has', { type: 'eq', key: 'nobody', value: 1 }, []],
  ])('%s', async (_, filter, names) => {
    expect(await passing(filter)).toEqual(names);
  });

  it('a filter is applied before ranking, and together with the other filters', async () => {
    const filter = { type: 'exists', key: 'city' };
    const query = 'When may I visit the lighthouse of Alta?';
    const [best] = (await live.post('/v1/query', { query, limit: 1 })).body.data.results;
    expect(best.source_name).toBe('Alta');
    const [first, ...more] = (await live.post('/v1/query', { query, limit: 1, filter })).body.data.results;
    expect([first.metadata, more]).toEqual([NOTES[first.source_name]?.metadata, []]);
    const none = await live.post('/v1/query', { query, filter, source_ids: [ids['Alta']] });
    expect(none.body.data.results).toEqual([]);
  });

  it('pages of a filtered list are complete, and a cursor belongs to its filter', async () => {
    const page = (filter: object, cursor = '') =>
      live.get(`${sources}?limit=1&filter=${encodeURIComponent(JSON.stringify(filter))}${cursor}`);
    const filter = { type: 'exists', key: 'city' };
    const first = (await page(filter)).body;
    const second = (await page(filter, `&cursor=${first.meta.next_cursor}`)).body;
    expect([first.data[0].name, second.data[0].name]).toEqual(['Oslo', 'Bergen']);
    expect(second.meta.next_cursor).toBeUndefined();
    const other = await page({ ...filter, key: 'year' }, `&cursor=${first.meta.next_cursor}`);
    expect(other.status).toBe(422);
  });

  const nested = (depth: number): object =>
    depth === 1 ? { type: 'exists', key: 'a' } : { type: 'and', filters: [nested(depth - 1)] };
  const exists = { type: 'exists', key: 'a' };

  it('takes a filter of the largest size', async () => {
    const filters = Array.from({ length: 50 }, () => ({
      type: 'in',
      key: 'city',
      value: Array.from({ length: 100 }, (_, i) => (i === 7 ? 'oslo' : `city ${i}`)),
    }));
    const { body } = await live.post('/v1/query', { query: 'lighthouse', filter: { type: 'or', filters } });
    expect(body.data.results.map((hit: { source_name: string }) => hit.source_name)).toEqual(['Oslo']);
    expect((await live.post('/v1/query', { query: 'lighthouse', filter: nested(5) })).status).toBe(200);
  });

  it.each(
    wrongFields<unknown>([
      ['filter', 'city'],
      ['filter', []],
      ['filter.type', { type: 'like', key: 'city', value: 'o%' }],
      ['filter.value', { type: 'eq', key: 'city', value: null }],
      ['filter.value', { type: 'eq', key: 'city', value: ['oslo'] }],
      ['filter.value', { type: 'gt', key: 'city', value: true }],
      ['filter.value', { type: 'in', key: 'city', value: 'oslo' }],
      ['filter.value', { type: 'in', key: 'city', value: [] }],
      ['filter.value[1]', { type: 'in', key: 'city', value: ['oslo', {}] }],
      ['filter.key', { type: 'eq', key: '', value: 1 }],
      ['filter.key', { type: 'eq', key: '__proto', value: 1 }],
      ['filter.city', { type: 'eq', key: 'city', value: 1, city: 'oslo' }],
      ['filter.filters', { type: 'and', filters: [] }],
      ['filter.filters[0].value', { type: 'and', filters: [{ type: 'eq', key: 'a', value: {} }] }],
      ['filter', nested(6)],
      ['filter.filters', { type: 'or', filters: Array.from({ length: 51 }, () => exists) }],
      [
        'filter',
        {
          type: 'and',
          filters: [1, 2].map(() => ({ type: 'or', filters: Array.from({ length: 26 }, () => exists) })),
        },
      ],
    ]),
  )('422 naming $field for $wrong', async ({ field, wrong }) => {
    const answers = [
      await live.post('/v1/query', { query: 'pier', filter: wrong }),
      await live.get(`/v1/query?query=pier&filter=${encodeURIComponent(JSON.stringify(wrong))}`),
      await live.get(`${sources}?filter=${encodeURIComponent(JSON.stringify(wrong))}`),
    ];
    for (const answer of answers) {
      expectError(answer, 422);
      expect(answer.body.error.details[0].field).toBe(field);
    }
  });

  it('400 for a condition without a value, 422 for a parameter that is not JSON', async () => {
    const answer = await live.post('/v1/query', { query: 'pier', filter: { type: 'eq', key: 'city' } });
    expectError(answer, 400);
    expect(answer.body.error.message).toBe('filter.value: is required.');
    for (const json of ['city', '%7B', ''])
      expectError(await live.get(`/v1/query?query=pier&filter=${json}`), 422);
  });
});

describe('metadata of a source', () => {
  it('comes back as it was sent, in the source and its hits', async () => {
    const metadata = { text: 'ü', n: -0.5, yes: true, none: [], list: ['b', 'a', 'b'], constructor: 'x' };
    const added = await addText(metadata);
    expect([added.status, added.body.data.metadata]).toEqual([201, metadata]);
    expect((await live.get(`${sources}/${added.body.data.id}`)).body.data.metadata).toEqual(metadata);
    expect((await live.get(`${sources}/${ids['Alta']}`)).body.data.metadata).toEqual({});
    await live.delete(`${sources}/${added.body.data.id}`);
  });

  it('PATCH merges, null removes a key, and null in place of the object removes all', async () => {
    const { id } = (await addText({ a: 1, b: 'two', c: ['x'] })).body.data;
    const patch = async (metadata: unknown) =>
      (await live.patch(`${sources}/${id}`, { metadata })).body.data.metadata;
    expect(await patch({ b: null, d: true, gone: null })).toEqual({ a: 1, c: ['x'], d: true });
    expect(await patch({})).toEqual({ a: 1, c: ['x'], d: true });
    expect(await passing({ type: 'eq', key: 'b', value: 'two' })).toEqual([]);
    const { body } = await live.get(`${sources}/${id}/history`);
    const changed = body.data.find(({ action }: { action: string }) => action === 'updated');
    expect(changed.details).toEqual({
      metadata: { from: { a: 1, b: 'two', c: ['x'] }, to: { a: 1, c: ['x'], d: true } },
    });
    expect(await patch(null)).toEqual({});
    await live.delete(`${sources}/${id}`);
  });

  it('a form takes it as JSON', async () => {
    const send = async (metadata: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ type: 'document', name: 'Form', metadata }))
        form.append(name, value);
      form.append('file', new Blob(['A text of its own, about herons.']), 'herons.txt');
      return await live.post(sources, form);
    };
    const { status, body } = await send('{"city": "alta", "year": 2020}');
    expect([status, body.data.metadata]).toEqual([201, { city: 'alta', year: 2020 }]);
    await live.delete(`${sources}/${body.data.id}`);
    for (const wrong of ['city', '[]', '{"__proto__": {"a": 1}}', '{"a": {"b": 1}}']) {
      const answer = await send(wrong);
      expectError(answer, 422);
      expect(answer.body.error.message).toContain('metadata');
    }
  });

  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));

  it.each(
    wrongFields<unknown>([
      ['metadata', 'city'],
      ['metadata', []],
      ['metadata.a', { a: null }],
      ['metadata.a', { a: { b: 1 } }],
      ['metadata.a', { a: ['x', 1] }],
      ['metadata.a', { a: ['x', ['y']] }],
      ['metadata.a', { a: 'x'.repeat(513) }],
      ['metadata.a', { a: 'x\0' }],
      ['metadata.a', { a: '\ud800' }],
      ['metadata.a', { a: Array.from({ length: 101 }, () => 'x') }],
      ['metadata.a b', { 'a b': 1 }],
      ['metadata.', { '': 1 }],
      [`metadata.${'a'.repeat(65)}`, { ['a'.repeat(65)]: 1 }],
      ['metadata', keys(65)],
      ['metadata', Object.fromEntries(Object.keys(keys(20)).map((key) => [key, 'x'.repeat(500)]))],
    ]),
  )('422 naming $field for $wrong', async ({ field, wrong }) => {
    const answer = await addText(wrong);
    expectError(answer, 422);
    expect(answer.body.error.details[0].field).toBe(field);
  });

  it('422 for a number that is too large, and for a PATCH that makes it too large', async () => {
    const raw = await live.post(sources, '{"type":"text","name":"A","content":"B","metadata":{"a":1e999}}');
    expectError(raw, 422);
    expect(raw.body.error.message).toBe('metadata.a: must be a finite number.');
    const { id } = (await addText(keys(60))).body.data;
    const answer = await live.patch(`${sources}/${id}`, { metadata: { b1: 1, b2: 1, b3: 1, b4: 1, b5: 1 } });
    expectError(answer, 422);
    expect(answer.body.error.message).toContain('at most 64 keys, not 65');
    await live.delete(`${sources}/${id}`);
  });

  it('a bulk change sets it on many, and does not count those that have it already', async () => {
    const made = [(await addText({ a: 1, b: 1 })).body.data.id, (await addText({ a: 2 })).body.data.id];
    const change = async (metadata: unknown) =>
      (await live.post(`${sources}/bulk`, { action: 'set_metadata', source_ids: made, metadata })).body.data;
    expect(await change({ a: 2, b: null })).toEqual({ changed: 1, missing: [] });
    for (const id of made) expect((await live.get(`${sources}/${id}`)).body.data.metadata).toEqual({ a: 2 });
    const bulk = { source_ids: made, action: 'set_metadata' };
    expectError(await live.post(`${sources}/bulk`, bulk), 400);
    expectError(await live.post(`${sources}/bulk`, { ...bulk, action: 'delete', metadata: {} }), 422);
    await live.post(`${sources}/bulk`, { action: 'delete', source_ids: made });
  });

  it('the pages of a crawl have that of the crawl', async () => {
    const url = site.url('/herons');
    site.set('/herons', '<title>Herons</title><p>Herons stand in the shallow water.</p>');
    const started = await live.post(`${sources}/crawl`, { url, max_pages: 1, metadata: { from: 'site' } });
    expect(started.body.data.metadata).toEqual({ from: 'site' });
    await expect
      .poll(
        async () => (await live.get(`/v1/knowledge-base/crawls/${started.body.data.id}`)).body.data.status,
      )
      .toBe('completed');
    const filter = encodeURIComponent('{"type":"eq","key":"from","value":"site"}');
    const { data } = (await live.get(`${sources}?filter=${filter}`)).body;
    expect(data).toMatchObject([{ url, metadata: { from: 'site' } }]);
    await live.delete(`${sources}/${data[0].id}`);
  });
});

describe('POST /v1/agents/:id/chat with a filter', () => {
  const message = 'When is the lighthouse open to visitors?';
  let agent: string;
  beforeAll(async () => {
    const knowledge_base_ids = [await defaultKnowledgeBase(live)];
    agent = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data.id;
  });
  const chat = async (more: object) =>
    (await live.post(`/v1/agents/${agent}/chat`, { message, ...more })).body.data;

  it.each(['Bergen', 'Oslo'])('answers and cites only from the sources that match: %s', async (name) => {
    const filter = { type: 'eq', key: 'city', value: name.toLowerCase() };
    const said = await chat({ filter });
    expect(said.sources.map((source: { name: string }) => source.name)).toEqual([name]);
    expect(said.citations.map((one: { source_id: string }) => one.source_id)).toContain(ids[name]);
  });

  it('falls back if no source matches', async () => {
    const said = await chat({ filter: { type: 'exists', key: 'nobody' } });
    expect([said.kind, said.sources]).toEqual(['fallback', []]);
  });

  it('a stream takes it too', async () => {
    const filter = { type: 'eq', key: 'city', value: 'oslo' };
    const events = await streamChat(live, agent, { message, filter });
    const done = events.find(({ event }) => event === 'done');
    expect(done?.data.sources).toMatchObject([{ name: 'Oslo' }]);
  });

  it('gives a pinned answer only if all of its sources match, and one without sources always', async () => {
    const question = 'How high is the tower of the lighthouse?';
    const pin = async (source_ids: (string | undefined)[]) =>
      (await live.post('/v1/answers', { question, answer: 'It is 30 m high.', source_ids })).body.data.id;
    const ask = async (city: string) =>
      (await chat({ message: question, filter: { type: 'eq', key: 'city', value: city } })).kind;
    const ofBergen = await pin([ids['Bergen']]);
    expect([await ask('bergen'), await ask('oslo')]).toEqual(['pinned', expect.not.stringMatching('pinned')]);
    await live.delete(`/v1/answers/${ofBergen}`);
    await pin([]);
    expect(await ask('oslo')).toBe('pinned');
  });

  it('422 for a wrong filter', async () => {
    const answer = await live.post(`/v1/agents/${agent}/chat`, {
      message,
      filter: { type: 'and', filters: [] },
    });
    expectError(answer, 422);
    expect(answer.body.error.details[0].field).toBe('filter.filters');
  });
});
