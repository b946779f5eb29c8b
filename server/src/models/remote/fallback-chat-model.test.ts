import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatModel, Written } from '#models/model.ts';
import type { ModelError } from '#models/model-error.ts';
import { type FakeChatServer, startFakeChatServer } from '../../../tests/helpers/fake-chat-server.ts';
import { withFallback } from './fallback-chat-model.ts';
import { createRemoteChatModel } from './remote-chat-model.ts';

let first: FakeChatServer;
let second: FakeChatServer;
let failures: ModelError[];
let model: ChatModel;

beforeEach(async () => {
  [first, second] = [await startFakeChatServer(), await startFakeChatServer()];
  failures = [];
  const open = (server: FakeChatServer, settings: 'LLM' | 'FALLBACK_LLM') =>
    createRemoteChatModel({
      provider: 'openai-compatible',
      model: settings === 'LLM' ? 'large' : 'small',
      baseUrl: `${server.origin}/v1`,
      apiKey: undefined,
      timeoutSeconds: 5,
      requestsPerMinute: undefined,
      prices: settings === 'LLM' ? { input: 30, output: 60 } : { input: 1, output: 1 },
      settings,
    });
  model = withFallback(open(first, 'LLM'), open(second, 'FALLBACK_LLM'), (failure) => failures.push(failure));
  first.answer(() => 'From the first.');
  second.answer(() => 'From the second.');
});
afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
});

const prompt = { instructions: '', turns: [{ role: 'user' as const, text: 'Hello' }], maxOutputTokens: 20 };

async function read(
  signal = new AbortController().signal,
): Promise<{ text: string; model: string | undefined }> {
  const written: Written[] = [];
  for await (const one of model.write(prompt, signal)) written.push(one);
  const last = written.at(-1);
  return {
    text: written.map((one) => ('text' in one ? one.text : '')).join(''),
    model: last && 'usage' in last ? last.usage.model : undefined,
  };
}

describe('a language model with a fallback', () => {
  it('writes the reply if it can', async () => {
    expect(await read()).toEqual({ text: 'From the first.', model: 'openai-compatible/large' });
    expect(second.requests()).toEqual([]);
    expect(failures).toEqual([]);
    expect(model.name).toBe('openai-compatible/large');
  });

  it('uses the fallback if it refuses, and reports why', async () => {
    first.script({ status: 404 });
    expect(await read()).toEqual({ text: 'From the second.', model: 'openai-compatible/small' });
    expect(second.requests()[0]?.turns).toEqual(prompt.turns);
    expect(failures.map(({ message }) => message)).toEqual([
      'openai-compatible/large was not found by the provider (404): check LLM_MODEL and LLM_BASE_URL.',
    ]);
  });

  it('does not mix the words of the two models', async () => {
    first.script({ cutAfter: 1 });
    await expect(read()).rejects.toThrow('openai-compatible/large broke off in the middle of its reply.');
    expect(second.requests()).toEqual([]);
  });

  it('fails with the error of the fallback if both fail', async () => {
    first.script({ status: 400, body: { error: { message: 'no' } } });
    second.script({ status: 401 });
    await expect(read()).rejects.toThrow(
      'openai-compatible/small requires a key (401): set FALLBACK_LLM_API_KEY.',
    );
    expect(failures).toHaveLength(1);
  });

  it('does not use the fallback after the reader left', async () => {
    first.script({ hangsAfter: 0 });
    const controller = new AbortController();
    const reading = read(controller.signal);
    await expect.poll(() => first.requests().length).toBe(1);
    controller.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
    expect(second.requests()).toEqual([]);
  });
});
