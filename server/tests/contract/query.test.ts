import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { everydayTexts } from '../everyday-texts.ts';
import { expectError } from '../expect-error.ts';
import { clientWithScope } from '../more-clients.ts';
import { texts as cases, wrongFields } from '../named-cases.ts';
import { type Client, startTestService, type TestService } from '../start-test-service.ts';

type Hit = {
  id: string;
  source_id: string;
  source_name: string;
  text: string;
  score: number;
  tags: string[];
};

const modes = ['semantic', 'keyword', 'hybrid'];
const texts: Record<string, string> = {
  Refunds: 'Customers may return any item within 30 days and get their money back in full.',
  Shipping: 'Parcels leave our warehouse every morning; delivery to Norway takes four working days.',
  Warranty: 'The warranty covers broken hinges and faulty motors for two years after the purchase.',
  Opening: 'The shop in Bergen opens at nine and closes at six, except on Sundays.',
  Bread: 'Knead the dough for ten minutes, let it rise for an hour, then bake it until the crust is brown.',
  Chinese: '我们的商店周一到周五营业，周末休息。退货请联系客服。',
};

let test: TestService;
let live: Client;
let bread: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  bread = (await live.post('/v1/knowledge-bases', { name: 'Baking' })).body.data.id;
  for (const [name, text] of Object.entries(texts)) {
    const more =
      name === 'Bread'
        ? { knowledge_base_id: bread, tags: ['food'] }
        : { tags: ['shop', name.toLowerCase()] };
    ids[name] = (await live.addText(name, text, more)).id;
  }
});
afterAll(() => test.stop());

const search = async (query: string, more: Record<string, unknown> = {}): Promise<Hit[]> => {
  const { status, body } = await live.post('/v1/query', { query, ...more });
  expect(status).toBe(200);
  expect(body.data.total).toBe(body.data.results.length);
  return body.data.results;
};
const names = (hits: Hit[]) => hits.map((hit) => hit.source_name);

describe('POST /v1/query', () => {
  it.each<[string, string, string]>([
    ['semantic', 'How do I get a refund for something I bought?', 'Refunds'],
    ['keyword', 'hinges motors', 'Warranty'],
    ['hybrid', 'When does the shop in Bergen open?', 'Opening'],
  ])('%s search for %j finds %s first', async (search_type, query, name) => {
    expect(names(await search(query, { search_type }))[0]).toBe(name);
  });

  it('is hybrid with five results when nothing is said', async () => {
    const query = 'shop customers delivery warranty dough';
    expect(await search(query)).toEqual(await search(query, { search_type: 'hybrid', limit: 5 }));
  });

  it.each(modes)(
    '%s results are sorted by score, in 0..1, then by id, and the same each time',
    async (search_type) => {
      const hits = await search('warranty for the shop in Bergen', { search_type, limit: 20 });
      expect(hits.length).toBeGreaterThan(0);
      for (const { score } of hits) expect(score >= 0 && score <= 1).toBe(true);
      expect(hits).toEqual(hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)));
      expect(await search('warranty for the shop in Bergen', { search_type, limit: 20 })).toEqual(hits);
    },
  );

  it('keyword search finds nothing for words that are nowhere', async () => {
    expect(await search('xylophone zeppelin', { search_type: 'keyword' })).toEqual([]);
  });

  it.each(modes)('limit cuts the same %s list', async (search_type) => {
    const all = await search('the shop', { search_type, limit: 20 });
    for (const limit of [1, 2, 3])
      expect(await search('the shop', { search_type, limit })).toEqual(all.slice(0, limit));
  });

  it.each(modes)(
    'min_score leaves out what scores less than it in %s search, by the number returned',
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
    '%s search keeps to source_ids, tags and knowledge_base_ids, and to all of them together',
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

  it('score_details shows the raw evidence, and only when asked for', async () => {
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

  it('400 without query', async () => {
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

  it('finds Chinese by its words', async () => {
    for (const search_type of modes) expect(names(await search('退货', { search_type }))[0]).toBe('Chinese');
  });
});

describe('what a chunk is found by beside its text', () => {
  const keyword = async (query: string, sourceId: string) =>
    (await live.post('/v1/query', { query, search_type: 'keyword', source_ids: [sourceId] })).body.data
      .results;

  it('is the name of its source', async () => {
    const { id } = await live.addText(
      'Zeppelin handbook',
      'Check the ballast and the valves before the start.',
    );
    const [hit] = await keyword('zeppelin', id);
    expect(hit).toMatchObject({ source_id: id, text: expect.not.stringMatching(/zeppelin/i) });
  });

  it('are the headings above it, also of chunks that do not repeat them', async () => {
    const [first, second] = everydayTexts(2, 24);
    const { id } = await live.addText('Station', `# Foghorn\n\n${first}\n\n# Lamp\n\n${second}`);
    const { body } = await live.get(`/v1/knowledge-base/sources/${id}/chunks`);
    const found = (await keyword('foghorn', id)).map((hit: { position: number }) => hit.position).sort();
    const expected = body.data.filter((chunk: { heading?: string }) => chunk.heading === 'Foghorn');
    expect(expected.length).toBeGreaterThan(1);
    expect(found).toEqual(expected.map((chunk: { position: number }) => chunk.position));
  });

  it('is the new name after a change of the name alone, while the source stays indexed', async () => {
    const { id, updated_at } = await live.addText('Marzipan', 'Roll it thin and keep it under a cloth.');
    const before = (await keyword('marzipan', id))[0];
    const changed = await live.patch(`/v1/knowledge-base/sources/${id}`, { name: 'Nougat' });
    expect(changed.body.data).toMatchObject({ name: 'Nougat', status: 'indexed' });
    await vi.waitFor(async () => expect(await keyword('nougat', id)).toHaveLength(1), 10_000);
    expect(await keyword('marzipan', id)).toEqual([]);
    const [after] = await keyword('nougat', id);
    expect(after).toMatchObject({ id: before.id, source_name: 'Nougat', text: before.text });
    const source = (await live.get(`/v1/knowledge-base/sources/${id}`)).body.data;
    expect(source).toMatchObject({ status: 'indexed', stage: 'done' });
    expect(source.updated_at > updated_at).toBe(true);
  });

  it('does not make a chunk less its own best match', async () => {
    const text = 'Salted cod is soaked for two days, and the water is changed every six hours.';
    const name =
      'Recipes of the northern islands, collected by the keepers of the lighthouse between 1820 and 1890';
    const { id } = await live.addText(name, text);
    for (const search_type of ['semantic', 'keyword', 'hybrid']) {
      const { body } = await live.post('/v1/query', { query: text, search_type, source_ids: [id] });
      expect(body.data.results[0].score, search_type).toBeGreaterThanOrEqual(0.95);
    }
  });
});

describe('include: ["matches"]', () => {
  const texts = {
    English: 'Two harbours lie north of the cape. The HARBOUR of Skagen is the older one.',
    German: 'Die Häuser am Hafen wurden verkauft, und das größte Haus steht leer.',
    Chinese: '本市图书馆周一闭馆，读者可以网上借书。',
    Japanese: '全文検索エンジンは文書を検索します。ﾃﾞｰﾀは毎晩更新されます。',
  };
  const idOf: Record<string, string> = {};
  const ask = async (language: string, query: string, more: Record<string, unknown> = {}) =>
    (
      await live.post('/v1/query', {
        query,
        source_ids: [idOf[language]],
        include: ['matches'],
        ...more,
      })
    ).body.data.results[0];
  const matched = async (language: string, query: string, more?: Record<string, unknown>) => {
    const { text, matches } = await ask(language, query, more);
    return matches.map(({ start, end }: { start: number; end: number }) => text.slice(start, end));
  };
  beforeAll(async () => {
    for (const [language, text] of Object.entries(texts))
      idOf[language] = (await live.addText(`Text in ${language}`, text)).id;
  });

  it.each([
    ['English', 'where is the harbour?', ['harbours', 'HARBOUR']],
    ['English', 'harbuor', ['harbours', 'HARBOUR']],
    ['German', 'verkaufte Häuser', ['Häuser', 'verkauft', 'Haus']],
    ['Chinese', '借书的读者', ['读者', '借书']],
    ['Japanese', '検索', ['検索', '検索']],
    ['Japanese', 'データの更新', ['ﾃﾞｰﾀ', '更新']],
  ])('tells where a word stands in any of its forms, in %s for %j: %j', async (language, query, words) => {
    for (const search_type of ['keyword', 'hybrid'])
      expect(await matched(language, query, { search_type }), search_type).toEqual(words);
  });

  it('leaves function words out, unless there are no others', async () => {
    expect(await matched('English', 'which is the older?')).toEqual(['older']);
    expect(await matched('English', 'of the', { search_type: 'keyword' })).toEqual([
      'of',
      'the',
      'The',
      'of',
      'the',
    ]);
  });

  it('is empty for a search by meaning, and where the name of the source alone has matched', async () => {
    expect(await matched('English', 'harbour', { search_type: 'semantic' })).toEqual([]);
    expect(await matched('Chinese', 'Text Chinese', { search_type: 'keyword' })).toEqual([]);
  });

  it('comes only when it is asked for, and by GET too', async () => {
    expect(await ask('English', 'harbour', { include: [] })).not.toHaveProperty('matches');
    const { body } = await live.get(
      `/v1/query?query=harbour&source_ids=${idOf['English']}&include=matches&include=score_details`,
    );
    expect(body.data.results[0]).toMatchObject({
      matches: [
        { start: 4, end: 12 },
        { start: 40, end: 47 },
      ],
      score_details: { matched_words: expect.any(Number) },
    });
  });
});

describe('quotation marks in a keyword search', () => {
  let ids: string[];
  const found = async (query: string, search_type = 'keyword'): Promise<string[]> =>
    (await live.post('/v1/query', { query, search_type, source_ids: ids })).body.data.results.map(
      (hit: { source_name: string }) => hit.source_name,
    );
  beforeAll(async () => {
    const texts = {
      apart: 'The cod lay there, and later it was salted in barrels.',
      together: 'Salted Cod is soaked for two days.',
      japanese: '次の電車は東京駅に止まります。',
    };
    ids = [];
    for (const [name, text] of Object.entries(texts)) ids.push((await live.addText(name, text)).id);
  });

  it('find a phrase as it is written, in any case', async () => {
    expect((await found('salted cod')).sort()).toEqual(['apart', 'together']);
    expect(await found('"salted cod"')).toEqual(['together']);
    expect(await found('soaked “SALTED  cod”')).toEqual(['together']);
    expect(await found('「東京駅」')).toEqual(['japanese']);
  });

  it('find nothing when the phrase is nowhere, and are nothing to a search by meaning', async () => {
    expect(await found('"cod salted"')).toEqual([]);
    expect((await found('"cod salted"', 'hybrid')).length).toBeGreaterThan(0);
  });
});

describe('a slip of the fingers', () => {
  let id: string;
  const found = async (query: string, search_type = 'keyword'): Promise<number> =>
    (await live.post('/v1/query', { query, search_type, source_ids: [id] })).body.data.results.length;
  beforeAll(async () => {
    id = (
      await live.addText(
        'Slips',
        'The chandelier of the ballroom weighs a ton. Маяк стоит на скале у пролива.',
      )
    ).id;
  });

  it.each(['chandelir', 'chnadelier', 'chandeliers', 'chandellier', 'chandelxer', 'проливв'])(
    'in a word that is nowhere finds what was meant: %s',
    async (query) => {
      expect(await found(query)).toBe(1);
      expect(await found(query, 'hybrid')).toBe(1);
    },
  );

  it.each(['chxndelxer', 'bal', 'hcandelier', '"chandelir"'])(
    'is not seen in what is two slips away, short, begins otherwise, or is quoted: %s',
    async (query) => {
      expect(await found(query)).toBe(0);
    },
  );

  it('is none where the word stands somewhere', async () => {
    const other = await live.addText('Other', 'A ballroon is not a word, and yet it stands here.');
    expect(await found('ballroon')).toBe(0);
    await live.delete(`/v1/knowledge-base/sources/${other.id}`);
  });
});

describe('max_per_source', () => {
  it('leaves room for other sources', async () => {
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
  it('is the same search, for read_only keys too', async () => {
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

  it('takes one tag or several, and asks for details', async () => {
    const found = async (query: string) =>
      (await live.get(`/v1/query?query=shop+dough&limit=20&${query}`)).body.data.results;
    expect(names(await found('tags=food&search_type=keyword'))).toEqual(['Bread']);
    expect((await found('tags=food&tags=shipping')).length).toBe(2);
    expect((await found('include=score_details'))[0]).toHaveProperty('score_details');
  });

  it('400 without query, 422 for a wrong value', async () => {
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
