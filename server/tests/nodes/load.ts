import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../helpers/server-process.ts';
import type { Cluster } from './cluster.ts';

/** One request as its client saw it. status: 0 when the connection broke. */
type Seen = {
  what: 'add' | 'query' | 'chat';
  status: number;
  retryAfter: string | undefined;
  ms: number;
  node: ServerProcess;
  error: string;
};

/** What clients were told. */
export type Load = {
  seen: Seen[];
  agentId: string;
  /** The texts that were acknowledged: id -> a word that no other text has. */
  added: Map<string, string>;
  /** Session -> its turns that were answered, in their order. */
  turns: Map<string, { question: string; messageId: string }[]>;
  /** Lets the requests under way end, and sends no more. */
  stop(): Promise<void>;
};

/** A text that has a word of its own in each line. */
const textWith = (word: string, lines: number): string =>
  Array.from(
    { length: lines },
    (_, line) => `Line ${line} of the text about ${word} says something that nobody needs to read.`,
  ).join(' ');

/** So that no two loads add the same texts. */
let loads = 0;

/** Clients that add texts, search and chat, each request on another of the nodes that run, until they are stopped.
 *  texts: at most so many are added. lines: of each; eleven or twelve make a chunk. */
export async function startLoad(cluster: Cluster, { texts = 400, lines = 150 } = {}): Promise<Load> {
  const agentId = await cluster.addAgent();
  const loadNo = ++loads;
  const load: Omit<Load, 'stop'> = { seen: [], agentId, added: new Map(), turns: new Map() };
  let isStopping = false;
  let count = 0;
  const send = async (what: Seen['what'], path: string, body: unknown) => {
    const node = cluster.apis[count++ % cluster.apis.length];
    if (!node) {
      await sleep(50);
      return undefined;
    }
    const startedAt = performance.now();
    const answer = await node.call('POST', path, body).catch((error: Error) => ({
      status: 0,
      text: error.message,
      data: undefined as never,
      headers: {} as IncomingHttpHeaders,
    }));
    load.seen.push({
      what,
      status: answer.status,
      retryAfter: answer.headers['retry-after'],
      ms: performance.now() - startedAt,
      node,
      error: answer.status < 300 && answer.status > 0 ? '' : answer.text,
    });
    // A refusal is no invitation to ask again at once.
    await sleep(answer.status === 503 || answer.status === 0 ? 100 : 30);
    return answer;
  };
  const addTexts = async (client: number): Promise<void> => {
    for (let number = 0; !isStopping && load.added.size < texts; number++) {
      const word = `zyx${loadNo}q${client}q${number}`;
      const body = { type: 'text', name: word, content: textWith(word, lines) };
      const answer = await send('add', '/v1/knowledge-base/sources', body);
      if (answer?.status === 201) load.added.set((answer.data as { id: string }).id, word);
    }
  };
  const ask = async (): Promise<void> => {
    while (!isStopping)
      await send('query', '/v1/query', { query: 'what nobody needs to read', search_type: 'hybrid' });
  };
  const chat = async (client: number): Promise<void> => {
    const sessionId = `session ${client}`;
    const turns: { question: string; messageId: string }[] = [];
    load.turns.set(sessionId, turns);
    for (let number = 0; !isStopping; number++) {
      const question = `What does line ${number} say?`;
      const body = { message: question, session_id: sessionId };
      const answer = await send('chat', `/v1/agents/${agentId}/chat`, body);
      if (answer?.status === 200)
        turns.push({ question, messageId: (answer.data as { message_id: string }).message_id });
    }
  };
  const clients = [addTexts(0), addTexts(1), ask(), chat(0), chat(1)];
  return {
    ...load,
    stop: async () => {
      isStopping = true;
      await Promise.all(clients);
    },
  };
}

/** Resolves when so many texts more were acknowledged. */
export async function untilAdded({ added }: Load, more: number): Promise<void> {
  const enough = added.size + more;
  while (added.size < enough) await sleep(20);
}
