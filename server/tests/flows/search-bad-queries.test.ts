import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everydayTexts } from '../helpers/everyday-texts.ts';
import { expectError } from '../helpers/expect-error.ts';
import { texts } from '../helpers/named-cases.ts';
import { filled, ODD_QUERIES } from '../helpers/odd-queries.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

const MODES = ['semantic', 'keyword', 'hybrid'];
let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  for (const [index, text] of everydayTexts(40).entries()) await live.addText(`Note ${index}`, text);
  await live.addText(
    'Scripts',
    '我们的商店周末休息。 ร้านปิดวันอาทิตย์ המגדלור נבנה מגרניט. Café naïve 👩‍👩‍👧‍👦 mixedИмя',
  );
});
afterAll(() => test.stop());

describe.each(MODES)('a query that nobody would ask, in %s search', (search_type) => {
  it.each(texts(ODD_QUERIES))(
    'the query $text gets an answer or none, never an error',
    async ({ text: query }) => {
      for (const more of [{}, { limit: 20, max_per_source: 1 }]) {
        const { status, body } = await live.post('/v1/query', { query, search_type, ...more });
        expect(status).toBe(200);
        expect(body.data.total).toBe(body.data.results.length);
        for (const { score } of body.data.results) expect(score >= 0 && score <= 1).toBe(true);
      }
    },
  );

  it.each(texts(['!', '…', '"', '“”', '- - -', '¿?¡!.,;:()[]{}<>|/\\', '\u0301', '"'.repeat(500)]))(
    '$text has no words, and scores nothing highly',
    async ({ text: query }) => {
      const { body } = await live.post('/v1/query', { query, search_type });
      if (search_type === 'keyword') expect(body.data.results).toEqual([]);
      for (const { score } of body.data.results) expect(score).toBeLessThan(0.5);
    },
  );
});

describe('what is no text', () => {
  it.each(texts(['\ud83d', 'soup \udc00 stove', 'soup\0stove', '\0', '', ' \n\t\u00a0', `${filled('a')}b`]))(
    '422 for $text',
    async ({ text: query }) => {
      for (const search_type of MODES) {
        expectError(await live.post('/v1/query', { query, search_type }), 422, 'query');
      }
    },
  );

  it('half a surrogate pair as an escape gets 422', async () => {
    expectError(await live.post('/v1/query', '{"query":"soup \\ud83d stove"}'), 422, 'query');
  });

  it.each(['%00', '%20', ''])('422 for a query string with %j', async (query) => {
    expectError(await live.get(`/v1/query?query=${query}`), 422, 'query');
  });
});

it('after all bad queries the service answers as before', async () => {
  const ask = async () => (await live.post('/v1/query', { query: 'soup on the stove', limit: 20 })).body.data;
  const before = await ask();
  await Promise.all(
    MODES.flatMap((search_type) =>
      ODD_QUERIES.map((query) => live.post('/v1/query', { query, search_type })),
    ),
  );
  expect(before.results.length).toBeGreaterThan(0);
  expect(await ask()).toEqual(before);
});
