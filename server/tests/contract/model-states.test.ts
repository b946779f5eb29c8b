import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { FAKE_CHAT_KEY, type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

let provider: FakeChatServer;
let service: TestService;
let live: Client;
beforeAll(async () => {
  provider = await startFakeChatServer({ needsKey: true });
  service = await startTestService({
    RATE_LIMITS: 'on',
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'big',
    LLM_BASE_URL: `${provider.origin}/v1`,
    LLM_API_KEY: 'canary-of-a-wrong-key',
    FALLBACK_LLM: `provider=openai-compatible model=small base_url=${provider.origin}/v1 api_key=${FAKE_CHAT_KEY}`,
  });
  live = service.live;
});
afterAll(async () => {
  await service.stop();
  await provider.close();
});

const path = '/v1/configuration/models';
const tested = async (role: string) => (await live.post(`${path}/test`, { role })).body.data;
const stateOf = async (role: string) =>
  (await live.get(path)).body.data.find((model: { role: string }) => model.role === role);

describe('POST /v1/configuration/models/test', () => {
  it('says how long a model took, or which setting to check, and never its key', async () => {
    expect(await tested('embedding')).toMatchObject({ ok: true, dimensions: expect.any(Number) });
    expect(await tested('fallback')).toMatchObject({ ok: true, output_tokens: expect.any(Number) });
    const wrong = await tested('chat');
    expect(wrong).toMatchObject({ ok: false, error: expect.stringContaining('LLM_API_KEY') });
    expect(JSON.stringify([wrong, await stateOf('chat')])).not.toContain('canary');
    expect(JSON.stringify(service.logs)).not.toContain('canary-of-a-wrong-key');
    expect(await stateOf('chat')).toMatchObject({ state: 'failing', name: 'openai-compatible/big' });
    expect(await stateOf('reranker')).toEqual({ role: 'reranker', state: 'off', can_test: false });
  });

  it('is for admins, knows what is not set up, and takes ten a minute', async () => {
    expectError(await live.post(`${path}/test`, { role: 'reranker' }), 422, 'role');
    expectError(await (await clientWithScope(live, 'read_write')).get(path), 403);
    for (let sent = 0; sent < 10; sent++) await live.post(`${path}/test`, { role: 'embedding' });
    expectError(await live.post(`${path}/test`, { role: 'embedding' }), 429);
  });
});
