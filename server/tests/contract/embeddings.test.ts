import { createOpenAI } from '@ai-sdk/openai';
import { embed } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

const INSTANT = 'static-en-multi-256';
const DEEP = 'multilingual-e5-small';

let test: TestService;
let live: Client;
let openai: OpenAI;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  openai = new OpenAI({ apiKey: live.key, baseURL: `${live.baseUrl}/v1`, maxRetries: 0 });
});
afterAll(() => test.stop());

const dot = (a: readonly number[] = [], b: readonly number[] = []): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
const post = async (fields: object) =>
  await live.post('/v1/embeddings', { model: INSTANT, input: 'a', ...fields });

describe('POST /v1/embeddings', () => {
  it("OpenAI's client gets a vector of the length 1 for each text, near for near meanings", async () => {
    // The client asks for base64 and decodes it.
    const { data, model, usage } = await openai.embeddings.create({
      model: INSTANT,
      input: ['The cat sleeps on the sofa.', 'A kitten naps on the couch.', 'Interest rates rose in May.'],
    });
    expect(model).toBe(INSTANT);
    expect(data.map(({ index }) => index)).toEqual([0, 1, 2]);
    const [cat, kitten, rates] = data.map(({ embedding }) => embedding);
    expect(dot(cat, cat)).toBeCloseTo(1, 4);
    expect(dot(cat, kitten)).toBeGreaterThan(dot(cat, rates) + 0.2);
    expect(usage.prompt_tokens).toBeGreaterThan(10);
    expect(usage.total_tokens).toBe(usage.prompt_tokens);
  });

  it('float and base64 hold the same numbers', async () => {
    const floats = (await post({ encoding_format: 'float' })).body.data[0].embedding;
    const base64 = Buffer.from((await post({ encoding_format: 'base64' })).body.data[0].embedding, 'base64');
    expect(floats).toEqual([...new Float32Array(new Uint8Array(base64).buffer)]);
    expect((await post({})).body.data[0].embedding).toEqual(floats);
    expect((await post({ dimensions: 256 })).status).toBe(200);
  });

  it('the AI SDK embeds', async () => {
    const sdk = createOpenAI({ apiKey: live.key, baseURL: `${live.baseUrl}/v1` });
    const { embedding } = await embed({ model: sdk.embeddingModel(INSTANT), value: 'A cat.', maxRetries: 0 });
    expect(embedding).toHaveLength(256);
  });

  it('the largest request that the schema allows fits, with every character escaped', async () => {
    const input = Array(250).fill(`"${'\\u00e9'.repeat(4_000)}"`);
    const body = `{"model":"${INSTANT}","encoding_format":"base64","input":[${input.join(',')}]}`;
    const answer = await live.call('POST', '/v1/embeddings', body);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toHaveLength(250);
  });

  it('counts as a search', async () => {
    const queries = async () => (await live.get('/v1/usage')).body.data.totals.queries;
    const before = await queries();
    await post({ input: ['a', 'b'] });
    await expect.poll(queries).toBe(before + 1);
  });

  it.each([
    ['257 texts', 'input', { input: Array(257).fill('a') }],
    ['a text of 16,001 characters', 'input', { input: 'a'.repeat(16_001) }],
    ['tokens', 'input[0]', { input: [1, 2, 3] }],
    ['1,004,000 characters together', 'input', { input: Array(251).fill('a'.repeat(4_000)) }],
    ['no text', 'input', { input: [] }],
    ['an empty text', 'input', { input: '' }],
    ['other dimensions', 'dimensions', { dimensions: 64 }],
    ['another encoding', 'encoding_format', { encoding_format: 'hex' }],
    ['another kind of input', 'input_type', { input_type: 'image' }],
  ])('422 for %s', async (_, param, fields) => {
    expectError(await post(fields), 422, param);
  });

  it('404 for a model that is not bundled, with the names of those that are', async () => {
    const answer = await post({ model: 'text-embedding-3-small' });
    expectError(answer, 404, 'model');
    expect(answer.body.error.message).toContain(INSTANT);
  });
});

describe('the deep model of POST /v1/embeddings', () => {
  it('503 when it is switched off', async () => {
    const answer = await post({ model: DEEP });
    expectError(answer, 503);
    expect(answer.body.error.message).toContain(DEEP);
  });

  it('reads texts across languages, questions and passages apart', async () => {
    const both = await startTestService({ EMBEDDING_MODEL: '' });
    const deep = async (input: string[], input_type: string): Promise<number[][]> =>
      (await both.live.post('/v1/embeddings', { model: DEEP, input, input_type })).body.data.map(
        ({ embedding }: { embedding: number[] }) => embedding,
      );
    const passages = await deep(['Die Katze schläft auf dem Sofa.', 'Im Mai stiegen die Zinsen.'], 'passage');
    const [question] = await deep(['Where does the cat sleep?'], 'query');
    expect(question).toHaveLength(384);
    expect(dot(question, passages[0])).toBeGreaterThan(dot(question, passages[1]));
    await both.stop();
  });
});
