import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openE5 } from '../server/src/models/e5/open-e5.ts';
import { openStore } from '../server/src/storage/open-store.ts';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import { fill } from './fill.ts';
import { type Load, loadWithQueries } from './load.ts';
import type { Figure } from './service.ts';
import { createTextMaker } from './texts.ts';

const MODEL = fileURLToPath(new URL('../server/models/multilingual-e5-small', import.meta.url));
/** English-looking words of the bench take 1.5 tokens each. */
const WORDS_OF_A_PASSAGE = 133;
const PASSAGES = 20;
const LOAD = { clients: 8, seconds: 6 };

/** What the deep model costs: a passage and a question by themselves, then a service of 10,000 chunks with and without what the
 *  model has read. The vectors of that service point anywhere: reading 10,000 chunks would take an hour, and a search costs
 *  the same. */
export async function benchDeep(): Promise<Figure[]> {
  const reading = await measureReading();
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-deep-'));
  const first = await startServerProcess({ dataDir });
  const { chunks } = await fill(first, { count: 100, words: 15_000 });
  const { key, knowledgeBaseId } = first;
  await first.stop();
  const instant = await withServer({ dataDir, key, knowledgeBaseId }, measureQueries);
  await writeVectors(dataDir, reading.id);
  const env = { EMBEDDING_MODEL: '' };
  const deep = await withServer({ dataDir, key, knowledgeBaseId, env }, async (server) => {
    const measured = await measureQueries(server);
    const understanding = fill(server, { count: 10, words: 3_000, seed: 5 });
    const busy = await loadWithQueries(server.baseUrl, key, { clients: 2, seconds: 6, warmUpSeconds: 0 });
    await understanding;
    return { ...measured, busy };
  });
  rmSync(dataDir, { recursive: true });
  const at = `at ${chunks.toLocaleString('en')} chunks`;
  return [
    {
      what: 'passages of 200 tokens a second and core',
      value: 1_000 / reading.passageMs,
      unit: '1/s',
      goal: '>= 9',
    },
    { what: 'CPU of a question of 12 words', value: reading.questionMs, unit: 'ms', goal: '' },
    { what: `deep hybrid query ${at}, p50, one client`, value: deep.one.p50Ms, unit: 'ms', goal: '<= 20' },
    { what: `hybrid queries ${at}, 8 clients`, value: deep.many.requestsPerSecond, unit: '1/s', goal: '' },
    {
      what: 'of these answered by the deep model',
      value: deepAnswers(deep.many),
      unit: '1/s',
      goal: '>= 120',
    },
    {
      what: `instant hybrid queries ${at}, 8 clients`,
      value: instant.many.requestsPerSecond,
      unit: '1/s',
      goal: '',
    },
    {
      what: 'p99 of deep queries while passages are read, over the idle p99',
      value: deep.busy.p99Ms / Math.max(1, deep.two.p99Ms),
      unit: 'x',
      goal: '<= 2',
    },
    { what: `memory ${at}, instant`, value: instant.memoryMb, unit: 'MB', goal: '' },
    { what: `memory ${at}, with the deep model in use`, value: deep.memoryMb, unit: 'MB', goal: '<= 220' },
  ];
}

const deepAnswers = ({ requestsPerSecond, degraded }: Load): number => requestsPerSecond * (1 - degraded);

/** Milliseconds of CPU, of all threads, for a passage and for a question, by one thread. */
async function measureReading(): Promise<{ id: string; passageMs: number; questionMs: number }> {
  const model = openE5({ folder: MODEL, cores: 1 });
  const make = createTextMaker(11);
  const patient = { patienceMs: 60_000 };
  await model.embedPassage(make(WORDS_OF_A_PASSAGE), []);
  await model.embedQuery(make(12), patient);
  const cpuMsOf = async (read: () => Promise<unknown>): Promise<number> => {
    const before = cpuTicks();
    for (let i = 0; i < PASSAGES; i++) await read();
    return (10 * (cpuTicks() - before)) / PASSAGES;
  };
  const passageMs = await cpuMsOf(() => model.embedPassage(make(WORDS_OF_A_PASSAGE), []));
  const questionMs = await cpuMsOf(() => model.embedQuery(make(12), patient));
  await model.close();
  return { id: model.id, passageMs, questionMs };
}

/** Hundredths of a second that the threads of this process have computed. */
const cpuTicks = (): number =>
  readdirSync('/proc/self/task').reduce((sum, thread) => {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + Number(fields[11]) + Number(fields[12]);
  }, 0);

type Measured = { one: Load; two: Load; many: Load; memoryMb: number };

async function measureQueries({ baseUrl, key, rssMb }: ServerProcess): Promise<Measured> {
  const one = await loadWithQueries(baseUrl, key, { clients: 1, seconds: 6 });
  const two = await loadWithQueries(baseUrl, key, { clients: 2, seconds: 6 });
  const many = await loadWithQueries(baseUrl, key, LOAD);
  const errors = one.errors + two.errors + many.errors;
  if (errors > 0) throw new Error(`${errors} queries failed`);
  return { one, two, many, memoryMb: rssMb() };
}

export async function withServer<T>(
  options: Parameters<typeof startServerProcess>[0],
  use: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await startServerProcess(options);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

export async function deepModelId(): Promise<string> {
  const model = openE5({ folder: MODEL, cores: 1 });
  await model.close();
  return model.id;
}

/** As if the model had read everything. */
export async function writeVectors(dataDir: string, modelId: string): Promise<void> {
  const store = await openStore({ dataDir, environment: 'live', indexMemoryBytes: 1e8, isOnlyServer: true });
  const [workspaceId] = await store.workspaceIds();
  if (!workspaceId) throw new Error(`${dataDir} has no workspace`);
  const workspace = store.workspace(workspaceId);
  const vector = (): Float32Array => Float32Array.from({ length: 384 }, () => Math.random() - 0.5);
  for (;;) {
    const pending = await workspace.understanding.pending({ limit: 1_000 });
    if (pending.length === 0) break;
    for (const source of pending) {
      const { source_id: sourceId, knowledge_base_id: knowledgeBaseId, revision, chunk_count } = source;
      await workspace.transaction(async (tx) => {
        const chunks = Array.from({ length: chunk_count }, () => ({ vector: vector(), blocks: [] }));
        const address = { sourceId, revision, modelId };
        await tx.understanding.write({ ...address, knowledgeBaseId, firstPosition: 0, chunks });
        await tx.understanding.finish(address);
      });
    }
  }
  await store.close();
}
