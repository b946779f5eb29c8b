import { beforeAll, describe, expect, it } from 'vitest';
import { everydayTexts } from '../helpers/everyday-texts.ts';
import { live, prepareQuery } from './prepare-query.ts';

prepareQuery();

describe('what a chunk is found by beside its text', () => {
  const keyword = async (query: string, sourceId: string) =>
    (await live.post('/v1/query', { query, search_type: 'keyword', source_ids: [sourceId] })).body.data
      .results;

  it('a chunk is found by the name of its source', async () => {
    const { id } = await live.addText(
      'Zeppelin handbook',
      'Check the ballast and the valves before the start.',
    );
    const [hit] = await keyword('zeppelin', id);
    expect(hit).toMatchObject({ source_id: id, text: expect.not.stringMatching(/zeppelin/i) });
  });

  it('a chunk is found by the headings above it', async () => {
    const [first, second] = everydayTexts(2, 24);
    const { id } = await live.addText('Station', `# Foghorn\n\n${first}\n\n# Lamp\n\n${second}`);
    const { body } = await live.get(`/v1/knowledge-base/sources/${id}/chunks`);
    const found = (await keyword('foghorn', id)).map((hit: { position: number }) => hit.position).sort();
    const expected = body.data.filter((chunk: { heading?: string }) => chunk.heading === 'Foghorn');
    expect(expected.length).toBeGreaterThan(1);
    expect(found).toEqual(expected.map((chunk: { position: number }) => chunk.position));
  });

  it('a renamed source is found by its new name while it stays indexed', async () => {
    const { id, updated_at } = await live.addText('Marzipan', 'Roll it thin and keep it under a cloth.');
    const before = (await keyword('marzipan', id))[0];
    const changed = await live.patch(`/v1/knowledge-base/sources/${id}`, { name: 'Nougat' });
    expect(changed.body.data).toMatchObject({ name: 'Nougat', status: 'indexed' });
    await expect.poll(() => keyword('nougat', id)).toHaveLength(1);
    expect(await keyword('marzipan', id)).toEqual([]);
    const [after] = await keyword('nougat', id);
    expect(after).toMatchObject({ id: before.id, source_name: 'Nougat', text: before.text });
    const source = (await live.get(`/v1/knowledge-base/sources/${id}`)).body.data;
    expect(source).toMatchObject({ status: 'indexed', stage: 'done' });
    expect(source.updated_at > updated_at).toBe(true);
  });

  it("names and headings don't stop a chunk from being its own best match", async () => {
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

  it('matches leave function words out unless there are no others', async () => {
    expect(await matched('English', 'which is the older?')).toEqual(['older']);
    expect(await matched('English', 'of the', { search_type: 'keyword' })).toEqual([
      'of',
      'the',
      'The',
      'of',
      'the',
    ]);
  });

  it("matches are empty for semantic search and where only the source's name matched", async () => {
    expect(await matched('English', 'harbour', { search_type: 'semantic' })).toEqual([]);
    expect(await matched('Chinese', 'Text Chinese', { search_type: 'keyword' })).toEqual([]);
  });

  it('matches come only when asked for, by GET too', async () => {
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

  it('quotation marks find a phrase as written, in any case', async () => {
    expect((await found('salted cod')).sort()).toEqual(['apart', 'together']);
    expect(await found('"salted cod"')).toEqual(['together']);
    expect(await found('soaked “SALTED  cod”')).toEqual(['together']);
    expect(await found('「東京駅」')).toEqual(['japanese']);
  });

  it('a phrase that is nowhere finds nothing, and semantic search ignores quotation marks', async () => {
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

  it("a word that occurs isn't corrected as a typo", async () => {
    const other = await live.addText('Other', 'A ballroon is not a word, and yet it stands here.');
    expect(await found('ballroon')).toBe(0);
    await live.delete(`/v1/knowledge-base/sources/${other.id}`);
  });
});
