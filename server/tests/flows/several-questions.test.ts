import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAKE_CHAT_KEY, type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

const TOUR = 'A harbour tour costs twelve euros for adults and six euros for children.';
const MUSEUM = 'The whaling museum opens at ten in the morning, except on Mondays.';
const QUESTION = 'What does a harbour tour cost, and when does the whaling museum open?';

let provider: FakeChatServer;
let withModel: TestService;
let withoutModel: TestService;

beforeAll(async () => {
  provider = await startFakeChatServer();
  withoutModel = await startTestService();
  withModel = await startTestService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: `${provider.origin}/v1`,
    LLM_API_KEY: FAKE_CHAT_KEY,
    LLM_MODEL: 'scripted',
  });
});
afterAll(async () => {
  await withModel.stop();
  await withoutModel.stop();
  await provider.close();
});

/** An agent that knows a tour, a museum and much about everything else. */
async function createAgent(live: Client): Promise<string> {
  const base = (await live.post('/v1/knowledge-bases', { name: 'Town' })).body.data.id;
  await live.addText('Tours', TOUR, { knowledge_base_id: base });
  await live.addText('Museum', MUSEUM, { knowledge_base_id: base });
  for (const street of ['Elm', 'Oak', 'Ash', 'Fir', 'Yew', 'Bay', 'Box', 'Fig', 'Gum', 'Nut'])
    await live.addText(
      street,
      `${street} Street leads to the harbour, where a tour of the town begins, and a tour does not end before the harbour.`,
      { knowledge_base_id: base },
    );
  const agent = await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base] });
  return agent.body.data.id;
}
const ask = async (live: Client, message: string) => {
  const { status, body } = await live.post(`/v1/agents/${await createAgent(live)}/chat`, { message });
  expect(status).toBe(200);
  return body.data;
};

describe('a message that asks several things', () => {
  it('is answered part by part without a model, with exact citations', async () => {
    const data = await ask(withoutModel.live, QUESTION);
    expect(data.reply).toContain(TOUR);
    expect(data.reply).toContain(MUSEUM);
    for (const { reply_start, reply_end, snippet } of data.citations)
      expect(data.reply.slice(reply_start, reply_end)).toBe(snippet);
    expect(data.citations.map(({ number }: { number: number }) => number)).toEqual(
      data.citations.map((_: unknown, index: number) => index + 1),
    );
    expect(data.sources.map(({ name }: { name: string }) => name)).toEqual(['Tours', 'Museum']);
    expect(data.confidence_reason).toContain('when does the whaling museum open?');
  });

  it('says which part has no answer, and is less sure', async () => {
    const both = await ask(withoutModel.live, QUESTION);
    const half = await ask(
      withoutModel.live,
      'What does a harbour tour cost, and who painted the ceiling of the cathedral?',
    );
    expect(half.reply).toContain(TOUR);
    expect(half.confidence_reason).toContain('no answer was found');
    expect(half.confidence).toBeLessThan(both.confidence);
  });

  it('shows the model the passages of each part', async () => {
    provider.answer(() => `${TOUR} [1]`);
    await ask(withModel.live, QUESTION);
    const prompt = provider.requests().at(-1)?.turns.at(-1)?.text ?? '';
    expect(prompt).toContain(TOUR);
    expect(prompt).toContain(MUSEUM);
    expect(prompt.endsWith(QUESTION)).toBe(true);
  });
});
