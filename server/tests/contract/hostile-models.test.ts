import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

// What PostgreSQL cannot store, it cannot look for either.

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
});
afterAll(() => test.stop());

describe('OpenAI endpoints', () => {
  it.each(['\0', 'a\0b', '\ud800'])('404 for a model that no agent can be called: %j', async (model) => {
    const messages = [{ role: 'user', content: 'Hello?' }];
    const answers = [
      await live.post('/v1/chat/completions', { model, messages }),
      await live.post('/v1/responses', { model, input: 'Hello?' }),
      await live.get(`/v1/models/${encodeURIComponent(model.toWellFormed())}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('404 for an endless model, which the answer does not repeat', async () => {
    const { status, body } = await live.post('/v1/responses', {
      model: 'x'.repeat(500_000),
      input: 'Hello?',
    });
    expect(status).toBe(404);
    expect(body.error.message.length).toBeLessThan(500);
  });

  it('404 for a response and a message of a session that cannot exist', async () => {
    const knowledge_base_ids = [await defaultKnowledgeBase(live)];
    const { id: model } = (await live.post('/v1/agents', { name: 'Desk', knowledge_base_ids })).body.data;
    const { id } = (await live.post('/v1/responses', { model, input: 'Hello?' })).body;
    for (const session of ['\0', 'a\0b', 'x'.repeat(500)]) {
      const place = `resp_${id.split('_')[1]}_${Buffer.from(session).toString('base64url')}`;
      const item = { type: 'item_reference', id: place.replace('resp_', 'msg_') };
      const question = { role: 'user', content: 'Hello?' };
      const answers = [
        await live.post('/v1/responses', { model, input: 'Hello?', previous_response_id: place }),
        await live.post('/v1/responses', { model, input: [item, question] }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    }
  });
});
