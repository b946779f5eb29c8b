import { describe, expect, it } from 'vitest';
import { everydayTexts } from '../helpers/everyday-texts.ts';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { texts as cases, wrongFields } from '../helpers/named-cases.ts';
import { bread, type Hit, ids, live, names, prepareQuery, search } from './prepare-query.ts';

prepareQuery();

const modes = ['semantic', 'keyword', 'hybrid'];

describe('POST /v1/query', () => {
  it.each<[string, string, string]>([
    ['semantic', 'How do I get a refund for something I bought?', 'Refunds'],
    ['keyword', 'hinges motors', 'Warranty'],
    ['hybrid', 'When does the shop in Bergen open?', 'Opening'],
  ])('%s search for %j finds %s first', async (search_type, query, name) => {
    expect(names(await search(query, { search_type }))[0]).toBe(name);
  });

  it('a query is hybrid with five results by default', async () => {
    const query = 'shop customers delivery warranty dough';
    expect(await search(query)).toEqual(await search(query, { search_type: 'hybrid', limit: 5 }));
  });

  it.each(modes)(
    '%s results are sorted by score from 0 to 1, then by id, the same each time',
    async (search_type) => {
      const hits = await search('warranty for the shop in Bergen', { search_type, limit: 20 });
      expect(hits.length).toBeGreaterThan(0);
      for (const { score } of hits) expect(score >= 0 && score <= 1).toBe(true);
      expect(hits).toEqual(hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)));
      expect(await search('warranty for the shop in Bergen', { search_type, limit: 20 })).toEqual(hits);
    },
  );

  it('keyword search finds nothing for words that occur nowhere', async () => {
    expect(await search('xylophone zeppelin', { search_type: 'keyword' })).toEqual([]);
  });

  it.each(modes)('limit cuts the same %s list', async (search_type) => {
    const all = await search('the shop', { search_type, limit: 20 });
    for (const limit of [1, 2, 3])
      expect(await search('the shop', { search_type, limit })).toEqual(all.slice(0, limit));
  });

  it.each(modes)(
    'min_score leaves out lower scores in %s search, by the returned number',
    async (search_type) => {
      const all = await search('the shop in Bergen opens', { search_type, limit: 20 });
      for (const { score: min_score } of all) {
        const kept = await search('the shop in Bergen opens', { search_type, limit: 20, min_score });
        expect(kept).toEqual(all.filter((hit) => hit.score >= min_score));
      }
      expect(await search('the shop in Bergen opens', { search_type, limit: 20, min_score: 0 })).toEqual(all);
      expect(await search('the shop in Bergen opens', { search_type, min_score: 1 })).toEqual([]);
    },
  );

  it.each(modes)(
    '%s search obeys source_ids, tags and knowledge_base_ids, alone and combined',
    async (search_type) => {
      const found = async (more: Record<string, unknown>) =>
        names(
          await search('shop delivery warranty dough minutes', { search_type, limit: 20, ...more }),
        ).toSorted();
      const two = [ids['Shipping'], ids['Warranty']];
      expect(await found({ source_ids: two })).toEqual(['Shipping', 'Warranty']);
      expect(await found({ tags: ['food'] })).toEqual(['Bread']);
      expect(await found({ tags: ['food', 'shipping'] })).toEqual(['Bread', 'Shipping']);
      expect(await found({ knowledge_base_ids: [bread] })).toEqual(['Bread']);
      expect(await found({ source_ids: two, tags: ['warranty'] })).toEqual(['Warranty']);
      expect(await found({ source_ids: two, knowledge_base_ids: [bread] })).toEqual([]);
      expect(await found({ tags: ['nowhere'] })).toEqual([]);
    },
  );

  it('score_details shows the raw evidence only when asked for', async () => {
    const [hit] = (await search('warranty', { include: ['score_details'] })) as (Hit & {
      score_details: unknown;
    })[];
    expect(hit?.score_details).toEqual({
      cosine: expect.any(Number),
      bm25: expect.any(Number),
      share: expect.any(Number),
      matched_words: expect.any(Number),
    });
    expect((await search('warranty'))[0]).not.toHaveProperty('score_details');
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['limit', { limit: 0 }],
      ['limit', { limit: 21 }],
      ['limit', { limit: 1.5 }],
      ['limit', { limit: '5' }],
      ['min_score', { min_score: -0.1 }],
      ['min_score', { min_score: 1.01 }],
      ['min_score', { min_score: '0.5' }],
      ['min_score', { min_score: null }],
      ['search_type', { search_type: 'fuzzy' }],
      ['source_ids', { source_ids: [] }],
      ['source_ids', { source_ids: ['src_0000000000000000000000000'] }],
      ['source_ids[0]', { source_ids: ['kb_1'] }],
      ['knowledge_base_ids', { knowledge_base_ids: ['kb_0000000000000000000000000'] }],
      ['tags', { tags: [] }],
      ['include[0]', { include: ['vectors'] }],
      ['query', { query: '' }],
      ['query', { query: ' \t' }],
      ['query', { query: 'a'.repeat(2_049) }],
      ['query', { query: ['a'] }],
      ['top_k', { top_k: 3 }],
    ]),
  )('422 naming $field for $wrong', async ({ field, wrong }) => {
    expectError(await live.post('/v1/query', { query: 'shop', ...wrong }), 422, field);
  });

  it('a search without query gets 400', async () => {
    expectError(await live.post('/v1/query', {}), 400, 'query');
  });
});

describe('any text as a query', () => {
  it.each(
    cases([
      '"quoted phrase"',
      '"unbalanced',
      "it's an O'Reilly",
      'shop AND OR NOT NEAR(a b)',
      'title:shop -warranty +dough ^2 ~3',
      'shop*',
      '* ? % _ \\ / ( ) [ ] { } < > | & ; : , . ! @ # $ ^ = + - ~ `',
      "'; DROP TABLE sources; --",
      '{"query": {"match_all": {}}}',
      '😀 👩‍👩‍👧‍👦 🇳🇴',
      '退货 客服',
      'ショップはいつ開きますか',
      'السلام عليكم',
      'किताब की दुकान',
      'Ｓｈｏｐ ﬁ Ⅳ İ ß',
      'a\u0301\u0301\u0301 e\u0300',
      '\u202e reversed \u200d\u200b\ufeff',
      '.',
      'the',
      '\n\nshop\r\n\topen\u2028',
      'a '.repeat(1_024),
      'a'.repeat(2_048),
      '🙂'.repeat(2_048),
      '店'.repeat(2_048),
    ]),
  )('$text is answered in every mode', async ({ text: query }) => {
    for (const search_type of modes) {
      const hits = await search(query, { search_type, limit: 20 });
      for (const { score } of hits) expect(score >= 0 && score <= 1).toBe(true);
    }
  });

  it.each(['shop\u0000open', 'shop \ud83d open'])('%j, which is no text, is refused', async (query) => {
    expectError(await live.post('/v1/query', { query }), 422, 'query');
  });

  it('Chinese text is found by its words', async () => {
    for (const search_type of modes) expect(names(await search('退货', { search_type }))[0]).toBe('Chinese');
  });
});

describe('max_per_source', () => {
  it('max_per_source leaves room for other sources', async () => {
    const many = everydayTexts(6, 12)
      .map((text) => `Otters swim by. ${text}`)
      .join(' ');
    const [first, second] = [await live.addText('Many', many), await live.addText('One', 'Otters are shy.')];
    const body = { query: 'otters', limit: 3, source_ids: [first.id, second.id] };
    const namesOf = async (more: object): Promise<string[]> =>
      (await live.post('/v1/query', { ...body, ...more })).body.data.results.map(
        (hit: { source_name: string }) => hit.source_name,
      );
    expect((await namesOf({})).length).toBe(3);
    expect((await namesOf({ max_per_source: 1 })).sort()).toEqual(['Many', 'One']);
    const answer = await live.get('/v1/query?query=otters&max_per_source=1&limit=20');
    const sourceIds = answer.body.data.results.map((hit: { source_id: string }) => hit.source_id);
    expect(new Set(sourceIds).size).toBe(sourceIds.length);
  });

  it.each([0, 21, 1.5, '2'])('422 when it is %j', async (max_per_source) => {
    expectError(await live.post('/v1/query', { query: 'otters', max_per_source }), 422, 'max_per_source');
  });
});

describe('GET /v1/query', () => {
  it('GET /v1/query is the same search, also for read_only keys', async () => {
    const reader = await clientWithScope(live, 'read_only');
    const posted = await search('shop warranty', {
      limit: 3,
      search_type: 'keyword',
      source_ids: [ids['Opening'], ids['Warranty']],
      min_score: 0.01,
    });
    const query = new URLSearchParams([
      ['query', 'shop warranty'],
      ['limit', '3'],
      ['search_type', 'keyword'],
      ['source_ids', ids['Opening'] ?? ''],
      ['source_ids', ids['Warranty'] ?? ''],
      ['min_score', '0.01'],
    ]);
    const { status, body } = await reader.get(`/v1/query?${query}`);
    expect([status, body.data]).toEqual([200, { results: posted, total: posted.length }]);
    expect(posted.length).toBe(2);
  });

  it('GET /v1/query takes one or several tags, and details', async () => {
    const found = async (query: string) =>
      (await live.get(`/v1/query?query=shop+dough&limit=20&${query}`)).body.data.results;
    expect(names(await found('tags=food&search_type=keyword'))).toEqual(['Bread']);
    expect((await found('tags=food&tags=shipping')).length).toBe(2);
    expect((await found('include=score_details'))[0]).toHaveProperty('score_details');
  });

  it('GET /v1/query gets 400 without query and 422 for a wrong value', async () => {
    expectError(await live.get('/v1/query'), 400, 'query');
    for (const [field, value] of [
      ['query', ''],
      ['limit', '21'],
      ['limit', '0x5'],
      ['min_score', '2'],
      ['min_score', ''],
      ['search_type', ''],
      ['source_ids', 'x'],
      ['q', 'x'],
    ])
      expectError(
        await live.get(`/v1/query?${field === 'query' ? '' : 'query=shop&'}${field}=${value}`),
        422,
      );
  });
});
