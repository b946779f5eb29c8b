import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '#models/model-error.ts';
import { expectError } from '../helpers/expect-error.ts';
import { createFakeDeepModel } from '../helpers/fake-deep-model.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const ENGLISH = 'What does the ferry cost for children?';
const GERMAN = 'Was kostet die Fähre für Kinder?';
const OTHER = 'Wann fährt die letzte Fähre zur Insel?';

/** The questions by what they ask. */
const MEANINGS = new Map([
  [ENGLISH, 1],
  [GERMAN, 1],
  [OTHER, 2],
]);
const vectorOf = (question: string): Float32Array => {
  const vector = new Float32Array(384);
  // Every other question, such as those that say nothing, means something of its own.
  const other = 3 + (createHash('sha256').update(question).digest().readUInt16BE() % 381);
  vector[MEANINGS.get(question) ?? other] = 1;
  return vector;
};

let now = Date.UTC(2026, 4, 20, 12);
let test: TestService;
let live: Client;
let agent: string;
let queryVector: (question: string) => Float32Array | undefined;
beforeEach(() => {
  queryVector = vectorOf;
});
beforeAll(async () => {
  const model = createFakeDeepModel({ queryVector: (question) => queryVector(question) });
  test = await startTestService({}, { now: () => now }, model);
  live = test.live;
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  agent = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data.id;
});
afterAll(() => test.stop());

const ask = async (message: string): Promise<void> => {
  now += 1_000;
  await live.post(`/v1/agents/${agent}/chat`, { message });
};
const gaps = async () =>
  (await live.get('/v1/gaps')).body.data.gaps.map(({ question, count }: Record<string, unknown>) => [
    question,
    count,
  ]);

const dismiss = (question: string, returns_after = 0) =>
  live.post('/v1/gaps/dismiss', { question, returns_after });

describe('gaps in several languages', () => {
  it('are joined by what they ask, with the latest question as their name', async () => {
    for (const question of [ENGLISH, ENGLISH, OTHER, GERMAN]) await ask(question);
    queryVector = () => {
      throw new ModelError('out of order', { isRetryable: true });
    };
    const byWords = [
      [ENGLISH, 2],
      [GERMAN, 1],
      [OTHER, 1],
    ];
    expect(await gaps()).toEqual(byWords);
    queryVector = () => undefined;
    expect(await gaps()).toEqual(byWords);

    queryVector = vectorOf;
    expect(await gaps()).toEqual([
      [GERMAN, 3],
      [OTHER, 1],
    ]);
    expect((await live.get('/v1/overview')).body.data.gaps).toBe(2);
  });

  it('are dismissed together, and come back when one is asked again', async () => {
    now += 1_000;
    await live.post('/v1/gaps/dismiss', { question: ENGLISH });
    expect(await gaps()).toEqual([[OTHER, 1]]);
    await ask(GERMAN);
    expect(await gaps()).toEqual([
      [GERMAN, 1],
      [OTHER, 1],
    ]);
    now += 1_000;
    await live.post('/v1/gaps/dismiss', { question: GERMAN });
    expect(await gaps()).toEqual([[OTHER, 1]]);
    await ask(ENGLISH);
    expect(await gaps()).toEqual([
      [ENGLISH, 1],
      [OTHER, 1],
    ]);
  });

  it('stay away until they are asked more often than was said, in any of their languages', async () => {
    now += 1_000;
    await dismiss(ENGLISH, 2);
    await ask(GERMAN);
    await ask(ENGLISH);
    expect(await gaps()).toEqual([[OTHER, 1]]);
    await ask(GERMAN);
    expect(await gaps()).toEqual([
      [GERMAN, 3],
      [OTHER, 1],
    ]);
    expectError(await dismiss(ENGLISH, -1), 422, 'returns_after');
  });

  it('say how many people asked, in which words, and how it went', async () => {
    const { data } = (await live.get('/v1/gaps?days=10')).body;
    expect(data.has_meaning).toBe(true);
    expect(data.gaps[0]).toMatchObject({
      question: GERMAN,
      other_wordings: [ENGLISH],
      count: 3,
      conversations: 3,
      course: 'new',
      trend: [0, 0, 0, 0, 0, 0, 0, 0, 0, 3],
      examples: [
        { question: GERMAN, agent_id: agent, session_id: expect.any(String), message_id: expect.any(String) },
        { question: ENGLISH, agent_id: agent },
      ],
    });
  });
});
