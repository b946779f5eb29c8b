import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { cpuMsOf, type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import { fill } from './fill.ts';
import { type Load, loadWithQueries } from './load.ts';
import type { Figure } from './service.ts';

const WORDS = 15_000;
const SECONDS = 8;

/** PostgreSQL beside the embedded engine, in one run on one machine: the database shares the cores, and must run on it.
 *  `sources` texts of 15,000 words are some 90 chunks each. Without the deep model, which reads for hours. */
export async function benchPostgres(sources = 1_110): Promise<Figure[]> {
  const databaseUrl = process.env['BENCH_DATABASE_URL'];
  if (!databaseUrl)
    throw new Error(
      'This bench needs PostgreSQL on this machine: set BENCH_DATABASE_URL to a database that may be written.',
    );
  const schema = `bench_${randomUUID().slice(0, 8)}`;
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const instant = { EMBEDDING_MODEL: 'instant', RATE_LIMITS: 'off' };
  const env = { ...instant, DATABASE_URL: databaseUrl, DATABASE_SCHEMA: schema };
  try {
    const own = await startServerProcess({ env: instant });
    const embedded = await measure(own, sources, async () => new Map());
    await own.stop();
    const server = await startServerProcess({ env });
    const ours = await measure(server, sources, () => cpuOfSessions(database, `footnote ${schema}_live`));
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

/** CPU of a query in milliseconds. */
type Kind = Load & { serviceMs: number; databaseMs: number };
type Measured = {
  chunks: number;
  chunksPerSecond: number;
  /** With words not yet queried since the start, and with the same again. */
  firstHybrid: Kind;
  hybrid: Kind;
  keyword: Kind;
  semantic: Kind;
  rssMb: number;
};

async function measure(
  server: ServerProcess,
  sources: number,
  databaseCpu: () => Promise<Map<number, number>>,
): Promise<Measured> {
  const { chunks, seconds } = await fill(server, { count: sources, words: WORDS, clients: 4 });
  const ask = async (search_type: string): Promise<Kind> => {
    const [service, database] = [server.cpuMs(), await databaseCpu()];
    const load = await loadWithQueries(server.baseUrl, server.key, {
      clients: 1,
      seconds: SECONDS,
      warmUpSeconds: 0,
      endpoint: { path: '/v1/query', bodyOf: (query) => ({ query, search_type }) },
    });
    if (load.errors > 0) throw new Error('some requests failed');
    return {
      ...load,
      serviceMs: (server.cpuMs() - service) / load.requests,
      databaseMs: used(database, await databaseCpu()) / load.requests,
    };
  };
  return {
    chunks,
    chunksPerSecond: chunks / seconds,
    firstHybrid: await ask('hybrid'),
    hybrid: await ask('hybrid'),
    keyword: await ask('keyword'),
    semantic: await ask('semantic'),
    rssMb: server.rssMb(),
  };
}

/** The CPU that each session of this name has used, in milliseconds by its process. */
export async function cpuOfSessions(database: Client, name: string): Promise<Map<number, number>> {
  const { rows } = await database.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE application_name = $1',
    [name],
  );
  return new Map(rows.map(({ pid }) => [pid, cpuMsOf(`/proc/${pid}/stat`)]));
}

/** Between two of these. */
export const used = (before: Map<number, number>, after: Map<number, number>): number =>
  [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);

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
  for (const [name, kind] of [
    ['hybrid', 'hybrid'],
    ['hybrid, words not asked for before', 'firstHybrid'],
    ['keyword', 'keyword'],
    ['semantic', 'semantic'],
  ] as const) {
    both(`${name} ${at}: CPU of the service`, 'ms', '', (measured) => measured[kind].serviceMs);
    rows.push({
      what: `${name} ${at}: CPU of the database`,
      value: ours[kind].databaseMs,
      unit: 'ms',
      goal: '',
    });
    both(`${name} ${at}, one client: p50`, 'ms', '', (measured) => measured[kind].p50Ms);
  }
  both(
    'ingest until nothing is left to do',
    'chunks/s',
    '>= 2,500',
    ({ chunksPerSecond }) => chunksPerSecond,
  );
  both(`memory of the process ${at}`, 'MB', '', ({ rssMb }) => rssMb);
  rows.push(
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
