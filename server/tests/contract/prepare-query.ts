import { afterAll, beforeAll, expect } from 'vitest';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

/** A result of a search. */
export type Hit = {
  id: string;
  source_id: string;
  source_name: string;
  text: string;
  score: number;
  tags: string[];
};

/** The sources of the shop, by name. */
const texts: Record<string, string> = {
  Refunds: 'Customers may return any item within 30 days and get their money back in full.',
  Shipping: 'Parcels leave our warehouse every morning; delivery to Norway takes four working days.',
  Warranty: 'The warranty covers broken hinges and faulty motors for two years after the purchase.',
  Opening: 'The shop in Bergen opens at nine and closes at six, except on Sundays.',
  Bread: 'Knead the dough for ten minutes, let it rise for an hour, then bake it until the crust is brown.',
  Chinese: '我们的商店周一到周五营业，周末休息。退货请联系客服。',
};

/** Set by `prepareQuery` before the tests begin. */
export let live: Client;
/** The knowledge base of the source Bread. */
export let bread: string;
/** The ids of the sources, by name. */
export const ids: Record<string, string> = {};

/** Has a service with the sources of a shop stand for the tests of a file. */
export function prepareQuery(): void {
  let test: TestService;
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
}

/** What a search finds. */
export const search = async (query: string, more: Record<string, unknown> = {}): Promise<Hit[]> => {
  const { status, body } = await live.post('/v1/query', { query, ...more });
  expect(status).toBe(200);
  expect(body.data.total).toBe(body.data.results.length);
  return body.data.results;
};
/** The names of the sources that were found. */
export const names = (hits: Hit[]) => hits.map((hit) => hit.source_name);
