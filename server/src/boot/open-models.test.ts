import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { type FakeChatServer, startFakeChatServer } from '../../tests/helpers/fake-chat-server.ts';
import { openModels } from './open-models.ts';

let server: FakeChatServer;
beforeEach(async () => {
  server = await startFakeChatServer();
});
afterEach(() => server.close());

const first = () => ({
  LLM_PROVIDER: 'openai-compatible',
  LLM_MODEL: 'large',
  LLM_BASE_URL: `${server.origin}/v1`,
  LLM_OPTIONS: 'input_price=1000 output_price=0',
});

describe('the configured language model', () => {
  it('is undefined by default', async () => {
    const { models } = await openModels(readConfig({}));
    expect(models.chatModel).toBeUndefined();
  });

  it('gets no request before it is used', async () => {
    const { models } = await openModels(readConfig(first()));
    expect(models.chatModel?.name).toBe('openai-compatible/large');
    expect(server.requests()).toEqual([]);
  });

  it('leaves the reply to the fallback when it fails, and reports the failure', async () => {
    const told: string[] = [];
    const { models } = await openModels(
      readConfig({
        ...first(),
        FALLBACK_LLM: `provider=google model=small base_url=${server.origin}/v1beta api_key=key`,
      }),
      { onFallback: (failure) => told.push(failure.message) },
    );
    server.script({ status: 401 }, { pieces: ['Hello.'], usage: { inputTokens: 3, outputTokens: 1 } });
    const prompt = {
      instructions: 'Greet.',
      turns: [{ role: 'user' as const, text: 'Hi' }],
      maxOutputTokens: 9,
    };
    const written = await Array.fromAsync(
      models.chatModel?.write(prompt, new AbortController().signal) ?? [],
    );

    expect(written).toEqual([
      { text: 'Hello.' },
      { usage: { model: 'google/small', inputTokens: 3, outputTokens: 1 } },
    ]);
    expect(told).toEqual(['openai-compatible/large requires a key (401): set LLM_API_KEY.']);
  });
});

describe('the bundled embedding model', () => {
  it('has two passes by default, and one name for each choice', async () => {
    const { models, close } = await openModels(readConfig({}));
    const { names, deepOf, indexVersionFor, deepFault } = models.embedders;
    expect(deepFault?.()).toBeUndefined();
    expect(names).toEqual(['multilingual-e5-small', 'static-en-multi-256']);
    expect(deepOf(indexVersionFor(null), null)?.id).toMatch(/^multilingual-e5-small\/(wasm|onnx-int8)\/1$/);
    await close();
  });

  it('has one pass with EMBEDDING_MODEL=instant', async () => {
    const { names, deepOf, indexVersionFor } = (await openModels(readConfig({ EMBEDDING_MODEL: 'instant' })))
      .models.embedders;
    expect(names).toEqual(['static-en-multi-256']);
    expect(deepOf(indexVersionFor(null), null)).toBeUndefined();
  });
});
