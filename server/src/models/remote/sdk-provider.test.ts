import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  FAKE_CHAT_KEY,
  type FakeChatServer,
  startFakeChatServer,
} from '../../../tests/helpers/fake-chat-server.ts';

let server: FakeChatServer;
beforeEach(async () => {
  server = await startFakeChatServer({ needsKey: true });
});
afterEach(() => server.close());

describe('the AI SDK', () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      resolve(specifier, context, next) {
        if (/^(ai$|@ai-sdk\\/(openai|anthropic|google))/.test(specifier)) loaded.add(specifier);
        return next(specifier, context);
      },
    });
    const { createRemoteChatModel } = await import(${JSON.stringify(import.meta.resolve('./remote-chat-model.ts'))});
    const model = createRemoteChatModel({ provider: 'anthropic', model: 'small-1', baseUrl: process.argv[1],
      apiKey: process.argv[2], timeoutSeconds: 5, settings: 'LLM' });
    const before = [...loaded];
    let failure = '';
    try {
      const turns = [{ role: 'user', text: 'How long?' }];
      const signal = new AbortController().signal;
      for await (const _ of model.write({ instructions: 'Be brief.', turns, maxOutputTokens: 20 }, signal));
    } catch (error) {
      failure = error.message;
    }
    console.log(JSON.stringify({ before, after: [...loaded], failure }));
  `;
  const run = (key: string) =>
    promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      program,
      `${server.origin}/v1`,
      key,
    ]);

  it('is loaded with the first reply, only for the provider in use', async () => {
    const { stdout } = await run(FAKE_CHAT_KEY);
    const { before, after, failure } = JSON.parse(stdout);
    expect(before).toEqual([]);
    expect(new Set(after)).toEqual(new Set(['@ai-sdk/anthropic']));
    expect(failure).toBe('');
  });

  it('prints neither the key nor the prompt if a reply fails', async () => {
    server.script({ failsAfter: 1 });
    const { stdout, stderr } = await run(FAKE_CHAT_KEY);
    expect(JSON.parse(stdout).failure).toMatch(/^anthropic\/small-1 failed at the provider/);
    expect(stderr).toBe('');
    expect(stdout).not.toContain(FAKE_CHAT_KEY);
  });
});
