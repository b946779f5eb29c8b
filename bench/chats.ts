import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFakeChatServer } from '../server/tests/helpers/fake-chat-server.ts';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import { deepModelId, writeVectors } from './deep.ts';
import { fill } from './fill.ts';
import { type Load, loadWithQueries } from './load.ts';
import type { Figure } from './service.ts';
import { createQueryMaker } from './texts.ts';

const STREAMS = 200;
/** Sent one after another to count the CPU of one. */
const COUNTED = 400;

/** Chat at 10,000 chunks: replies without a language model, by the instant pass and with what the deep model has read (vectors
 *  that point anywhere, see deep.ts); replies of a model that answers at once; and the memory of many open streams, from a
 *  model that never ends. */
export async function benchChats(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-chats-'));
  const first = await startServerProcess({ dataDir });
  const path = await chatPath(first);
  const { key } = first;
  await first.stop();
  const start = (env: Record<string, string> = {}) => startServerProcess({ dataDir, key, env });

  const instant = await measure(await start(), path);
  const stub = await startStub();
  const model = await measure(await start(modelAt(stub.origin)), path);
  stub.stop();
  const streams = await memoryOfStreams(start, path);
  await writeVectors(dataDir, await deepModelId());
  const deep = await measure(await start({ EMBEDDING_MODEL: '' }), path);
  rmSync(dataDir, { recursive: true });
  return [
    { what: 'a reply without a model, p50', value: deep.one.p50Ms, unit: 'ms', goal: '<= 40' },
    {
      what: 'replies without a model, 8 clients',
      value: deep.many.requestsPerSecond,
      unit: 'replies/s',
      goal: '>= 60',
    },
    { what: 'CPU of a reply without a model', value: deep.cpuMs, unit: 'ms', goal: '' },
    { what: 'the same by the instant pass only, p50', value: instant.one.p50Ms, unit: 'ms', goal: '' },
    {
      what: 'replies without a model by the instant pass only, 8 clients',
      value: instant.many.requestsPerSecond,
      unit: 'replies/s',
      goal: '',
    },
    { what: 'CPU of a reply by the instant pass only', value: instant.cpuMs, unit: 'ms', goal: '' },
    {
      what: 'CPU of a reply with a language model that answers at once',
      value: model.cpuMs,
      unit: 'ms',
      goal: '<= 5',
    },
    {
      what: 'replies with a language model that answers at once, 8 clients',
      value: model.many.requestsPerSecond,
      unit: 'replies/s',
      goal: '>= 250',
    },
    { what: 'p50 of them, one client', value: model.one.p50Ms, unit: 'ms', goal: '' },
    ...streams,
  ];
}

const modelAt = (origin: string): Record<string, string> => ({
  LLM_PROVIDER: 'openai-compatible',
  LLM_BASE_URL: `${origin}/v1`,
  LLM_MODEL: 'stub',
});

type Measured = { one: Load; many: Load; cpuMs: number };

/** Ends the service. cpuMs: of all its threads, for one reply. */
async function measure(server: ServerProcess, path: string): Promise<Measured> {
  const endpoint = { path, bodyOf: (message: string) => ({ message }) };
  const one = await loadWithQueries(server.baseUrl, server.key, { clients: 1, seconds: 4, endpoint });
  const many = await loadWithQueries(server.baseUrl, server.key, { clients: 8, seconds: 6, endpoint });
  const makeQuestion = createQueryMaker(3);
  const before = server.cpuMs();
  for (let count = 0; count < COUNTED; count++) {
    const { status } = await server.call('POST', path, { message: makeQuestion() });
    if (status !== 200) throw new Error(`a chat answered ${status}`);
  }
  const cpuMs = (server.cpuMs() - before) / COUNTED;
  await server.stop();
  if (one.errors + many.errors > 0) throw new Error('some chats failed');
  return { one, many, cpuMs };
}

/** The stub in a process of its own, so that its work is not counted. */
async function startStub(): Promise<{ origin: string; stop(): void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./stub-model.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { origin: line.toString().trim(), stop: () => void child.kill() };
}

async function memoryOfStreams(
  start: (env: Record<string, string>) => Promise<ServerProcess>,
  path: string,
): Promise<Figure[]> {
  const provider = await startFakeChatServer();
  const server = await start(modelAt(provider.origin));
  for (let round = 0; round < 120; round++)
    await server.call('POST', path, { message: `What of museum number ${round}?` });
  const beforeMb = server.rssMb();
  provider.always({ hangsAfter: 0 });
  const abort = new AbortController();
  const streams = Array.from({ length: STREAMS }, (_, index) =>
    openStream(server, path, index, abort.signal),
  );
  await Promise.all(streams);
  const streamsMb = server.rssMb();
  abort.abort();
  await server.stop();
  await provider.close();
  return [
    { what: `memory with ${STREAMS} open streams`, value: streamsMb, unit: 'MB', goal: '<= 300' },
    { what: 'memory before them', value: beforeMb, unit: 'MB', goal: '' },
  ];
}

/** Opens a stream and waits for its first event. */
async function openStream(
  { baseUrl, key }: ServerProcess,
  path: string,
  index: number,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    signal,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: `What of museum number ${index}?`, stream: true }),
  });
  await response.body?.getReader().read();
}

/** Fills the service, creates an agent, and returns the path of its chat. */
async function chatPath(server: ServerProcess): Promise<string> {
  await fill(server, { count: 100, words: 15_000 });
  const { data } = await server.call('POST', '/v1/agents', {
    name: 'Guide',
    knowledge_base_ids: [server.knowledgeBaseId],
  });
  return `/v1/agents/${(data as { id: string }).id}/chat`;
}
