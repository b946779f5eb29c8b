import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import { fill } from './fill.ts';
import { loadWithQueries } from './load.ts';
import { createQueryMaker } from './texts.ts';

/** The figures of the whole service, each with its goal. */
export type Figure = { what: string; value: number; unit: string; goal: string };

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Cold start with an empty folder, and idle memory. The very first start compiles and is left out. */
export async function benchStart(): Promise<Figure[]> {
  const readyAfterMs: number[] = [];
  let idleMb = 0;
  for (let round = 0; round < 6; round++) {
    const server = await startServerProcess();
    if (round > 0) readyAfterMs.push(server.readyAfterMs);
    if (round === 5) {
      await pause(25_000);
      idleMb = server.rssMb();
    }
    await server.stop();
  }
  return [
    {
      what: 'cold start to /readyz, empty folder (median of 5)',
      value: median(readyAfterMs),
      unit: 'ms',
      goal: '<= 1,000',
    },
    { what: 'idle memory', value: idleMb, unit: 'MB', goal: '<= 150' },
  ];
}

/** 1,000 texts of 600 words through the REST API until all are searchable. */
export async function benchIngest(): Promise<Figure[]> {
  const server = await startServerProcess();
  const cold = await fill(server, { count: 1_000, words: 600, seed: 1 });
  const warm = await fill(server, { count: 1_000, words: 600, seed: 2 });
  const memoryMb = server.rssMb();
  await server.stop();
  const warmChunks = warm.chunks - cold.chunks;
  return [
    {
      what: 'ingest, 1,000 texts of 600 words, first after the start',
      value: cold.chunks / cold.seconds,
      unit: 'chunks/s',
      goal: '>= 2,000',
    },
    { what: 'ingest, the second 1,000 texts', value: warmChunks / warm.seconds, unit: 'chunks/s', goal: '' },
    {
      what: 'texts accepted, the second 1,000',
      value: 1_000 / warm.acceptedAfterSeconds,
      unit: 'texts/s',
      goal: '',
    },
    { what: 'memory after 2,000 texts', value: memoryMb, unit: 'MB', goal: '' },
  ];
}

/** Hybrid queries at 10,000 chunks beside the bare route, and beside ingestion. */
export async function benchQueries(): Promise<Figure[]> {
  const server = await startServerProcess();
  const { chunks } = await fill(server, { count: 100, words: 15_000 });
  const { text: body } = await server.call('POST', '/v1/query', { query: createQueryMaker(7)() });
  const ratios: number[] = [];
  for (let round = 0; round < 3; round++) {
    const ours = await loadWithQueries(server.baseUrl, server.key, { clients: 8, seconds: 4 });
    const bare = await withBareServer(body, (url) =>
      loadWithQueries(url, server.key, { clients: 8, seconds: 4 }),
    );
    if (ours.errors + bare.errors > 0) throw new Error('some requests failed');
    ratios.push(ours.requestsPerSecond / bare.requestsPerSecond);
    console.error(`  hybrid ${ours.requestsPerSecond} requests/s, bare ${bare.requestsPerSecond}`);
  }
  const idle = await loadWithQueries(server.baseUrl, server.key, { clients: 2, seconds: 6 });
  const ingesting = fill(server, { count: 800, words: 600, clients: 2, seed: 3 });
  const busy = await loadWithQueries(server.baseUrl, server.key, {
    clients: 2,
    seconds: 6,
    warmUpSeconds: 0,
  });
  await ingesting;
  await server.stop();
  return [
    {
      what: `hybrid query at ${chunks.toLocaleString('en')} chunks: requests/s over those of a bare route (median of 3)`,
      value: 100 * median(ratios),
      unit: '%',
      goal: '>= 40',
    },
    { what: 'p99 of queries, idle', value: idle.p99Ms, unit: 'ms', goal: '' },
    {
      what: 'p99 of queries during ingestion, over the idle p99',
      value: busy.p99Ms / Math.max(1, idle.p99Ms),
      unit: 'x',
      goal: '<= 5',
    },
  ];
}

async function withBareServer<T>(body: string, use: (url: string) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bare-server.ts', import.meta.url))], {
    env: { ...process.env, BODY: body },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  try {
    return await use(line.toString().trim());
  } finally {
    child.kill();
  }
}

/** 100,000 chunks: the start, the first query, and the CPU of a query. */
export async function benchLarge(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-large-'));
  const first = await startServerProcess({ dataDir });
  const { chunks } = await fill(first, { count: 1_000, words: 15_000, clients: 2 });
  await first.stop();
  const server = await startServerProcess({
    dataDir,
    key: first.key,
    knowledgeBaseId: first.knowledgeBaseId,
  });
  const firstQueryMs = await timed(() => server.call('POST', '/v1/query', { query: 'hello' }));
  const perQuery = await cpuPerQuery(server, 'hybrid');
  const keyword = await cpuPerQuery(server, 'keyword');
  const memoryMb = server.rssMb();
  await server.stop();
  rmSync(dataDir, { recursive: true });
  const at = `at ${chunks.toLocaleString('en')} chunks`;
  return [
    { what: `cold start to /readyz ${at}`, value: server.readyAfterMs, unit: 'ms', goal: '<= 3,000' },
    {
      what: `first query after the start ${at} (loads the index)`,
      value: firstQueryMs,
      unit: 'ms',
      goal: '',
    },
    { what: `CPU of a hybrid query ${at}, HTTP included`, value: perQuery, unit: 'ms', goal: '<= 5' },
    { what: `CPU of a keyword query ${at}, HTTP included`, value: keyword, unit: 'ms', goal: '' },
    { what: `memory ${at}`, value: memoryMb, unit: 'MB', goal: '' },
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function cpuPerQuery(server: ServerProcess, searchType: string): Promise<number> {
  const makeQuery = createQueryMaker(3);
  const send = () => server.call('POST', '/v1/query', { query: makeQuery(), search_type: searchType });
  for (let count = 0; count < 200; count++) await send();
  const before = server.cpuMs();
  for (let count = 0; count < 1_000; count++) await send();
  return (server.cpuMs() - before) / 1_000;
}
