import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DeepModel } from '#models/model.ts';
import { expectError } from '../helpers/expect-error.ts';
import { createFakeDeepModel } from '../helpers/fake-deep-model.ts';
import {
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { untilUnderstood } from '../helpers/until-understood.ts';

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 600_000 });

const sources = '/v1/knowledge-base/sources';

const MUSEUM = 'The museum is open from Tuesday to Sunday, and a ticket costs twelve euros for all visitors.';
const MUSEUM_IN_GERMAN =
  'Das Museum ist von Dienstag bis Sonntag geöffnet, und eine Karte kostet für die Besucher zwölf Euro.';
const SHOP =
  'The museum shop is open from Tuesday to Friday, and a postcard costs two euros for all of them.';
const FERRY = 'Our ferry leaves every hour when winds are calm; bring warm clothes with you.';

/** The vectors of texts: the first numbers, and the cosine with MUSEUM is the first of them. */
const VECTORS = new Map([
  [MUSEUM, [1]],
  [MUSEUM_IN_GERMAN, [0.9, Math.sqrt(1 - 0.9 ** 2)]],
  [SHOP, [0.9, 0, Math.sqrt(1 - 0.9 ** 2)]],
  [FERRY, [0.75, 0, 0, Math.sqrt(1 - 0.75 ** 2)]],
]);

/** A deep model for which these texts lie as they do for a real one. */
function createKnowingModel(): DeepModel {
  const fake = createFakeDeepModel();
  return {
    ...fake,
    embedPassage: async (text, blocks, signal) => {
      const known = VECTORS.get(text);
      if (!known) return await fake.embedPassage(text, blocks, signal);
      const passage = new Float32Array(fake.dimensions);
      passage.set(known);
      return { passage, blocks: blocks.map(() => passage) };
    },
  };
}

let deep: TestService;
let instant: TestService;
beforeAll(async () => {
  deep = await startTestService({}, undefined, createKnowingModel());
  instant = await startTestService();
});
afterAll(() => Promise.all([deep.stop(), instant.stop()]));

const similarTo = async (client: Client, id: string, query = '') =>
  (await client.get(`${sources}/${id}/similar${query}`)).body.data;

/** Adds texts by name, and waits until they are understood. Returns their ids by name. */
async function addAll(client: Client, texts: Record<string, string>, more: Record<string, unknown> = {}) {
  const ids: Record<string, string> = {};
  for (const [name, content] of Object.entries(texts))
    ids[name] = (await client.addText(name, content, more)).id;
  for (const id of Object.values(ids)) await untilUnderstood(client, id);
  return ids;
}

describe('GET /v1/knowledge-base/sources/:id/similar', () => {
  it('lists duplicates, translations and related sources, most similar first', async () => {
    const { live } = deep;
    const texts = { Hours: MUSEUM, Copy: MUSEUM, Zeiten: MUSEUM_IN_GERMAN, Shop: SHOP, Ferry: FERRY };
    const ids = await addAll(live, texts);
    const knowledge_base_id = await defaultKnowledgeBase(live);
    const found = await similarTo(live, ids['Hours'] ?? '');
    expect(found).toEqual({
      by: 'deep',
      sources: [
        { id: ids['Copy'], name: 'Copy', knowledge_base_id, similarity: 1, kind: 'duplicate' },
        expect.objectContaining({ name: 'Zeiten', kind: 'translation' }),
        expect.objectContaining({ name: 'Shop', kind: 'related' }),
      ],
    });
    const similarities = found.sources.map(({ similarity }: { similarity: number }) => similarity);
    expect(similarities).toEqual(similarities.toSorted((a: number, b: number) => b - a));
    const ofGerman = await similarTo(live, ids['Zeiten'] ?? '');
    expect(ofGerman.sources.map(({ name, kind }: Record<string, string>) => [name, kind]).sort()).toEqual([
      ['Copy', 'translation'],
      ['Hours', 'translation'],
    ]);
    expect(await similarTo(live, ids['Ferry'] ?? '')).toEqual({ by: 'deep', sources: [] });
  });

  it('lists as many as asked for, 1 to 50', async () => {
    const { live } = deep;
    const [id = ''] = Object.values(await addAll(live, { A: MUSEUM, B: MUSEUM, C: MUSEUM }));
    expect((await similarTo(live, id, '?limit=1')).sources).toHaveLength(1);
    for (const limit of ['0', '51', '1.5', 'many'])
      expectError(await live.get(`${sources}/${id}/similar?limit=${limit}`), 422, 'limit');
    expectError(await live.get(`${sources}/${id}/similar?kind=duplicate`), 422, 'kind');
  });

  it('keeps to the knowledge base of the source', async () => {
    const { live } = deep;
    const { id: knowledge_base_id } = (await live.post('/v1/knowledge-bases', { name: 'Other' })).body.data;
    const ids = await addAll(live, { Away: MUSEUM }, { knowledge_base_id });
    expect(await similarTo(live, ids['Away'] ?? '')).toEqual({ by: 'deep', sources: [] });
    const key = (
      await live.post('/v1/api-keys', {
        name: 'One',
        scope: 'read_only',
        knowledge_base_ids: [knowledge_base_id],
      })
    ).body.data;
    const restricted = createClient(live.baseUrl, key.key);
    expect((await restricted.get(`${sources}/${ids['Away']}/similar`)).status).toBe(200);
    const { id: elsewhere } = await live.addText('Home', MUSEUM);
    expectError(await restricted.get(`${sources}/${elsewhere}/similar`), 404);
  });

  it('404 for a source that does not exist', async () => {
    expectError(await deep.live.get(`${sources}/src_0/similar`), 404);
  });

  it('compares the vectors of the index without a deep model', async () => {
    const { live } = instant;
    const ids = await addAll(live, { Hours: MUSEUM, Copy: MUSEUM, Shop: SHOP, Ferry: FERRY });
    const found = await similarTo(live, ids['Hours'] ?? '');
    expect(found.by).toBe('instant');
    expect(found.sources.map(({ name, kind }: Record<string, string>) => [name, kind])).toEqual([
      ['Copy', 'duplicate'],
      ['Shop', 'related'],
    ]);
  });

  it('recognises a copy of a long source in which a sentence was added', async () => {
    const { live } = instant;
    const text = Array.from({ length: 150 }, (_, i) =>
      `## Rule ${i}\n\nArticle ${i * 7} says what the ${i}th pupil of class ${i * i} may bring along. `.repeat(
        5,
      ),
    ).join('\n\n');
    const ids = await addAll(live, {
      Rules: text,
      'New rules': `One more sentence at the front.\n\n${text}`,
    });
    const { chunk_count } = (await live.get(`${sources}/${ids['Rules']}`)).body.data;
    expect(chunk_count).toBeGreaterThan(64);
    expect((await similarTo(live, ids['Rules'] ?? '')).sources).toMatchObject([
      { id: ids['New rules'], kind: 'duplicate' },
    ]);
  });

  it('is empty while nothing of the source is indexed', async () => {
    const { live } = instant;
    const { id } = await live.addText('Empty', '…');
    const missing = await live.post(sources, { type: 'url', name: 'Gone', url: 'http://127.0.0.1:1/' });
    for (const each of [id, missing.body.data.id])
      expect(await similarTo(live, each)).toEqual({ by: 'instant', sources: [] });
  });
});
