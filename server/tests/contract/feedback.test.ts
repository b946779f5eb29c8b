import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { wrongFields } from '../helpers/named-cases.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

let test: TestService;
let live: Client;
let base: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  base = await defaultKnowledgeBase(live);
});
afterAll(() => test.stop());

type Said = { agent: string; path: string; id: string };

/** A session `s` of one turn, of an agent of its own. */
async function say(): Promise<Said> {
  const created = await live.post('/v1/agents', {
    name: 'Guide',
    knowledge_base_ids: [base],
    welcome_message: 'Ahoy!',
  });
  const agent = created.body.data.id;
  const answer = await live.post(`/v1/agents/${agent}/chat`, { message: 'Hello', session_id: 's' });
  const id = answer.body.data.message_id;
  return { agent, id, path: `/v1/agents/${agent}/conversations/s/messages/${id}/feedback` };
}
const messagesOf = async ({ agent }: Said) =>
  (await live.get(`/v1/agents/${agent}/conversations/s/messages`)).body.data;

describe('POST …/messages/:message_id/feedback', () => {
  it('feedback is answered with the message and shows in the transcript', async () => {
    const said = await say();
    const before = await messagesOf(said);
    const feedback = { rating: 'down', comment: 'Wrong season: 名前 🙂' };
    const { status, body } = await live.post(said.path, feedback);
    expect(status).toBe(200);
    const author = { type: 'api_key', id: expect.stringMatching(/^key_/), name: expect.any(String) };
    expect(body.data).toEqual({ ...before[2], feedback: { ...feedback, author } });
    expect(await messagesOf(said)).toEqual([before[0], before[1], body.data]);
  });

  it('a second feedback replaces the first, including its comment', async () => {
    const said = await say();
    await live.post(said.path, { rating: 'down', comment: 'Hm.' });
    await live.post(said.path, { rating: 'up' });
    expect((await messagesOf(said))[2].feedback).toEqual({ rating: 'up', author: expect.anything() });
    await live.post(said.path, { rating: 'down', comment: '  ' });
    expect((await messagesOf(said))[2].feedback).toEqual({ rating: 'down', author: expect.anything() });
  });

  it("feedback on a message that isn't a reply gets 422", async () => {
    const said = await say();
    const messages = await messagesOf(said);
    for (const { id } of messages.slice(0, 2))
      expectError(await live.post(said.path.replace(said.id, id), { rating: 'up' }), 422, 'message_id');
    expect(await messagesOf(said)).toEqual(messages);
  });

  it('feedback on a message of another session or agent, or a deleted one, gets 404', async () => {
    const [said, other] = [await say(), await say()];
    const up = { rating: 'up' };
    expectError(await live.post(said.path.replace(said.id, other.id), up), 404);
    expectError(await live.post(said.path.replace('/s/', '/t/'), up), 404);
    expectError(await live.post(said.path.replace(said.agent, other.agent), up), 404);
    for (const id of ['msg_0', 'x', '%00', '__proto__']) {
      expectError(await live.post(said.path.replace(said.id, id), up), 404);
      expectError(await live.post(said.path.replace('/s/', `/${id}/`), up), 404);
    }
    expectError(await live.post(said.path.replace(said.id, 'msg_0'), '{"broken'), 404);
    await live.delete(`/v1/agents/${said.agent}/conversations/s`);
    expectError(await live.post(said.path, up), 404);
  });

  it('feedback without a rating gets 400, and with a read_only key 403', async () => {
    const said = await say();
    expectError(await live.post(said.path, { comment: 'Fine.' }), 400, 'rating');
    const reader = await clientWithScope(live, 'read_only');
    expectError(await reader.post(said.path, { rating: 'up' }), 403);
    expect((await messagesOf(said))[2]).not.toHaveProperty('feedback');
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['rating', { rating: 'good' }],
      ['rating', { rating: 1 }],
      ['rating', { rating: null }],
      ['comment', { comment: 7 }],
      ['comment', { comment: 'a'.repeat(2_001) }],
      ['comment', { comment: 'NUL \u0000' }],
      ['stars', { stars: 5 }],
    ]),
  )('422 naming $field for $wrong', async ({ field, wrong }) => {
    expectError(await live.post((await say()).path, { rating: 'up', ...wrong }), 422, field);
  });
});
