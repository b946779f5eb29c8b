import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ModelError } from '#models/model-error.ts';
import { passageText } from '#models/raw-embedder.ts';
import type { RawReranker } from '#models/raw-reranker.ts';
import {
  explainNetworkFailure,
  explainRefusal,
  explainTimeout,
  explainUnreadable,
  type ModelSubject,
  retryAfterOf,
} from './provider-failure.ts';
import { tryTwice } from './try-twice.ts';

export type RemoteRerankerOptions = {
  readonly provider: keyof typeof PROTOCOLS;
  /** `tei` serves only one model and takes no name. */
  readonly model?: string | undefined;
  /** The provider's default if absent; `tei` and `compatible` have none. */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Timeout for all requests of a query, including retries. */
  readonly timeoutSeconds: number;
};

type Protocol = {
  baseUrl: string;
  path: string;
  /** Passages per request. */
  most: number;
  body(model: string | undefined, query: string, passages: readonly string[]): unknown;
};

/** Asks for the relevance of all passages, however many. */
const documents =
  (top: 'top_n' | 'top_k'): Protocol['body'] =>
  (model, query, passages) => ({
    model,
    query,
    documents: passages,
    [top]: passages.length,
  });

const PROTOCOLS = {
  cohere: { baseUrl: 'https://api.cohere.com', path: '/v2/rerank', most: 1_000, body: documents('top_n') },
  jina: { baseUrl: 'https://api.jina.ai/v1', path: '/rerank', most: 1_000, body: documents('top_n') },
  voyage: { baseUrl: 'https://api.voyageai.com/v1', path: '/rerank', most: 1_000, body: documents('top_k') },
  // Text-embeddings-inference accepts 32 by default (--max-client-batch-size).
  tei: {
    baseUrl: '',
    path: '/rerank',
    most: 32,
    body: (_model, query, texts) => ({ query, texts, truncate: true }),
  },
  compatible: { baseUrl: '', path: '/rerank', most: 1_000, body: documents('top_n') },
} satisfies Record<string, Protocol>;

/** The reranker of a model behind an API. Nothing is sent before its first use. */
export function createRemoteReranker(options: RemoteRerankerOptions): RawReranker {
  const { provider, model, apiKey, timeoutSeconds } = options;
  const { most, body, path, baseUrl: ownUrl } = PROTOCOLS[provider];
  const name = model === undefined ? provider : `${provider}/${model}`;
  const subject: ModelSubject = { name, settings: 'RERANK', baseUrl: options.baseUrl ?? ownUrl, apiKey };
  const url = `${subject.baseUrl}${path}`;

  const judgeBatch = async (query: string, passages: readonly string[], signal: AbortSignal) =>
    inOrder(await post(url, body(model, query, passages), subject, signal), passages.length, subject);

  return {
    id: options.baseUrl === undefined ? name : `${name}/${hashOf(options.baseUrl)}`,
    name,
    async judge(query, passages, caller) {
      const timeout = AbortSignal.timeout(1000 * timeoutSeconds);
      const signal = caller ? AbortSignal.any([caller, timeout]) : timeout;
      const texts = passages.map(passageText);
      const batches: string[][] = [];
      for (let from = 0; from < texts.length; from += most) batches.push(texts.slice(from, from + most));
      try {
        const judged = await Promise.all(
          batches.map((batch) => tryTwice(() => judgeBatch(query, batch, signal), signal)),
        );
        return judged.flat();
      } catch (error) {
        caller?.throwIfAborted();
        throw timeout.aborted ? explainTimeout(subject, timeoutSeconds) : error;
      }
    },
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

const Judged = z.object({
  index: z.int().nonnegative(),
  relevance_score: z.number().optional(),
  score: z.number().optional(),
});
/** The answer in all protocols. */
const Answer = z.union([
  z.array(Judged),
  z.object({ results: z.array(Judged) }).transform(({ results }) => results),
  z.object({ data: z.array(Judged) }).transform(({ data }) => data),
]);

async function post(
  url: string,
  body: unknown,
  subject: ModelSubject,
  signal: AbortSignal,
): Promise<z.infer<typeof Answer>> {
  const { apiKey } = subject;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      signal,
    });
    text = await response.text();
  } catch (error) {
    signal.throwIfAborted();
    throw explainNetworkFailure(subject, error);
  }
  if (!response.ok) {
    throw explainRefusal(subject, {
      status: response.status,
      message: messageIn(text),
      retryAfterSeconds: retryAfterOf((name) => response.headers.get(name)),
    });
  }
  const answer = Answer.safeParse(parsed(text));
  if (!answer.success) throw explainUnreadable(subject);
  return answer.data;
}

/** The relevance of each passage in order; providers answer best first. */
function inOrder(judged: z.infer<typeof Answer>, count: number, subject: ModelSubject): number[] {
  const relevances = new Map(judged.map((one) => [one.index, one.relevance_score ?? one.score]));
  return Array.from({ length: count }, (_, index) => {
    const relevance = relevances.get(index);
    if (relevance === undefined) {
      throw new ModelError(`${subject.name} did not score all passages.`, { isRetryable: false });
    }
    return relevance;
  });
}

const Complaint = z.union([
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
]);

/** The message in an error body, wherever the provider puts it. */
const messageIn = (text: string): string => Complaint.safeParse(parsed(text)).data ?? '';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
