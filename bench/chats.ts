import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeChatServer } from '../server/tests/helpers/fake-chat-server.ts';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import { fill } from './fill.ts';
import { loadWithQueries } from './load.ts';
import type { Figure } from './service.ts';

const STREAMS = 200;

/** Chat at 10,000 chunks: extractive replies; what the service adds to a language model, here one that answers at once; and
 *  the memory of many open streams, from a model that never ends. */
export async function benchChats(): Promise<Figure[]> {
  return [...(await benchExtractive()), ...(await benchWithModel())];
}

async function benchExtractive(): Promise<Figure[]> {
  const server = await startServerProcess();
  const path = await chatPath(server);
  const endpoint = { path, bodyOf: (message: string) => ({ message }) };
  const one = await loadWithQueries(server.baseUrl, server.key, { clients: 1, seconds: 4, endpoint });
  const many = await loadWithQueries(server.baseUrl, server.key, { clients: 8, seconds: 4, endpoint });
  await server.stop();
  return [
    { what: 'a reply without a model, p50', value: one.p50Ms, unit: 'ms', goal: '<= 10' },
    {
      what: 'replies without a model, 8 clients',
      value: many.requestsPerSecond,
      unit: 'replies/s',
      goal: '>= 150',
    },
  ];
}

async function benchWithModel(): Promise<Figure[]> {
  const provider = await startFakeChatServer();
  // Filled by another process, so that its garbage isn't counted for the streams.
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-chats-'));
  const first = await startServerProcess({ dataDir });
  const path = await chatPath(first);
  await first.stop();
  const server = await startServerProcess({
    dataDir,
    key: first.key,
    env: { LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: `${provider.origin}/v1`, LLM_MODEL: 'fake' },
  });
  const model = await p50Of(() =>
    fetch(`${provider.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'fake', stream: true, messages: [{ role: 'user', content: 'Hello?' }] }),
    }).then((response) => response.text()),
  );
  const chat = await p50Of((round) =>
    server.call('POST', path, { message: `What of museum number ${round}?` }),
  );
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
  rmSync(dataDir, { recursive: true });
  return [
    { what: 'what a reply adds to the model, p50', value: chat - model, unit: 'ms', goal: '<= 15' },
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

/** Milliseconds, the median of 100 after 20. */
async function p50Of(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 120; round++) {
    const startedAt = performance.now();
    await work(round);
    if (round >= 20) times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[50] ?? Number.NaN;
}
