import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeDeepModel } from '../helpers/fake-deep-model.ts';
import { openEvents } from '../helpers/read-events.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const ENGLISH = 'What does the ferry cost for children?';
const GERMAN = 'Was kostet die Fähre für Kinder?';
const OTHER = 'Wann fährt die letzte Fähre zur Insel?';
const ANSWER = 'Children travel **free**.';

/** The questions by what they ask. */
const MEANINGS = new Map([
  [ENGLISH, 1],
  [GERMAN, 1],
  [OTHER, 2],
]);
const vectorOf = (question: string): Float32Array => {
  const vector = new Float32Array(384);
  vector[MEANINGS.get(question) ?? 0] = 1;
  return vector;
};

let test: TestService;
let live: Client;
let agent: string;
let source: string;
let pinned: string;
beforeAll(async () => {
  test = await startTestService({}, undefined, createFakeDeepModel({ queryVector: vectorOf }));
  live = test.live;
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  agent = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data.id;
});
beforeEach(async () => {
  source = (await live.addText('Fares', 'The ferry costs 8 euros. It is free for children.')).id;
  const body = { question: ENGLISH, variants: ['Kids?'], answer: ANSWER, source_ids: [source] };
  pinned = (await live.post('/v1/answers', body)).body.data.id;
  return async () => {
    await live.delete(`/v1/answers/${pinned}`);
    await live.delete(`/v1/knowledge-base/sources/${source}`);
  };
});
afterAll(() => test.stop());

const ask = async (message: string, session_id?: string) =>
  (await live.post(`/v1/agents/${agent}/chat`, { message, session_id })).body.data;
const read = async () => (await live.get(`/v1/answers/${pinned}`)).body.data;

describe('an agent with a pinned answer', () => {
  it.each([ENGLISH, '  what does THE ferry cost for children', 'kids'])(
    'says it to "%s", with its sources',
    async (question) => {
      expect(await ask(question)).toMatchObject({
        reply: ANSWER,
        sources: [
          { id: source, name: 'Fares', snippet: expect.stringContaining('The ferry costs 8 euros.') },
        ],
        citations: [],
        confidence: 1,
        confidence_reason: 'This is a pinned answer.',
        pinned_answer_id: pinned,
      });
    },
  );

  it('says it to the same question in another language', async () => {
    await expect
      .poll(() => ask(GERMAN))
      .toMatchObject({ reply: ANSWER, confidence: 0.95, pinned_answer_id: pinned });
  });

  it('does not say it to another question', async () => {
    for (const question of [OTHER, 'What does the ferry cost for dogs?'])
      expect(await ask(question)).not.toHaveProperty('pinned_answer_id');
  });

  it('counts each time that it says it', async () => {
    expect(await read()).not.toHaveProperty('last_hit_at');
    await ask(ENGLISH);
    await ask('Kids?');
    await ask(OTHER);
    expect(await read()).toMatchObject({ hits: 2, last_hit_at: expect.any(String), version: 1 });
  });

  it('names it in streams, in transcripts and to clients of OpenAI', async () => {
    const body = { message: ENGLISH, session_id: 'transcript', stream: true };
    const events = await (await openEvents(live, `/v1/agents/${agent}/chat`, body)).rest();
    expect(events.map(({ event }) => event)).toEqual(['meta', 'delta', 'sources', 'done']);
    expect(events.at(-1)?.data).toMatchObject({ reply: ANSWER, pinned_answer_id: pinned });
    const messages = (await live.get(`/v1/agents/${agent}/conversations/transcript/messages`)).body.data;
    expect(messages.at(-1)).toMatchObject({ text: ANSWER, pinned_answer_id: pinned });
    expect(messages.at(-2)).not.toHaveProperty('pinned_answer_id');
    const asked = { model: agent, messages: [{ role: 'user', content: ENGLISH }] };
    const completion = await live.post('/v1/chat/completions', asked);
    expect(completion.body).toMatchObject({ pinned_answer_id: pinned });
  });

  it('says what it is changed to, and no answer that is disabled or deleted', async () => {
    await live.patch(`/v1/answers/${pinned}`, { answer: 'They pay half.' });
    expect((await ask(ENGLISH)).reply).toBe('They pay half.');
    await live.patch(`/v1/answers/${pinned}`, { enabled: false });
    expect(await ask(ENGLISH)).not.toHaveProperty('pinned_answer_id');
    await live.patch(`/v1/answers/${pinned}`, { enabled: true });
    expect(await ask(ENGLISH)).toHaveProperty('pinned_answer_id');
    await live.delete(`/v1/answers/${pinned}`);
    expect(await ask(ENGLISH)).not.toHaveProperty('pinned_answer_id');
  });

  it('says it without a source that is deleted', async () => {
    await live.delete(`/v1/knowledge-base/sources/${source}`);
    expect(await ask(ENGLISH)).toMatchObject({ reply: ANSWER, sources: [], confidence: 1 });
    expect(await read()).toMatchObject({ needs_review: true, source_ids: [] });
  });
});
