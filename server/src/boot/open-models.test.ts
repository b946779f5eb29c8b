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
  LLM_INPUT_PRICE: '1000',
  LLM_OUTPUT_PRICE: '0',
});

describe('the language model that the settings name', () => {
  it('is none without settings', async () => {
    const { models } = await openModels(readConfig({}));
    expect(models.chatModel).toBeUndefined();
  });

  it('is asked for nothing until it is used', async () => {
    const { models } = await openModels(readConfig(first()));
    expect(models.chatModel?.name).toBe('openai-compatible/large');
    expect(server.requests()).toEqual([]);
  });

  it('lets the fallback write when it fails, which is told', async () => {
    const told: string[] = [];
    const { models } = await openModels(
      readConfig({
        ...first(),
        FALLBACK_LLM_PROVIDER: 'google',
        FALLBACK_LLM_MODEL: 'small',
        FALLBACK_LLM_BASE_URL: `${server.origin}/v1beta`,
        FALLBACK_LLM_API_KEY: 'key',
      }),
      (failure) => told.push(failure.message),
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
