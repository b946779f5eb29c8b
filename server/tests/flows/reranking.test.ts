import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FAKE_KEY, type FakeModelServer, startFakeModelServer } from '../helpers/fake-model-server.ts';
import { defaultKnowledgeBase, startTestService, type TestService } from '../helpers/start-test-service.ts';

const TEXTS = {
  Opening: 'The museum opens at ten in the morning. The museum shop opens an hour later than the museum.',
  Tickets: 'Admission is twelve euros. Children under six years enter the museum free of charge.',
  Bread: 'Knead the dough for ten minutes and let it rise near the oven before it is baked.',
};
const QUESTION = 'What does it cost to visit the museum?';

let server: FakeModelServer;
let plain: TestService;
let reranking: TestService;

/** A judge who knows that of all texts the one on admission answers the question. */
const judge = (query: string, passage: string): number => {
  if (query !== QUESTION)
    return passage.split(/\W+/).some((word) => word.length > 4 && query.includes(word)) ? 0.9 : 0.05;
  return passage.includes('Admission') ? 0.98 : 0.03;
};

beforeAll(async () => {
  server = await startFakeModelServer({ needsKey: true });
  server.judge(judge);
  plain = await startTestService();
  reranking = await startTestService({
    RERANK_PROVIDER: 'compatible',
    RERANK_MODEL: 'judge-1',
    RERANK_BASE_URL: server.origin,
    RERANK_API_KEY: FAKE_KEY,
    RERANK_OPTIONS: 'candidates=20 timeout_seconds=1',
  });
  for (const { live } of [plain, reranking]) {
    for (const [name, content] of Object.entries(TEXTS)) await live.addText(name, content);
  }
});
afterEach(() => server.always());
afterAll(async () => {
  await plain.stop();
  await reranking.stop();
  await server.close();
});

const searchIn = async ({ live }: TestService, more: Record<string, unknown> = {}) => {
  const answer = await live.post('/v1/query', { query: QUESTION, ...more });
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const namesIn = (found: { results: { source_name: string }[] }) =>
  found.results.map(({ source_name }) => source_name);

describe('a search with a reranker', () => {
  it.each(['semantic', 'keyword', 'hybrid'])(
    'is ordered by what the reranker says, and scored by it: %s',
    async (search_type) => {
      const found = await searchIn(reranking, { search_type, include: ['score_details'] });

      expect(found.results[0].source_name).toBe('Tickets');
      expect(found.results[0].score).toBeGreaterThan(0.8);
      for (const other of found.results.slice(1)) expect(other.score).toBeLessThan(0.2);
      expect(found.degraded).toBeUndefined();

      const { results } = await searchIn(plain, { search_type, include: ['score_details'] });
      const before = new Map(
        results.map((hit: { source_name: string; score: number }) => [hit.source_name, hit.score]),
      );
      for (const { source_name, score_details } of found.results) {
        expect(score_details.retrieval_score).toBe(before.get(source_name));
      }
      expect(results[0].score_details.retrieval_score).toBeUndefined();
    },
  );

  it("the reranker gets a passage with its source's name and headings", async () => {
    await searchIn(reranking);
    const asked = server.requests().findLast(({ body }) => body.query === QUESTION);
    expect(asked?.path).toBe('/rerank');
    expect(asked?.body.documents).toContain(`Tickets\n\n${TEXTS.Tickets}`);
  });

  it('min_score is compared with the reranked score, and limit cuts after the reranker', async () => {
    expect(namesIn(await searchIn(reranking, { min_score: 0.5 }))).toEqual(['Tickets']);
    expect(namesIn(await searchIn(reranking, { limit: 1 }))).toEqual(['Tickets']);
    const { total } = await searchIn(reranking, { min_score: 1 });
    expect(total).toBe(0);
  });

  it('a reranked search obeys max_per_source and quoted phrases', async () => {
    const found = await searchIn(reranking, { max_per_source: 1 });
    expect(new Set(namesIn(found)).size).toBe(found.total);

    const quoted = await searchIn(reranking, { query: '"near the oven"', search_type: 'keyword' });
    expect(namesIn(quoted)).toEqual(['Bread']);
  });

  it("a search without hits doesn't call the reranker", async () => {
    const before = server.requests().length;
    expect((await searchIn(reranking, { query: 'xyzzy', search_type: 'keyword' })).total).toBe(0);
    expect(server.requests()).toHaveLength(before);
  });

  it.each([
    { about: 'fails', reply: { status: 500 } },
    { about: 'does not answer in time', reply: { hangs: true as const } },
    { about: 'answers nonsense', reply: { body: 'Hello' } },
    { about: 'refuses the key', reply: { status: 401 } },
  ])('is answered as without it when it $about, says so, and warns once in the log', async ({ reply }) => {
    const without = await searchIn(plain, { min_score: 0.01 });
    server.always(reply);
    const warningsBefore = reranking.logs.filter((line) => line.includes('searched without a model')).length;
    const found = await searchIn(reranking, { min_score: 0.01 });

    expect(found.degraded).toBe(true);
    expect(namesIn(found)).toEqual(namesIn(without));
    expect(found.results.map(({ score }: { score: number }) => score)).toEqual(
      without.results.map(({ score }: { score: number }) => score),
    );
    const warnings = reranking.logs.filter((line) => line.includes('searched without a model'));
    expect(warnings).toHaveLength(warningsBefore + 1);
    expect(warnings.at(-1)).toContain('compatible/judge-1');
    expect(warnings.at(-1)).toContain('"level":40');
    expect(reranking.logs.join('')).not.toContain(FAKE_KEY);
  });

  it("a text deleted during the reranking isn't shown", async () => {
    const { id } = await reranking.live.addText(
      'Fees',
      'Admission for groups to the museum costs eight euros each.',
    );
    expect(namesIn(await searchIn(reranking))).toContain('Fees');

    server.always({ afterMs: 400 });
    const before = server.requests().length;
    const searching = searchIn(reranking);
    await expect.poll(() => server.requests().length).toBeGreaterThan(before);
    expect((await reranking.live.delete(`/v1/knowledge-base/sources/${id}`)).status).toBe(204);
    const found = await searching;

    expect(namesIn(found)).not.toContain('Fees');
    expect(namesIn(found)).toContain('Tickets');
  });

  it('chat uses the passages that the reranker prefers', async () => {
    const agent = await reranking.live.post('/v1/agents', {
      name: 'Guide',
      knowledge_base_ids: [await defaultKnowledgeBase(reranking.live)],
    });
    const answer = await reranking.live.post(`/v1/agents/${agent.body.data.id}/chat`, { message: QUESTION });
    expect(answer.status).toBe(200);
    expect(answer.body.data.sources[0]?.name).toBe('Tickets');
  });
});

describe('settings of a reranker', () => {
  it('contradictory reranker settings stop the start', async () => {
    await expect(startTestService({ RERANK_PROVIDER: 'cohere' })).rejects.toThrow(
      'RERANK_API_KEY: is missing; RERANK_PROVIDER=cohere needs it.',
    );
  });

  it('a missing reranker library stops the start and says how to install it', async () => {
    await expect(
      startTestService({ RERANK_PROVIDER: 'transformers', RERANK_MODEL: './cross-encoder' }),
    ).rejects.toThrow('npm install --no-save --omit=dev --ignore-scripts @huggingface/transformers');
  });
});
