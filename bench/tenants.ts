import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { makeWorkspaces } from '../server/tests/helpers/make-workspaces.ts';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import { createClient } from '../server/tests/helpers/start-test-service.ts';
import { fill } from './fill.ts';
import { cpuOfSessions, used } from './postgres.ts';
import type { Figure } from './service.ts';
import { createQueryMaker } from './texts.ts';

const TENANTS = 10;
const WORDS = 15_000;
const QUERIES = 400;
const ROUNDS = 9;

/** What other workspaces cost the one that asks: CPU of a hybrid query to ten workspaces in turn, over that of queries to one
 *  of them. `sources` texts of 15,000 words each, some 90 chunks a text. With BENCH_DATABASE_URL also on PostgreSQL. */
export async function benchTenants(sources = 110): Promise<Figure[]> {
  const instant = { EMBEDDING_MODEL: 'instant', RATE_LIMITS: 'off' };
  const own = await startServerProcess({ env: instant });
  const address = { dataDir: own.dataDir };
  const figures = await measure('embedded', own, { address, sources, databaseCpu: async () => new Map() });
  await own.stop();
  const databaseUrl = process.env['BENCH_DATABASE_URL'];
  if (databaseUrl === undefined) return figures;
  const databaseSchema = `bench_${randomUUID().slice(0, 8)}`;
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const env = { ...instant, DATABASE_URL: databaseUrl, DATABASE_SCHEMA: databaseSchema };
    const server = await startServerProcess({ env });
    const ours = await measure('PostgreSQL', server, {
      address: { databaseUrl, databaseSchema, connections: 2 },
      sources,
      databaseCpu: () => cpuOfSessions(database, `footnote ${databaseSchema}_live`),
    });
    await server.stop();
    return [...figures, ...ours];
  } finally {
    for (const environment of ['live', 'sandbox'])
      await database.query(`DROP SCHEMA IF EXISTS ${databaseSchema}_${environment} CASCADE`);
    await database.end();
  }
}

async function measure(
  engine: string,
  server: ServerProcess,
  {
    address,
    sources,
    databaseCpu,
  }: {
    address: Parameters<typeof makeWorkspaces>[0];
    sources: number;
    databaseCpu: () => Promise<Map<number, number>>;
  },
): Promise<Figure[]> {
  const clients = (await makeWorkspaces(address, TENANTS)).map((key) => createClient(server.baseUrl, key));
  let chunks = 0;
  for (const [i, client] of clients.entries()) {
    const call = async (method: string, path: string, body?: unknown) => {
      const { status, body: answer } = await client.call(method, path, body);
      return { status, data: answer?.data as never, text: JSON.stringify(answer) };
    };
    chunks = (await fill({ call }, { count: sources, words: WORDS, clients: 4, seed: i + 1 })).chunks;
  }
  const makeQuery = createQueryMaker(99);
  /** CPU of a query in milliseconds, of the service and of the database. */
  const ask = async (asked: readonly (typeof clients)[number][]) => {
    const [service, database] = [server.cpuMs(), await databaseCpu()];
    for (let i = 0; i < QUERIES; i++) {
      const answer = await asked[i % asked.length]?.post('/v1/query', { query: makeQuery() });
      if (answer?.status !== 200) throw new Error(`a query answered ${answer?.status}`);
    }
    return (server.cpuMs() - service + used(database, await databaseCpu())) / QUERIES;
  };
  await ask(clients);
  await ask(clients);
  const [one, all]: [number[], number[]] = [[], []];
  // In turn, so that both have the same noise; each workspace is once the one.
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await ask(clients.slice(round % TENANTS, (round % TENANTS) + 1)));
    all.push(await ask(clients));
  }
  const [oneMs, allMs] = [median(one), median(all)];
  const at = `${chunks.toLocaleString('en')} chunks, ${engine}`;
  return [
    {
      what: `hybrid, one workspace of ${at}: CPU of service and database`,
      value: oneMs,
      unit: 'ms',
      goal: '',
    },
    { what: `hybrid, ten of them in turn, ${engine}: the same`, value: allMs, unit: 'ms', goal: '' },
    { what: `ten in turn over one, ${engine}`, value: allMs / oneMs, unit: 'x', goal: '<= 1.1' },
  ];
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
