import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../fuzz/random.ts';
import { startFakeChatServer } from './fake-chat-server.ts';
import { serve } from './local-server.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import type { WatchedTable } from './watch-writes.ts';

/** Of the order in which requests of a race are sent; another one with RACE_SEED. Name it in what a failed test prints. */
export const RACE_SEED = Number(process.env['RACE_SEED'] ?? Date.now() % 2 ** 32);

/** Answers that say something else than what the database saw: a refusal of what was written, or a success of what was not. */
export const liesAmong = (outcomes: readonly Outcome[], written: ReadonlySet<string>): string[] =>
  outcomes
    .filter(({ effect }) => effect !== undefined)
    .filter(({ status, code, effect }) => (status < 300 && code === undefined) !== written.has(effect ?? ''))
    .map(({ kind, status, code, effect }) => `${kind} was answered ${status} ${code ?? ''}: ${effect}`);

/** Where the race takes place. */
export type Track = {
  /** Where requests are sent, and where keys are made and revoked: two nodes of one service, or one. */
  baseUrl: string;
  adminBaseUrl: string;
  adminKey: string;
  /** Of things that exist: an agent that answers, and a source that stays `processing`. */
  agent: string;
  base: string;
  waitingSource: string;
};

/** A service for a race, with all that its requests need. */
export type RacePlace = { server: ServerProcess; track: Track; close(): Promise<void> };

/** Starts a service in a process of its own, with a language model that takes its time. */
export async function openRacePlace(): Promise<RacePlace> {
  const llm = await startFakeChatServer();
  llm.answer(() => 'The pier is 300 metres long, and made of wood.');
  llm.always({ pauseMs: 10 });
  const silentSite = await serve(({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end();
  });
  const server = await startServerProcess({
    env: {
      INGEST_WORKERS: '1',
      URL_FETCH_SECONDS: '600',
      URL_FETCH_ALLOW_HOSTS: '127.0.0.1',
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'fake',
      LLM_BASE_URL: `${llm.origin}/v1`,
    },
  });
  const { baseUrl, key: adminKey, knowledgeBaseId: base } = server;
  const add = async (path: string, body: unknown): Promise<string> =>
    ((await server.call('POST', path, body)).data as { id: string }).id;
  const content = 'The pier is 300 metres long, and made of wood.';
  const indexed = await add(SOURCES, { type: 'text', name: 'Pier', content });
  await server.call('GET', `${SOURCES}/${indexed}?wait=30`);
  const agent = await add('/v1/agents', { name: 'Guide', knowledge_base_ids: [base] });
  // Its page never comes, so that it stays `processing`, and can be waited for.
  const waitingSource = await add(SOURCES, { type: 'url', name: 'Waiting', url: silentSite.origin });
  return {
    server,
    track: { baseUrl, adminBaseUrl: baseUrl, adminKey, agent, base, waitingSource },
    close: async () => {
      await server.stop();
      await Promise.all([llm.close(), silentSite[Symbol.asyncDispose]()]);
    },
  };
}

/** A request of the race as its client saw it. Times in milliseconds. */
export type Outcome = {
  kind: string;
  keyId: string;
  /** Of performance.now(). */
  sentAt: number;
  endedAt: number;
  status: number;
  /** Of an error, also one that ended a stream. */
  code: string | undefined;
  /** When the service made the answer, by its clock. */
  madeAt: number | undefined;
  text: string;
  /** The row that the request writes, as `watchWrites` names it; undefined for one that only reads. */
  effect: string | undefined;
};

export type Revocation = {
  keyId: string;
  /** When the answer to the revocation was there: of performance.now(), and of the clock. */
  returnedAt: number;
  returnedAtClock: number;
};

type Call = {
  kind: string;
  method: string;
  path: string;
  body?: unknown;
  effect?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Sent in parts with pauses. */
  upload?: { parts: (string | Buffer)[]; pauseMs: number };
};

type Race = {
  keys: number;
  requestsOfAKey: number;
  /** Keys that race at the same time. */
  atOnce: number;
};

const SOURCES = '/v1/knowledge-base/sources';
/** Of each key, each of which sends one request after another. */
const CLIENTS = 8;

/** Sends requests of all kinds with many keys, and revokes each key after a random number of them. */
export async function raceRevocations(
  track: Track,
  { keys, requestsOfAKey, atOnce }: Race,
): Promise<{ outcomes: Outcome[]; revocations: Revocation[] }> {
  const agent = new Agent({ keepAlive: true });
  const numbers = new Random(RACE_SEED);
  const random = (): number => numbers.next();
  const outcomes: Outcome[] = [];
  const revocations: Revocation[] = [];
  let begun = 0;
  const raceKeys = async (): Promise<void> => {
    while (begun < keys) {
      begun += 1;
      const { revocation, seen } = await raceOneKey(track, agent, requestsOfAKey, random);
      revocations.push(revocation);
      outcomes.push(...seen);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, raceKeys));
  agent.destroy();
  return { outcomes, revocations };
}

async function raceOneKey(
  track: Track,
  agent: Agent,
  requests: number,
  random: () => number,
): Promise<{ revocation: Revocation; seen: Outcome[] }> {
  const body = { name: 'Racer', scope: 'admin' };
  const create: Call = { kind: 'create', method: 'POST', path: '/v1/api-keys', body };
  const admin = { baseUrl: track.adminBaseUrl, key: track.adminKey, keyId: '' };
  const made = await send(agent, admin, create);
  const { id: keyId, key } = JSON.parse(made.text).data as { id: string; key: string };
  const own: Own = { keyId, sources: [], agents: [], count: 0 };
  const seen: Outcome[] = [];
  const race = async (call: Call): Promise<void> => {
    const outcome = await send(agent, { baseUrl: track.baseUrl, key, keyId }, call);
    seen.push(outcome);
    if (outcome.status !== 201) return;
    const { id } = JSON.parse(outcome.text).data as { id: string };
    if (call.path === SOURCES) own.sources.push(id);
    if (call.path === '/v1/agents') own.agents.push(id);
  };

  const { promise: isTime, resolve: itIsTime } = Promise.withResolvers<void>();
  const slow = slowCalls(track, own, random);
  const others = requests - slow.length;
  const revokedAfter = Math.floor(random() * (others - CLIENTS));
  const client = async (): Promise<void> => {
    while (own.count < others) {
      if (own.count === revokedAfter) itIsTime();
      await race(anyCall(track, own, random));
    }
  };
  const racing = Array.from({ length: CLIENTS }, client);
  await isTime;
  racing.push(...slow.map(race));
  await sleep(random() * 20);
  const revoke: Call = { kind: 'revoke', method: 'DELETE', path: `/v1/api-keys/${keyId}` };
  const { status } = await send(agent, admin, revoke);
  if (status !== 204) throw new Error(`The revocation answered ${status}.`);
  const revocation = { keyId, returnedAt: performance.now(), returnedAtClock: Date.now() };
  await Promise.all(racing);
  return { revocation, seen };
}

/** What a key has made so far. */
type Own = { keyId: string; sources: string[]; agents: string[]; count: number };

/** Requests that take long, so that they run when the key is revoked. */
function slowCalls(track: Track, { keyId }: Own, random: () => number): Call[] {
  const chat = { method: 'POST', path: `/v1/agents/${track.agent}/chat` };
  const asking = (name: string): { body: { message: string }; effect: string } => {
    const message = `${keyId} ${name}: how long is the pier?`;
    return { body: { message }, effect: `INSERT messages ${message}` };
  };
  const [one, inSession, stream] = [asking('chat'), asking('chat in a session'), asking('stream')];
  return [
    { kind: 'wait', method: 'GET', path: `${SOURCES}/${track.waitingSource}?wait=30` },
    { kind: 'chat', ...chat, ...one },
    { kind: 'chat in a session', ...chat, ...inSession, body: { ...inSession.body, session_id: keyId } },
    { kind: 'stream', ...chat, ...stream, body: { ...stream.body, stream: true } },
    {
      kind: 'upload',
      method: 'POST',
      path: SOURCES,
      effect: `INSERT sources ${keyId}`,
      upload: { ...uploadOf(keyId, 300_000), pauseMs: 20 + 20 * random() },
    },
  ];
}

/** A request of a random kind. All that it writes carries the id of its key. */
function anyCall(track: Track, own: Own, random: () => number): Call {
  own.count += 1;
  const name = `${own.keyId} ${own.count}`;
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  /** One that no other request deletes. */
  const take = (items: string[]): string | undefined =>
    items.splice(Math.floor(random() * items.length), 1)[0];
  const chat = `/v1/agents/${track.agent}/chat`;
  const message = `${name}: how long is the pier?`;
  const asked = `INSERT messages ${message}`;
  const read = (kind: string, path: string) => (): Call => ({ kind, method: 'GET', path });
  const write =
    (kind: string, method: string, path: string, body?: unknown, effect?: string) => (): Call => ({
      kind,
      method,
      path,
      body,
      effect,
      idempotencyKey: method === 'POST' && random() < 0.3 ? name : undefined,
    });
  const remove = (table: 'sources' | 'agents', path: string, prefix: string) => (): Call => {
    const id = take(own[table]) ?? unknown(prefix);
    return { kind: 'delete', method: 'DELETE', path: `${path}/${id}`, effect: `DELETE ${table} ${id}` };
  };
  const removeMany = (): Call => {
    const ids = [take(own.sources), take(own.sources)].filter((id) => id !== undefined);
    return {
      kind: 'bulk',
      method: 'POST',
      path: `${SOURCES}/bulk`,
      body: { action: 'delete', source_ids: [unknown('src'), ...ids] },
      ...(ids[0] !== undefined && { effect: `DELETE sources ${ids[0]}` }),
    };
  };
  const change = (table: 'sources' | 'agents', path: string, id: string | undefined, prefix: string) =>
    write('change', 'PATCH', `${path}/${id ?? unknown(prefix)}`, { name }, `UPDATE ${table} ${name}`);
  const upload = (bytes: number) => (): Call => ({
    kind: 'upload',
    method: 'POST',
    path: SOURCES,
    effect: `INSERT sources ${name}`,
    upload: { ...uploadOf(name, bytes), pauseMs: 10 * random() },
  });
  const make = (kind: string, path: string, body: object, table: WatchedTable) =>
    write(kind, 'POST', path, body, `INSERT ${table} ${name}`);
  const messages = [{ role: 'user', content: message }];
  const questions = [{ query: 'pier?', unanswerable: true }];
  const text = { type: 'text', name, content: `${name}: some text.` };
  const email = `${own.keyId}.${own.count}@example.com`;
  const hook = { url: 'http://127.0.0.1:1/', events: ['webhook.test'], description: name };
  const completion = { model: track.agent, messages, stream: true };
  /** How often a kind comes, beside the others. */
  const calls: [number, () => Call][] = [
    [10, read('read', `${SOURCES}?limit=5`)],
    [10, read('read', '/v1/agents?limit=5')],
    [15, read('read', `/v1/agents/${track.agent}`)],
    [15, read('read', `${SOURCES}/${track.waitingSource}`)],
    [5, read('query', '/v1/query?query=pier')],
    [5, write('query', 'POST', '/v1/query', { query: 'long pier' })],
    [1, write('chat', 'POST', chat, { message }, asked)],
    [1, write('chat in a session', 'POST', chat, { message, session_id: own.keyId }, asked)],
    [1, write('stream', 'POST', chat, { message, stream: true }, asked)],
    [1, write('stream', 'POST', '/v1/chat/completions', completion, asked)],
    [5, make('add', SOURCES, text, 'sources')],
    [3, upload(2_000)],
    [1, upload(300_000)],
    [4, change('sources', SOURCES, pick(own.sources) ?? track.waitingSource, 'src')],
    [3, remove('sources', SOURCES, 'src')],
    [2, removeMany],
    [4, make('make an agent', '/v1/agents', { name, knowledge_base_ids: [track.base] }, 'agents')],
    [4, change('agents', '/v1/agents', pick(own.agents), 'agt')],
    [3, remove('agents', '/v1/agents', 'agt')],
    [3, make('make a knowledge base', '/v1/knowledge-bases', { name }, 'knowledge_bases')],
    [3, make('make a key', '/v1/api-keys', { name, scope: 'read_only' }, 'api_keys')],
    [1, make('make a webhook', '/v1/webhooks', hook, 'webhooks')],
    [2, write('invite', 'POST', '/v1/invitations', { role: 'viewer', email }, `INSERT invitations ${email}`)],
    [1, make('evaluate', '/v1/evaluations', { name, questions }, 'evaluations')],
  ];
  let left = random() * calls.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, call] of calls) {
    left -= weight;
    if (left < 0) return call();
  }
  return read('read', '/v1/agents')();
}

const unknown = (prefix: string): string => `${prefix}_${'0'.repeat(25)}`;

const BOUNDARY = 'race';

function uploadOf(name: string, bytes: number): { parts: (string | Buffer)[] } {
  const part = (head: string, value: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}`;
  const file = Buffer.alloc(bytes, 'The tide rises. ');
  const third = Math.floor(bytes / 3);
  return {
    parts: [
      `${part('name="type"', 'document')}\r\n${part('name="name"', name)}\r\n${part('name="file"; filename="a.txt"', '')}`,
      file.subarray(0, third),
      file.subarray(third, 2 * third),
      file.subarray(2 * third),
      `\r\n--${BOUNDARY}--\r\n`,
    ],
  };
}

function send(
  agent: Agent,
  { baseUrl, key, keyId }: { baseUrl: string; key: string; keyId: string },
  call: Call,
): Promise<Outcome> {
  const { kind, method, path, body, upload, effect, idempotencyKey } = call;
  const json = body === undefined ? '' : JSON.stringify(body);
  const length = upload
    ? upload.parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
    : Buffer.byteLength(json);
  const headers = {
    authorization: `Bearer ${key}`,
    ...(upload && { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(length > 0 && { 'content-length': length }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  const sentAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(`${baseUrl}${path}`, { method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('error', (error) => reject(new Error(`${kind} was cut off`, { cause: error })));
      response.on('end', () => {
        const endedAt = performance.now();
        resolve({
          kind,
          keyId,
          sentAt,
          endedAt,
          status: response.statusCode ?? 0,
          text,
          effect,
          ...readAnswer(text),
        });
      });
    });
    outgoing.on('error', (error) => reject(new Error(`${kind} had no answer`, { cause: error })));
    if (upload) void drip(upload, outgoing);
    else outgoing.end(json);
  });
}

async function drip(
  { parts, pauseMs }: NonNullable<Call['upload']>,
  outgoing: ReturnType<typeof httpRequest>,
): Promise<void> {
  for (const part of parts) {
    if (outgoing.destroyed) return;
    outgoing.write(part);
    await sleep(pauseMs);
  }
  outgoing.end();
}

function readAnswer(text: string): Pick<Outcome, 'code' | 'madeAt'> {
  const madeAt = /"timestamp":"([^"]+)"/.exec(text)?.[1];
  return {
    code: /"error":\{"code":"(\w+)"/.exec(text)?.[1],
    madeAt: madeAt === undefined ? undefined : Date.parse(madeAt),
  };
}
