import { Agent, request as sendRequest } from 'node:http';
import { createOneOfEach } from '../helpers/operations.ts';
import { createClient, defaultKnowledgeBase } from '../helpers/start-test-service.ts';
import { type Document, type FuzzRequest, requestMaker } from './make-request.ts';
import { Random } from './random.ts';
import type { Vocabulary } from './values.ts';

export type FuzzResult = {
  /** How many answers there were of each status; 0: none, because the connection was closed. */
  statuses: Record<number, number>;
  /** Answers of 500 and more, with what was sent. */
  faults: { status: number; request: string; answer: string }[];
};

const CONCURRENCY = 8;
/** An answer that has begun, such as a stream, is read for so long. */
const STREAM_MS = 300;
const KEPT_IDS = 400;

/** Sends so many requests, of every scope and to every operation, to a service on this machine. */
export async function runFuzz(
  target: { baseUrl: string; key: string },
  { requests, seed }: { requests: number; seed: number },
): Promise<FuzzResult> {
  if (new URL(target.baseUrl).hostname !== '127.0.0.1')
    throw new Error('Only a service on this machine is fuzzed.');
  const { make, learn, forget } = await prepare(target);
  const random = new Random(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const result: FuzzResult = { statuses: {}, faults: [] };
  let sent = 0;
  const work = async (): Promise<void> => {
    while (sent++ < requests) {
      const request = make(random);
      const { status, text } = await send(agent, target.baseUrl, request);
      result.statuses[status] = (result.statuses[status] ?? 0) + 1;
      if (status === 200 || status === 201) learn(text);
      if (status === 204) forget(request.path);
      if (status >= 500)
        result.faults.push({ status, request: describe(request), answer: text.slice(0, 500) });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  agent.destroy();
  return result;
}

/** One thing of each kind to begin with, a key of every scope, and ids as they are seen in answers. */
async function prepare(target: { baseUrl: string; key: string }) {
  const client = createClient(target.baseUrl, target.key);
  const ids = await createOneOfEach(client, 'fuzz');
  const base = await defaultKnowledgeBase(client);
  const keyOf = async (scope: string, more: object = {}): Promise<string> =>
    (await client.post('/v1/api-keys', { name: `Fuzz ${scope}`, scope, ...more })).body.data.key;
  const keys = [
    ...Array<string>(6).fill(target.key),
    await keyOf('admin'),
    await keyOf('read_write'),
    await keyOf('read_write'),
    await keyOf('read_only'),
    await keyOf('read_write', { knowledge_base_ids: [base] }),
    await keyOf('read_only', { knowledge_base_ids: [ids.spareBase] }),
  ];
  const known = new Map<string, string[]>();
  const learn = (text: string): void => {
    for (const [id, prefix = ''] of text.slice(0, 20_000).matchAll(/\b([a-z]{2,8})_[0-9a-z_]{10,80}\b/g)) {
      const list = known.get(prefix) ?? [];
      known.set(prefix, list);
      if (list.includes(id)) continue;
      list.push(id);
      if (list.length > KEPT_IDS) list.shift();
    }
  };
  /** Of what was deleted: the last id in the path. */
  const forget = (path: string): void => {
    const id = path.split(/[/?]/).findLast((part) => /^[a-z]{2,8}_[0-9a-z]+$/.test(part)) ?? '';
    const list = known.get(id.split('_')[0] ?? '');
    if (list && list.length > 1 && list.includes(id)) list.splice(list.indexOf(id), 1);
  };
  learn(JSON.stringify(ids));
  for (const path of ['/v1/agents', `/v1/agents/${ids.agent}/tokens`, '/v1/members', '/v1/webhooks'])
    learn(JSON.stringify((await client.get(path)).body));
  const document = (await client.get('/openapi.json')).body as Document;
  const words: Vocabulary = {
    schemas: document.components.schemas,
    idOf: (random, prefix) => {
      const lists = [...known.values()];
      const list = (prefix === undefined ? undefined : known.get(prefix)) ?? random.pick(lists);
      return random.pick(list);
    },
  };
  return { make: requestMaker(document, words, keys), learn, forget };
}

const describe = ({ method, path, headers, body }: FuzzRequest): string => {
  const { authorization: _, ...others } = headers;
  return `${method} ${path} ${JSON.stringify(others)} ${body?.toString().slice(0, 2_000) ?? ''}`;
};

/** The status, and the beginning of the text; a stream is left when it has lasted a while. */
function send(
  agent: Agent,
  baseUrl: string,
  { method, path, headers, body }: FuzzRequest,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    try {
      const outgoing = sendRequest(
        `${baseUrl}/`,
        {
          method,
          path,
          agent,
          headers: { ...headers, ...(body && { 'content-length': body.length }) },
        },
        (response) => {
          let text = '';
          const status = response.statusCode ?? 0;
          const timer = setTimeout(() => outgoing.destroy(), STREAM_MS);
          const end = (): void => {
            clearTimeout(timer);
            resolve({ status, text });
          };
          response.on('data', (bytes: Buffer) => {
            if (text.length < 100_000) text += bytes.toString();
          });
          response.on('end', end).on('close', end).on('error', end);
        },
      );
      outgoing.on('error', () => resolve({ status: 0, text: '' }));
      outgoing.end(body);
    } catch {
      // Headers and paths that Node does not send.
      resolve({ status: 0, text: '' });
    }
  });
}
