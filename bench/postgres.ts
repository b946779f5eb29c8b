import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import { fill } from './fill.ts';
import { type Load, loadWithQueries } from './load.ts';
import type { Figure } from './service.ts';

const WORDS = 15_000;

/** PostgreSQL beside the embedded engine, in one run on one machine: the database shares the cores. `sources` texts of
 *  15,000 words are some 90 chunks each. */
export async function benchPostgres(sources = 1_110): Promise<Figure[]> {
  const databaseUrl = process.env['BENCH_DATABASE_URL'];
  if (!databaseUrl)
    throw new Error(
      'This bench needs PostgreSQL with pgvector: set BENCH_DATABASE_URL to a database that may be written.',
    );
  const schema = `bench_${randomUUID().slice(0, 8)}`;
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const env = { DATABASE_URL: databaseUrl, DATABASE_SCHEMA: schema };
  try {
    const embedded = await measure(await startServerProcess(), sources);
    const server = await startServerProcess({ env });
    const ours = await measure(server, sources, () => untilMerged(database, `${schema}_live`), false);
    const bytes = await bytesOf(database, `${schema}_live`);
    const nodes = await benchNodes(server, env);
    await server.stop();
    return figures({ embedded, ours, bytes, nodes });
  } finally {
    for (const environment of ['live', 'sandbox'])
      await database.query(`DROP SCHEMA IF EXISTS ${schema}_${environment} CASCADE`);
    await database.end();
  }
}

type Measured = {
  chunks: number;
  chunksPerSecond: number;
  mergedAfterSeconds: number;
  /** With words not yet queried since the start, and with the same again. */
  firstHybrid: Load;
  hybrid: Load;
  keyword: Load;
  semantic: Load;
  rssMb: number;
};

async function measure(
  server: ServerProcess,
  sources: number,
  settle: () => Promise<void> = async () => {},
  isStopped = true,
): Promise<Measured> {
  const { chunks, seconds } = await fill(server, { count: sources, words: WORDS, clients: 4 });
  const startedAt = performance.now();
  await settle();
  const mergedAfterSeconds = (performance.now() - startedAt) / 1_000;
  const ask = (search_type: string, warmUpSeconds = 2): Promise<Load> =>
    loadWithQueries(server.baseUrl, server.key, {
      clients: 1,
      seconds: 8,
      warmUpSeconds,
      endpoint: { path: '/v1/query', bodyOf: (query) => ({ query, search_type }) },
    });
  const measured = {
    chunks,
    chunksPerSecond: chunks / seconds,
    mergedAfterSeconds,
    firstHybrid: await ask('hybrid', 0),
    hybrid: await ask('hybrid'),
    keyword: await ask('keyword'),
    semantic: await ask('semantic'),
    rssMb: server.rssMb(),
  };
  for (const { errors } of [measured.firstHybrid, measured.hybrid, measured.keyword, measured.semantic])
    if (errors > 0) throw new Error('some requests failed');
  if (isStopped) await server.stop();
  return measured;
}

/** Waits for the background work: few chunks fresh, and all but a few vectors in the graph. */
export async function untilMerged(database: Client, schema: string): Promise<void> {
  for (;;) {
    const { rows } = await database.query(
      `SELECT (SELECT coalesce(sum(chunk_count), 0) FROM ${schema}.segments WHERE first_chunk_no IS NULL) AS fresh,
         (SELECT coalesce(sum(chunk_count - graph_count), 0) FROM ${schema}.search_indexes) AS outside`,
    );
    if (Number(rows[0].fresh) < 2_500 && Number(rows[0].outside) < 4_500) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function bytesOf(database: Client, schema: string): Promise<Record<string, number>> {
  await database.query('CHECKPOINT').catch(() => undefined);
  const { rows } = await database.query(
    `SELECT relname, pg_total_relation_size(c.oid) AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE nspname = $1 AND relkind = 'r'`,
    [schema],
  );
  return Object.fromEntries(rows.map(({ relname, bytes }) => [relname, Number(bytes)]));
}

/** Requests per second of one api process and of three, with eight clients in all. */
async function benchNodes(
  server: ServerProcess,
  env: Record<string, string>,
): Promise<{ one: number; three: number; nodes: number[] }> {
  const more = [];
  for (let i = 0; i < 2; i++)
    more.push(
      await startServerProcess({
        env: { ...env, ROLE: 'api' },
        key: server.key,
        knowledgeBaseId: server.knowledgeBaseId,
      }),
    );
  const load = (node: ServerProcess, clients: number): Promise<Load> =>
    loadWithQueries(node.baseUrl, server.key, { clients, seconds: 8 });
  const one = (await load(server, 9)).requestsPerSecond;
  const all = await Promise.all([server, ...more].map((node) => load(node, 3)));
  for (const node of more) await node.stop();
  const nodes = all.map(({ requestsPerSecond }) => requestsPerSecond);
  return { one, three: nodes.reduce((sum, each) => sum + each, 0), nodes };
}

function figures({
  embedded,
  ours,
  bytes,
  nodes,
}: {
  embedded: Measured;
  ours: Measured;
  bytes: Record<string, number>;
  nodes: { one: number; three: number };
}): Figure[] {
  const at = `at ${ours.chunks.toLocaleString('en')} chunks`;
  const rows: Figure[] = [];
  const both = (what: string, unit: string, goal: string, pick: (measured: Measured) => number): void => {
    rows.push({ what: `${what}, PostgreSQL`, value: pick(ours), unit, goal });
    rows.push({ what: `${what}, embedded`, value: pick(embedded), unit, goal: '' });
  };
  both(`hybrid query ${at}, one client: p50`, 'ms', '<= 25', ({ hybrid }) => hybrid.p50Ms);
  both('the same, of words not queried before yet: p50', 'ms', '', ({ firstHybrid }) => firstHybrid.p50Ms);
  both(`hybrid query ${at}, one client: p99`, 'ms', '', ({ hybrid }) => hybrid.p99Ms);
  both(`keyword query ${at}, one client: p50`, 'ms', '', ({ keyword }) => keyword.p50Ms);
  both(`semantic query ${at}, one client: p50`, 'ms', '', ({ semantic }) => semantic.p50Ms);
  both('ingest until all is searchable', 'chunks/s', '>= 1,000', ({ chunksPerSecond }) => chunksPerSecond);
  both(`memory of the process ${at}`, 'MB', '', ({ rssMb }) => rssMb);
  rows.push(
    {
      what: 'merging into tables and graph, after the last is searchable',
      value: ours.mergedAfterSeconds,
      unit: 's',
      goal: '',
    },
    { what: 'queries/s, one api process and nine clients', value: nodes.one, unit: '1/s', goal: '' },
    {
      what: 'queries/s, three api processes over one',
      value: nodes.three / nodes.one,
      unit: 'x',
      goal: '>= 1.8',
    },
  );
  for (const [table, size] of Object.entries(bytes).sort(([, a], [, b]) => b - a))
    if (size > ours.chunks)
      rows.push({ what: `bytes per chunk: ${table}`, value: size / ours.chunks, unit: 'B', goal: '' });
  return rows;
}
