import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from './local-server.ts';

/** What a fake provider answers instead of what it was asked for. */
type Scripted = {
  status?: number;
  headers?: Record<string, string>;
  /** As it is sent; an object is sent as JSON. */
  body?: unknown;
  /** The answer comes so late. */
  afterMs?: number;
  /** The answer to a request comes after this. */
  // biome-ignore lint/suspicious/noExplicitAny: the body of any of the protocols.
  after?: (body: any) => Promise<unknown> | undefined;
  /** It never comes. */
  hangs?: true;
  /** The connection ends in the middle of the body. */
  breaksOff?: true;
  /** The right answer, changed. */
  // biome-ignore lint/suspicious/noExplicitAny: the body of any of the protocols.
  change?: (body: any) => unknown;
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into requests by name.
type Received = { path: string; headers: IncomingHttpHeaders; body: any };

/** A server that speaks the protocols of providers of models: embeddings of OpenAI and Google, reranking of Cohere, Jina,
 *  Voyage and text-embeddings-inference. Its vectors are made of the words of a text, so that texts are alike that share
 *  words. */
export type FakeModelServer = {
  /** `http://127.0.0.1:port`, without a slash. */
  readonly origin: string;
  /** What the next requests are answered, in their order; after that it answers what is asked for. */
  script(...replies: Scripted[]): void;
  /** What all requests are answered until it is called without a reply. */
  always(reply?: Scripted): void;
  /** How relevant a passage is to a query: 0 to 1, or as a logarithm of odds. The share of common words, unless set. */
  judge(relevance: (query: string, passage: string) => number): void;
  /** All so far, oldest first. */
  requests(): readonly Received[];
  close(): Promise<void>;
};

/** The key that the server takes. */
export const FAKE_KEY = 'fake-key-8d41';
export const FAKE_DIMENSIONS = 64;

/** needsKey: requests without FAKE_KEY are answered 401. */
export async function startFakeModelServer({ needsKey = false } = {}): Promise<FakeModelServer> {
  const received: Received[] = [];
  const scripted: Scripted[] = [];
  let standing: Scripted | undefined;
  let relevance = shareOfWords;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const one = {
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    };
    received.push(one);
    const reply = scripted.shift() ?? standing ?? {};
    if (reply.hangs) return;
    await sleep(reply.afterMs ?? 0);
    await reply.after?.(one.body);
    const isRefused = needsKey && !hasKey(request.headers);
    const right = isRefused
      ? { error: { message: 'Incorrect API key provided: fake-k…' } }
      : reply.status === undefined
        ? bodyFor(one, relevance)
        : {};
    const body = reply.change ? reply.change(right) : (reply.body ?? right);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(isRefused ? 401 : (reply.status ?? 200), {
      'content-type': 'application/json',
      ...reply.headers,
      ...(reply.breaksOff && { 'content-length': String(Buffer.byteLength(text) + 100) }),
    });
    if (reply.breaksOff) response.write(text, () => response.destroy());
    else response.end(text);
  };

  const server = await serve((request, response) => {
    void answer(request, response);
  });
  return {
    origin: server.origin,
    script: (...replies) => void scripted.push(...replies),
    always: (reply) => {
      standing = reply;
    },
    judge: (judged) => {
      relevance = judged;
    },
    requests: () => received,
    close: async () => await server[Symbol.asyncDispose](),
  };
}

const hasKey = (headers: IncomingHttpHeaders): boolean =>
  headers.authorization === `Bearer ${FAKE_KEY}` || headers['x-goog-api-key'] === FAKE_KEY;

function bodyFor({ path, body }: Received, relevance: (query: string, passage: string) => number): unknown {
  if (path.endsWith('/embeddings')) {
    const data = (body.input as string[]).map((text, index) => ({
      object: 'embedding',
      index,
      embedding: embeddingOf(text, body.dimensions),
    }));
    return { object: 'list', data, model: body.model, usage: { prompt_tokens: 1, total_tokens: 1 } };
  }
  if (path.endsWith(':embedContent')) return { embedding: { values: googleEmbedding(body) } };
  if (path.endsWith(':batchEmbedContents')) {
    return { embeddings: body.requests.map((one: object) => ({ values: googleEmbedding(one) })) };
  }
  const passages: string[] = body.texts ?? body.documents;
  const judged = passages.map((text, index) => ({ index, relevance: relevance(body.query, text) }));
  judged.sort((a, b) => b.relevance - a.relevance);
  if (body.texts) return judged.map((one) => ({ index: one.index, score: one.relevance }));
  const results = judged.map((one) => ({ index: one.index, relevance_score: one.relevance }));
  return 'top_k' in body ? { object: 'list', data: results } : { results };
}

// biome-ignore lint/suspicious/noExplicitAny: a request of Google's protocol.
const googleEmbedding = (request: any): number[] =>
  embeddingOf(request.content.parts[0].text, request.outputDimensionality);

/** Counts of words, each at a place that depends on the word alone. Not normalised. */
function embeddingOf(text: string, dimensions: number = FAKE_DIMENSIONS): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of wordsOf(text)) {
    let hash = 2_166_136_261;
    for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
    const place = (hash >>> 0) % dimensions;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}

function shareOfWords(query: string, passage: string): number {
  const words = wordsOf(query);
  const known = new Set(wordsOf(passage));
  return (0.5 + words.filter((word) => known.has(word)).length) / (1 + words.length);
}

/** Of three letters and more; a character each where no spaces stand between words. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]{3,}/gu) ?? [];
