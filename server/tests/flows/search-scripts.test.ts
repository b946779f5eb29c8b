import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGE_CASES as CASES } from '../helpers/language-cases.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

let test: TestService;
let live: Client;
const bases = new Map<string, string>();
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  for (const { language, sources } of CASES) {
    const base = (await live.post('/v1/knowledge-bases', { name: language })).body.data.id;
    bases.set(language, base);
    for (const [name, text] of Object.entries(sources)) {
      // The name would be found too.
      await live.addText(name.replace(/./gu, 'x'), text, { knowledge_base_id: base, tags: [name] });
    }
  }
});
afterAll(() => test.stop());

const firstOf = async (language: string, query: string, search_type: string): Promise<string | undefined> => {
  const knowledge_base_ids = [bases.get(language)];
  const { status, body } = await live.post('/v1/query', { query, search_type, knowledge_base_ids });
  expect(status).toBe(200);
  return body.data.results[0]?.tags[0];
};

describe.each(CASES)('keyword and hybrid search in $language', ({ language, queries, notYet = [] }) => {
  it.each(queries)('%s finds %s first', async (query, source) => {
    expect(await firstOf(language, query, 'keyword')).toBe(source);
    expect(await firstOf(language, query, 'hybrid')).toBe(source);
  });

  it.fails.each(notYet)('%s will find %s one day', async (query, source) => {
    expect(await firstOf(language, query, 'keyword')).toBe(source);
  });
});

describe('all languages in one search', () => {
  it.each(
    // Traditional and simplified Chinese share words, such as 退款.
    CASES.filter(({ language }) => language !== 'Chinese, traditional').flatMap(({ language, queries }) =>
      queries.slice(0, 2).map(([query, source]) => ({ language, query, source })),
    ),
  )('$query finds $source of $language first', async ({ query, source }) => {
    const { body } = await live.post('/v1/query', { query, limit: 1 });
    expect(body.data.results[0]?.tags[0]).toBe(source);
  });
});

describe('quotation marks in keyword search', () => {
  it.each([
    ['Chinese, simplified', '“工作日”', ['配送']],
    ['Chinese, simplified', '「周末休息」', ['营业']],
    ['Chinese, simplified', '《周末休息》商店', ['营业']],
    ['Chinese, simplified', '“息休末周”', []],
    ['Chinese, traditional', '『國定假日』', ['營業']],
    ['Japanese', '「東京都」', ['営業時間']],
    ['French', '« trente jours »', ['retours']],
    ['German', '„vier Tage“', ['Versand']],
    ['German', '»vier Tage«', ['Versand']],
    ['German', '»Tage vier«', []],
    ['Thai', '"วันอาทิตย์"', ['เวลาทำการ']],
    ['Korean', '“삼십 일 이내에”', ['환불']],
    ['Arabic', '"أربعة أيام"', ['الشحن']],
    ['English', '"thirty days"', ['returns']],
    ['English', '"days thirty"', []],
    ['English', '＂thirty days＂', ['returns']],
  ])('%s: %s', async (language, query, sources) => {
    const body = { query, search_type: 'keyword', knowledge_base_ids: [bases.get(language)] };
    const { body: answer } = await live.post('/v1/query', body);
    expect(answer.data.results.map((hit: { tags: string[] }) => hit.tags[0])).toEqual(sources);
  });
});

describe('a slip of the fingers', () => {
  it.each([
    ['English', 'warehuose', 'shipping'],
    ['English', 'technicans', 'repairs'],
    ['German', 'Kündingung', 'Kündigung'],
    ['French', 'entreppôt', 'livraison'],
    ['Russian', 'магзин', 'часы'],
    ['Greek', 'κατάστιμα', 'ωράριο'],
    ['Turkish', 'mağaaza', 'saatler'],
    ['Vietnamese', 'khahc', 'trả hàng'],
  ])('%s: %s finds %s', async (language, query, source) => {
    expect(await firstOf(language, query, 'keyword')).toBe(source);
  });

  it.each([
    ['English', 'shap'],
    ['English', 'waerhuose'],
  ])('%s: %s is too short or too far off, and finds nothing', async (language, query) => {
    expect(await firstOf(language, query, 'keyword')).toBeUndefined();
  });
});

describe('words that hardly say anything', () => {
  it.each([
    ['English', 'the and'],
    ['German', 'der die das'],
    ['French', 'le la les'],
    ['Russian', 'и в'],
    ['Chinese, simplified', '的'],
    ['Japanese', 'は'],
  ])('%s: %s alone are an answer or none, and no error', async (language, query) => {
    for (const search_type of ['semantic', 'keyword', 'hybrid']) {
      const knowledge_base_ids = [bases.get(language)];
      const { status, body } = await live.post('/v1/query', { query, search_type, knowledge_base_ids });
      expect(status).toBe(200);
      for (const { score } of body.data.results) expect(score >= 0 && score <= 1).toBe(true);
    }
  });
});
