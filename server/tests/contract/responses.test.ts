import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace } from '../helpers/more-clients.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const WARRANTY = 'What does the warranty of the espresso machine cover?';
const FOLLOW_UP = 'For how long?';
const REFUND = 'How many days do customers have to return an item?';

let test: TestService;
let live: Client;
let base: string;
let agent: string;
let openai: OpenAI;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  base = await defaultKnowledgeBase(live);
  await live.addText('Refund policy', 'Customers may return any item within 30 days of the purchase.');
  await live.addText('Warranty', 'The warranty of the espresso machine covers broken pumps for two years.');
  agent = await createAgent();
  openai = new OpenAI({ apiKey: live.key, baseURL: `${live.baseUrl}/v1`, maxRetries: 0 });
});
afterAll(() => test.stop());

const createAgent = async (): Promise<string> =>
  (await live.post('/v1/agents', { name: 'Desk', knowledge_base_ids: [base] })).body.data.id;
const sessionsOf = async (id: string) =>
  (await live.get(`/v1/agents/${id}/conversations?limit=100`)).body.data;

type Sources = { sources: { name: string }[]; session_id: string; message_id: string };
type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming;
const respond = async (body: Partial<Body>) =>
  (await openai.responses.create({ model: agent, input: REFUND, ...body })) as OpenAI.Responses.Response &
    Sources;

describe('POST /v1/responses', () => {
  it("the answer has OpenAI's shape, with sources as annotations", async () => {
    const response = await respond({ instructions: 'Be a pirate.', metadata: { channel: 'web' } });
    expect(response.output_text).toContain('30 days');
    expect(response).toMatchObject({
      id: expect.stringMatching(/^resp_/),
      object: 'response',
      status: 'completed',
      model: agent,
      error: null,
      instructions: null,
      metadata: { channel: 'web' },
      output: [
        {
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', annotations: [{ type: 'url_citation', title: 'Refund policy' }] }],
        },
      ],
      usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
      sources: [{ name: 'Refund policy' }],
    });
  });

  it('a stream has the events of OpenAI, numbered, and ends with the whole answer', async () => {
    const stream = await openai.responses.create({ model: agent, input: REFUND, stream: true });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.annotation.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
    const last = events.at(-1);
    const done = last?.type === 'response.completed' ? last.response : undefined;
    const text = events.flatMap((event) =>
      event.type === 'response.output_text.delta' ? [event.delta] : [],
    );
    expect(done?.output[0]).toMatchObject({ content: [{ text: text.join('') }] });
    expect(await respond({ previous_response_id: done?.id ?? '' })).toMatchObject({
      previous_response_id: done?.id,
    });
  });

  it("OpenAI's stream helper reads it", async () => {
    const response = await openai.responses.stream({ model: agent, input: REFUND }).finalResponse();
    expect(response.output_text).toContain('30 days');
  });

  it('`previous_response_id` continues the session from that response', async () => {
    const model = await createAgent();
    const first = await respond({ model, input: WARRANTY });
    const second = await respond({ model, input: FOLLOW_UP, previous_response_id: first.id });
    expect(second).toMatchObject({ session_id: first.session_id, sources: [{ name: 'Warranty' }] });
    await respond({ model, input: REFUND, previous_response_id: second.id });
    // Back to the first: what came later is not its context.
    const branch = await respond({ model, input: FOLLOW_UP, previous_response_id: first.id });
    expect(branch.sources[0]?.name).toBe('Warranty');
    expect(await sessionsOf(model)).toMatchObject([{ message_count: 8 }]);
  });

  it('404 for a previous response that is unknown, of another agent or of another workspace', async () => {
    const first = await respond({});
    const theirs = (await addWorkspace(test)).live;
    const theirBase = await defaultKnowledgeBase(theirs);
    const body = { name: 'Theirs', knowledge_base_ids: [theirBase] };
    const their = (await theirs.post('/v1/agents', body)).body.data.id;
    const foreign = await theirs.post('/v1/responses', { model: their, input: REFUND });
    const ids = ['resp_1', 'resp_', `${first.id}x`, first.id.replace('resp', 'msg'), foreign.body.id];
    for (const previous_response_id of ids) {
      const answer = await live.post('/v1/responses', { model: agent, input: REFUND, previous_response_id });
      expectError(answer, 404, 'previous_response_id');
      expect(answer.body.error).toMatchObject({ type: 'not_found_error', param: 'previous_response_id' });
    }
    const other = { model: await createAgent(), input: REFUND, previous_response_id: first.id };
    expectError(await live.post('/v1/responses', other), 404, 'previous_response_id');
  });

  it('`store: false` keeps no conversation, and nothing can follow it', async () => {
    const model = await createAgent();
    const { id, ...response } = await respond({ model, store: false });
    expect(response).toMatchObject({ store: false });
    expect(await sessionsOf(model)).toEqual([]);
    const next = { model, input: FOLLOW_UP, previous_response_id: id };
    expectError(await live.post('/v1/responses', next), 404, 'previous_response_id');
  });

  it('messages are the context, and a reply may be named instead of sent, as the AI SDK does', async () => {
    const model = await createAgent();
    const input = [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'input_text', text: WARRANTY }] },
      { role: 'assistant', content: [{ type: 'output_text', text: 'Broken pumps.' }] },
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { role: 'user', content: FOLLOW_UP },
    ] as unknown as OpenAI.Responses.ResponseInput;
    expect((await respond({ model, input })).sources[0]?.name).toBe('Warranty');

    const fresh = await createAgent();
    const sdk = createOpenAI({ apiKey: live.key, baseURL: `${live.baseUrl}/v1` });
    const first = await generateText({ model: sdk(fresh), prompt: WARRANTY, maxRetries: 0 });
    const second = await generateText({
      model: sdk(fresh),
      maxRetries: 0,
      messages: [
        { role: 'user', content: WARRANTY },
        ...first.response.messages,
        { role: 'user', content: FOLLOW_UP },
      ],
    });
    expect(second.sources.map((source) => source.title)).toEqual(['Warranty']);
    expect(await sessionsOf(fresh)).toMatchObject([{ message_count: 4 }]);
  });

  it('a repeated request with its Idempotency-Key gets the same answer, also as a stream', async () => {
    const key = { 'idempotency-key': 'one-response' };
    const body = { model: agent, input: REFUND };
    const first = await live.call('POST', '/v1/responses', body, key);
    expect((await live.call('POST', '/v1/responses', body, key)).body).toEqual(first.body);
  });

  const wrong: [title: string, param: string, fields: object][] = [
    ['an image', 'input[0].content', { input: [{ role: 'user', content: [{ type: 'input_image' }] }] }],
    ['a file', 'input[0].content', { input: [{ role: 'user', content: [{ type: 'input_file' }] }] }],
    ['no message of the user', 'input', { input: [{ role: 'system', content: 'Hello' }] }],
    ['no message at all', 'input', { input: [] }],
    ['a blank message', 'input', { input: ' ' }],
    ['an input that is a number', 'input', { input: 7 }],
    ['work in the background', 'background', { background: true }],
    ['a conversation of OpenAI', 'conversation', { conversation: 'conv_1' }],
    ['a stored prompt', 'prompt', { prompt: { id: 'pmpt_1' } }],
    ['a tool that must be called', 'tool_choice', { tool_choice: 'required' }],
    ['JSON without a language model', 'text.format.type', { text: { format: { type: 'json_object' } } }],
    ['an empty session id', 'session_id', { session_id: '' }],
  ];
  it.each(wrong)('422 for %s', async (_, param, fields) => {
    const answer = await live.post('/v1/responses', { model: agent, input: REFUND, ...fields });
    expectError(answer, 422, param);
    expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', param });
  });

  it('tools that may be called are ignored', async () => {
    const tools = [{ type: 'web_search' }] as unknown as OpenAI.Responses.Tool[];
    expect((await respond({ tools, tool_choice: 'auto', background: false })).output_text).toContain('30');
  });
});
