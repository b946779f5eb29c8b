import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultKnowledgeBase, startTestService, type TestService } from '../helpers/start-test-service.ts';

// A real text of several thousand words: the model card that comes with the project.
const text = readFileSync(new URL('../../models/static-en-multi-256/MODEL_CARD.md', import.meta.url), 'utf8');
const question = 'What is the dot product used for, and what do I drop when I tokenise?';

describe('a text, from the first call to a cited answer and to nothing', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService();
  });
  afterAll(() => test.stop());

  it('a text is indexed, found in three modes, cited exactly and gone after its deletion', async () => {
    const { live } = test;
    const source = await live.addText('Model card', text, { tags: ['models'] });
    expect(source).toMatchObject({
      status: 'indexed',
      stage: 'done',
      progress: 1,
      name: 'Model card',
      tags: ['models'],
    });
    expect(source.chunk_count).toBeGreaterThan(10);

    for (const search_type of ['semantic', 'keyword', 'hybrid']) {
      const { status, body } = await live.post('/v1/query', { query: question, search_type, limit: 3 });
      expect(status).toBe(200);
      expect(body.data.total).toBe(body.data.results.length);
      expect(body.data.results.map((hit: { text: string }) => hit.text).join()).toContain(
        'Cosine is the dot product',
      );
    }

    const agent = await live.post('/v1/agents', {
      name: 'Guide',
      knowledge_base_ids: [await defaultKnowledgeBase(live)],
    });
    const chat = await live.post(`/v1/agents/${agent.body.data.id}/chat`, { message: question });
    expect(chat.status).toBe(200);
    expect(chat.body.data.sources[0]).toMatchObject({ id: source.id, name: 'Model card' });

    const content = (await live.get(`/v1/knowledge-base/sources/${source.id}/content`)).body.data.text;
    expect(chat.body.data.citations.length).toBeGreaterThan(0);
    for (const { start, end, reply_start, reply_end } of chat.body.data.citations) {
      const words = (part: string): string[] => part.match(/[\p{L}\p{N}]+/gu) ?? [];
      expect(words(content.slice(start, end))).toEqual(
        words(chat.body.data.reply.slice(reply_start, reply_end)),
      );
    }

    expect((await live.delete(`/v1/knowledge-base/sources/${source.id}`)).status).toBe(204);
    for (const search_type of ['semantic', 'keyword', 'hybrid']) {
      expect((await live.post('/v1/query', { query: question, search_type })).body.data).toEqual({
        results: [],
        total: 0,
      });
    }
    const after = await live.post(`/v1/agents/${agent.body.data.id}/chat`, { message: question });
    expect(after.body.data).toMatchObject({ sources: [], citations: [] });
    expect(after.body.data.confidence).toBeLessThan(0.5);
  });
});
