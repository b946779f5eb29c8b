import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerProcess } from '../server/tests/helpers/server-process.ts';
import { deepModelId, withServer, writeVectors } from './deep.ts';
import { fill } from './fill.ts';
import { loadWithQueries } from './load.ts';
import type { Figure } from './service.ts';

const CHUNKS = 1_000_000;
/** A hundred chunks each. */
const WORDS = 15_000;
const TEXTS_PER_ROUND = 250;
const ENV = { INDEX_MEMORY_MB: '3000', DEEP_CHUNKS_MAX: '2000000' };

/** A workspace of a million chunks on one node: what it takes to load, to hold and to search. The deep vectors point anywhere:
 *  reading a million chunks would take days, and a search costs the same. */
export async function benchMillion(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-million-'));
  try {
    return await benchIn(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

async function benchIn(dataDir: string): Promise<Figure[]> {
  const filled = await withServer({ dataDir, env: ENV }, async (server) => {
    const { key, knowledgeBaseId } = server;
    let [chunks, seconds] = [0, 0];
    for (let round = 1; chunks < CHUNKS; round++) {
      const added = await fill(server, { count: TEXTS_PER_ROUND, words: WORDS, seed: round });
      // `fill` counts the chunks of earlier rounds too.
      chunks = added.chunks;
      seconds += added.seconds;
    }
    return { key, knowledgeBaseId, chunks, seconds };
  });
  const { key, knowledgeBaseId, chunks, seconds } = filled;
  const measure = (env: Record<string, string>) =>
    withServer({ dataDir, key, knowledgeBaseId, env: { ...ENV, ...env } }, measureServer);
  const instant = await measure({});
  await writeVectors(dataDir, await deepModelId());
  const deep = await measure({ EMBEDDING_MODEL: '' });
  const figuresOf = (name: string, { load, one, many, queryMs, memoryMb }: typeof deep): Figure[] => [
    { what: `${name}: first query after a start`, value: load.seconds, unit: 's', goal: '' },
    { what: `${name}: CPU of it`, value: load.cpuSeconds, unit: 's', goal: '' },
    { what: `${name}: hybrid query, p50, one client`, value: one.p50Ms, unit: 'ms', goal: '<= 25' },
    { what: `${name}: CPU of a hybrid query`, value: queryMs, unit: 'ms', goal: '' },
    { what: `${name}: hybrid queries, 8 clients`, value: many.requestsPerSecond, unit: '1/s', goal: '' },
    { what: `${name}: memory under load`, value: memoryMb, unit: 'MB', goal: '<= 2,000' },
  ];
  return [
    { what: 'chunks', value: chunks, unit: '', goal: '' },
    { what: 'chunks a second, added', value: chunks / seconds, unit: '1/s', goal: '' },
    ...figuresOf('instant', instant),
    ...figuresOf('with deep vectors', deep),
  ];
}

async function measureServer(server: ServerProcess) {
  const [cpuMs, startedAt] = [server.cpuMs(), performance.now()];
  const { status } = await server.call('POST', '/v1/query', { query: 'river' });
  if (status !== 200) throw new Error(`The first query answered ${status}`);
  const load = {
    seconds: (performance.now() - startedAt) / 1_000,
    cpuSeconds: (server.cpuMs() - cpuMs) / 1_000,
  };
  const one = await loadWithQueries(server.baseUrl, server.key, { clients: 1, seconds: 20 });
  const cpuBefore = server.cpuMs();
  const many = await loadWithQueries(server.baseUrl, server.key, {
    clients: 8,
    seconds: 20,
    warmUpSeconds: 0,
  });
  const queryMs = (server.cpuMs() - cpuBefore) / many.requests;
  if (one.errors + many.errors > 0) throw new Error(`${one.errors + many.errors} queries failed`);
  return { load, one, many, queryMs, memoryMb: server.rssMb() };
}
