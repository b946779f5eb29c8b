import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChatModel, Prompt, TokenUsage } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import {
  FAKE_CHAT_FAULT,
  FAKE_CHAT_KEY,
  type FakeChatServer,
  startFakeChatServer,
} from '../../../tests/helpers/fake-chat-server.ts';
import { createRemoteChatModel, type RemoteChatModelOptions } from './remote-chat-model.ts';
import { loadSdk } from './sdk-provider.ts';

let server: FakeChatServer;
// Loads the SDK first, so that tests with short timeouts do not include it.
beforeAll(async () => {
  await loadSdk();
});
beforeEach(async () => {
  server = await startFakeChatServer({ needsKey: true });
});
afterEach(() => server.close());

const BASE = { openai: '/v1', anthropic: '/v1', google: '/v1beta', 'openai-compatible': '/v1' };
const PROVIDERS = Object.keys(BASE) as (keyof typeof BASE)[];

const modelWith = (options: Partial<RemoteChatModelOptions> = {}): ChatModel =>
  createRemoteChatModel({
    provider: 'openai-compatible',
    model: 'small-1',
    baseUrl: `${server.origin}${BASE[options.provider ?? 'openai-compatible']}`,
    apiKey: FAKE_CHAT_KEY,
    timeoutSeconds: 5,
    requestsPerMinute: undefined,
    prices: undefined,
    settings: 'LLM',
    ...options,
  });

const prompt: Prompt = {
  instructions: 'Be brief.',
  turns: [
    { role: 'user', text: 'How long is the dough kneaded?' },
    { role: 'assistant', text: 'Ten minutes.' },
    { role: 'user', text: 'And then?' },
  ],
  maxOutputTokens: 200,
};

type Read = { pieces: string[]; usages: TokenUsage[]; failure: unknown };

/** Reads a reply to its end. onPiece: called with each piece as it comes. */
async function read(
  model: ChatModel,
  { asked = prompt, signal, onPiece }: { asked?: Prompt; signal?: AbortSignal; onPiece?: () => void } = {},
): Promise<Read> {
  const result: Read = { pieces: [], usages: [], failure: undefined };
  try {
    for await (const written of model.write(asked, signal ?? new AbortController().signal)) {
      if ('text' in written) {
        result.pieces.push(written.text);
        onPiece?.();
      } else result.usages.push(written.usage);
    }
  } catch (error) {
    result.failure = error;
  }
  return result;
}

const failureOf = async (model: ChatModel, asked = prompt): Promise<ModelError> => {
  const { failure } = await read(model, { asked });
  expect(failure).toBeInstanceOf(ModelError);
  return failure as ModelError;
};

/** The fake has seen that its client went away. */
const seenAborted = () => expect.poll(() => server.aborted()).toBe(1);

describe.each(PROVIDERS)('a language model of %s', (provider) => {
  const open = (options: Partial<RemoteChatModelOptions> = {}) => modelWith({ provider, ...options });

  it('gets the instructions and the conversation, and yields the reply in pieces, then its usage', async () => {
    server.script({
      pieces: ['Let it ', 'rest', ' for an hour.'],
      usage: { inputTokens: 31, outputTokens: 7 },
    });
    const { pieces, usages, failure } = await read(open());

    expect(failure).toBeUndefined();
    expect(pieces).toEqual(['Let it ', 'rest', ' for an hour.']);
    expect(usages).toEqual([{ model: `${provider}/small-1`, inputTokens: 31, outputTokens: 7 }]);
    expect(server.requests()).toHaveLength(1);
    expect(server.requests()[0]).toMatchObject({ instructions: 'Be brief.', turns: prompt.turns });
  });

  it('yields each piece as soon as it arrives', async () => {
    server.script({ pieces: ['Let it rest.', ' For an hour.'], hangsAfter: 1 });
    const controller = new AbortController();
    const { pieces, failure } = await read(open(), {
      signal: controller.signal,
      onPiece: () => controller.abort(new Error('read enough')),
    });

    expect(pieces).toEqual(['Let it rest.']);
    expect(failure).toEqual(new Error('read enough'));
    await seenAborted();
  });

  it('stops when the reader leaves', async () => {
    server.script({ pieces: ['Let it rest.'], hangsAfter: 1 });
    for await (const written of open().write(prompt, new AbortController().signal)) {
      expect(written).toEqual({ text: 'Let it rest.' });
      break;
    }
    await seenAborted();
  });

  it('stops when the reader leaves before the first piece', async () => {
    server.script({ hangsAfter: 0 });
    const controller = new AbortController();
    const reading = read(open(), { signal: controller.signal });
    await expect.poll(() => server.requests().length).toBe(1);
    controller.abort(new Error('nobody waits'));

    expect((await reading).failure).toEqual(new Error('nobody waits'));
    await seenAborted();
  });

  it('is retried while it fails before the first piece', async () => {
    server.script(
      { status: 429, headers: { 'retry-after-ms': '5' } },
      { status: 500, headers: { 'retry-after': '0.01' } },
    );
    const { pieces, usages } = await read(open());

    expect(pieces.join('')).toBe('Knead the dough for ten minutes.');
    expect(usages).toHaveLength(1);
    expect(server.requests()).toHaveLength(3);
  });

  it('is retried if its answer is cut, ends or fails before the first piece', async () => {
    server.script({ cutAfter: 0 }, { endsAfter: 0 }, { failsAfter: 0 });
    for (const { pieces } of await Promise.all([read(open()), read(open()), read(open())])) {
      expect(pieces.join('')).toBe('Knead the dough for ten minutes.');
    }
    expect(server.requests()).toHaveLength(6);
  });

  it.each([
    ['cut', { cutAfter: 2 }, /broke off in the middle of its reply\.$/],
    ['ended', { endsAfter: 2 }, /broke off in the middle of its reply\.$/],
    ['failing', { failsAfter: 2 }, /failed at the provider \(5\d\d\)\.$/],
  ])('fails without a retry if its reply is %s in the middle', async (_, reply, sentence) => {
    server.script(reply);
    const { pieces, usages, failure } = await read(open());

    expect(pieces).toEqual(['Knead', ' the']);
    expect(usages).toEqual([]);
    expect(failure).toBeInstanceOf(ModelError);
    expect(failure).toMatchObject({
      message: expect.stringMatching(sentence),
      isRetryable: true,
    });
    expect((failure as ModelError).message).toMatch(new RegExp(`^${provider}/small-1 `));
    expect(server.requests()).toHaveLength(1);
  });

  it('ends at the maximum length', async () => {
    server.script({ finish: 'length' });
    const { pieces, usages, failure } = await read(open());
    expect(failure).toBeUndefined();
    expect(pieces).toHaveLength(6);
    expect(usages[0]?.outputTokens).toBe(6);
  });

  it('fails without a retry if a content filter stops it', async () => {
    server.script({ finish: 'content-filter', pieces: ['Well'] });
    const error = await failureOf(open());
    expect(error.message).toBe(`${provider}/small-1 was stopped by the content filter of its provider.`);
    expect(error.isRetryable).toBe(false);
    expect(server.requests()).toHaveLength(1);
  });

  it('estimates its usage if the provider counts nothing', async () => {
    server.script({ usage: 'none', pieces: ['twelve', ' signs'] });
    const asked = { ...prompt, turns: [{ role: 'user' as const, text: 'What is it?' }] };
    const { usages } = await read(open({ prices: { input: 3, output: 15 } }), { asked });
    // 'Be brief.' and 'What is it?' are 20 characters, the reply 12.
    expect(usages).toEqual([
      { model: `${provider}/small-1`, inputTokens: 5, outputTokens: 3, cost: 0.000_06 },
    ]);
  });

  it('names the setting of a refused key, never the key', async () => {
    const error = await failureOf(open({ apiKey: 'wrong-key-1234' }));
    expect(error.message).toBe(
      `${provider}/small-1 refused LLM_API_KEY (401): set a valid key that may use this model.`,
    );
    expect(error.isRetryable).toBe(false);
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain('wrong-key-1234');
    expect(error.cause).toBeUndefined();
    expect(server.requests()).toHaveLength(1);
  });

  it('names the URL and the setting if nothing listens there', async () => {
    const gone = await startFakeChatServer();
    await gone.close();
    // One attempt: a second would begin after the time is over.
    const model = open({ baseUrl: `${gone.origin}/v1`, settings: 'FALLBACK_LLM', timeoutSeconds: 0.4 });
    const error = await failureOf(model);
    expect(error.message).toBe(
      `${provider}/small-1 could not be reached at ${gone.origin} (ECONNREFUSED): check the network and base_url in FALLBACK_LLM.`,
    );
    expect(error.isRetryable).toBe(true);
  });

  it('reports how long it waited for a reply that does not begin or stops', async () => {
    server.script({ hangsAfter: 0 }, { hangsAfter: 1 });
    const atOnce = await failureOf(open({ timeoutSeconds: 0.3 }));
    const later = await failureOf(open({ timeoutSeconds: 1 }));

    expect(atOnce.message).toBe(
      `${provider}/small-1 did not answer within 0.3 s (see timeout_seconds in LLM_OPTIONS).`,
    );
    expect(later.message).toBe(
      `${provider}/small-1 sent nothing for 1 s in the middle of its reply (see timeout_seconds in LLM_OPTIONS).`,
    );
    expect([atOnce.isRetryable, later.isRetryable]).toEqual([true, true]);
    expect(server.requests()).toHaveLength(2);
  });

  it.each([
    ['words', { body: '<html>Welcome</html>' }],
    ['events of something else', { body: 'data: {"weather":"fine"}\n\n', headers: SSE }],
    ['events that are no JSON', { body: 'data: fine weather\n\n', headers: SSE }],
  ])('does not accept %s as a reply', async (_, reply) => {
    server.always(reply);
    expect((await failureOf(open({ timeoutSeconds: 0.4 }))).message).toMatch(
      /cannot be read: check LLM_PROVIDER and LLM_BASE_URL\.$/,
    );
  });

  it('fails on an empty reply, and reports tokens spent on thinking', async () => {
    server.script(
      { pieces: [] },
      { pieces: [], finish: 'length', usage: { inputTokens: 9, outputTokens: 200 } },
    );
    expect((await failureOf(open())).message).toBe(`${provider}/small-1 returned an empty reply.`);
    expect((await failureOf(open())).message).toBe(
      `${provider}/small-1 used its 200 tokens before the first word: raise LLM_MAX_OUTPUT_TOKENS.`,
    );
    expect(server.requests()).toHaveLength(2);
  });
});

const SSE = { 'content-type': 'text/event-stream' };

describe('a reply', () => {
  it('is requested with the temperature and token limit of the prompt', async () => {
    await read(modelWith(), { asked: { ...prompt, temperature: 0.2 } });
    await read(modelWith());
    await read(modelWith({ provider: 'anthropic' }), { asked: { ...prompt, temperature: 0.2 } });
    await read(modelWith({ provider: 'google' }), { asked: { ...prompt, temperature: 0.2 } });

    const [compatible, plain, anthropic, google] = server.requests().map(({ body }) => body);
    expect(compatible).toMatchObject({ model: 'small-1', temperature: 0.2, max_tokens: 200, stream: true });
    expect(compatible.stream_options).toEqual({ include_usage: true });
    expect(plain).not.toHaveProperty('temperature');
    expect(anthropic).toMatchObject({ model: 'small-1', temperature: 0.2, max_tokens: 200 });
    expect(google.generationConfig).toEqual({ temperature: 0.2, maxOutputTokens: 200 });
  });

  it.each(PROVIDERS)(
    'is asked for in turns that the user begins, as providers want it: %s',
    async (provider) => {
      const turns = [
        { role: 'assistant' as const, text: 'Welcome!' },
        { role: 'user' as const, text: 'Hello?' },
        { role: 'user' as const, text: 'How long?' },
        { role: 'assistant' as const, text: 'Ten minutes.' },
        { role: 'user' as const, text: 'And then?' },
      ];
      await read(modelWith({ provider }), { asked: { ...prompt, turns } });
      expect(server.requests()[0]?.turns).toEqual([
        { role: 'user', text: 'Hello?\n\nHow long?' },
        { role: 'assistant', text: 'Ten minutes.' },
        { role: 'user', text: 'And then?' },
      ]);
    },
  );

  it('needs no key if the setting is empty', async () => {
    const open = await startFakeChatServer();
    const { pieces } = await read(modelWith({ baseUrl: `${open.origin}/v1`, apiKey: undefined }));
    expect(pieces).toHaveLength(6);
    expect(open.requests()[0]?.headers.authorization).toBeUndefined();
    await open.close();
  });

  it('excludes the reasoning of the model', async () => {
    const chunk = (delta: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const body = [
      chunk({ reasoning_content: 'They ask about dough.' }),
      chunk({ reasoning: 'I know that.' }),
      chunk({ content: 'An hour.' }, 'stop'),
    ].join('');
    server.script({ body, headers: SSE });
    const { pieces, usages } = await read(modelWith());

    expect(pieces).toEqual(['An hour.']);
    expect(usages[0]?.outputTokens).toBe(2);
  });

  it('is requested without instructions if there are none', async () => {
    await read(modelWith({ provider: 'anthropic' }), { asked: { ...prompt, instructions: '' } });
    expect(server.requests()[0]?.body).not.toHaveProperty('system');
  });

  it('is not requested more often than configured', async () => {
    const model = modelWith({ requestsPerMinute: 1, timeoutSeconds: 1 });
    await read(model);
    const error = await failureOf(model);
    expect(error.message).toBe(
      'openai-compatible/small-1 had no room for another request within 1 s (see requests_per_minute in LLM_OPTIONS).',
    );
    expect(error.isRetryable).toBe(true);
    expect(server.requests()).toHaveLength(1);
  });
});

describe('the cost of a reply', () => {
  it.each([
    { usage: { inputTokens: 1_200, outputTokens: 80 }, cost: 0.0048 },
    { usage: { inputTokens: 1, outputTokens: 1 }, cost: 0.000_018 },
  ])('is $cost for $usage at 3 and 15 per million', async ({ usage, cost }) => {
    server.script({ usage });
    const { usages } = await read(modelWith({ prices: { input: 3, output: 15 } }));
    expect(usages).toEqual([{ model: 'openai-compatible/small-1', ...usage, cost }]);
  });

  it('ignores impossible counts', async () => {
    server.script({ pieces: ['twelve', ' signs'], usage: { inputTokens: -7, outputTokens: 0.5 } });
    const { usages } = await read(modelWith());
    expect(usages).toEqual([
      { model: 'openai-compatible/small-1', inputTokens: Math.ceil(60 / 4), outputTokens: 3 },
    ]);
  });
});

describe('a failure', () => {
  it('does not wait too long for a retry, and passes Retry-After on', async () => {
    server.script({ status: 429, headers: { 'retry-after': '30' } });
    const error = await failureOf(modelWith({ timeoutSeconds: 60 }));
    expect(error.message).toBe('openai-compatible/small-1 is rate limited, or its quota is used up (429).');
    expect(error).toMatchObject({ isRetryable: true, retryAfterSeconds: 30 });
    expect(server.requests()).toHaveLength(1);
  });

  it('is final after the third attempt', async () => {
    server.always({ status: 503, headers: { 'retry-after-ms': '1' } });
    const error = await failureOf(modelWith());
    expect(error.message).toBe('openai-compatible/small-1 failed at the provider (503).');
    expect(server.requests()).toHaveLength(3);
  });

  it.each([
    [
      404,
      { error: { message: 'no such model' } },
      /not found by the provider.*LLM_MODEL and LLM_BASE_URL\.$/,
    ],
    [
      400,
      { error: { message: `too long\nfor ${FAKE_CHAT_KEY}` } },
      /refused the request \(400\): too long for …$/,
    ],
  ])('is not retried on %i', async (status, body, sentence) => {
    server.script({ status, body });
    const error = await failureOf(modelWith());
    expect(error.message).toMatch(sentence);
    expect(error.isRetryable).toBe(false);
    expect(server.requests()).toHaveLength(1);
  });

  it('does not quote the provider if its stream fails', async () => {
    server.script({ failsAfter: 1 });
    expect((await failureOf(modelWith())).message).not.toContain(FAKE_CHAT_FAULT);
  });
});
