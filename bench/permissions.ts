import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import { fill } from './fill.ts';
import { untilMerged } from './postgres.ts';
import type { Figure } from './service.ts';
import { createQueryMaker } from './texts.ts';

/** Some ten chunks. */
const WORDS = 1_670;
const QUERIES = 60;
const WARM_UP_QUERIES = 10;

/** Every second source is restricted, every hundredth to a group of its own. */
const allowedOf = (index: number): string[] | null => {
  if (index % 100 === 0) return ['group:few'];
  return index % 2 === 0 ? ['group:many'] : null;
};

/** For whom a query is asked. */
const PEOPLE: Record<string, string[] | undefined> = {
  'without as_user': undefined,
  'half of the sources restricted, none hidden': ['group:few', 'group:many'],
  'half of the sources restricted, 1% hidden': ['group:many'],
  'half of the sources restricted, all of them hidden': [],
};

/** The cost of a hybrid query for a person, beside the same query without, on both engines. PostgreSQL with
 *  BENCH_DATABASE_URL. */
export async function benchPermissions(sources: number): Promise<Figure[]> {
  const figures = await measure('embedded', await startServerProcess(), sources);
  const databaseUrl = process.env['BENCH_DATABASE_URL'];
  if (databaseUrl === undefined) return figures;
  const schema = `bench_${randomUUID().slice(0, 8)}`;
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const env = { DATABASE_URL: databaseUrl, DATABASE_SCHEMA: schema };
    const server = await startServerProcess({ env });
    const settle = () => untilMerged(database, `${schema}_live`);
    return [...figures, ...(await measure('PostgreSQL', server, sources, settle))];
  } finally {
    for (const environment of ['live', 'sandbox'])
      await database.query(`DROP SCHEMA IF EXISTS ${schema}_${environment} CASCADE`);
    await database.end();
  }
}

async function measure(
  engine: string,
  server: ServerProcess,
  sources: number,
  settle: () => Promise<void> = async () => {},
): Promise<Figure[]> {
  const { chunks } = await fill(server, { count: sources, words: WORDS, allowedOf });
  await settle();
  const times = await askInTurns(server);
  await server.stop();
  const [base = 0, ...others] = [...times.values()].map(median);
  return [
    {
      what: `without as_user, ${chunks.toLocaleString('en')} chunks, ${engine}: p50`,
      value: base,
      unit: 'ms',
      goal: '',
    },
    ...others.map((p50, i) => ({
      what: `${[...times.keys()][i + 1]}: over without as_user, ${engine}`,
      value: p50 / base,
      unit: 'x',
      goal: '<= 1.5',
    })),
  ];
}

/** Milliseconds by person. Each query is asked for all, one after the other, so that all have the same noise. */
async function askInTurns(server: ServerProcess): Promise<Map<string, number[]>> {
  const makeQuery = createQueryMaker(99);
  const times = new Map(Object.keys(PEOPLE).map((what) => [what, [] as number[]]));
  const asked = Object.entries(PEOPLE);
  for (let round = -WARM_UP_QUERIES; round < QUERIES; round++) {
    const query = makeQuery();
    // The first to ask for words reads their postings for all.
    await server.call('POST', '/v1/query', { query });
    for (const turn of asked.keys()) {
      const [what, asUser] = asked[(turn + Math.abs(round)) % asked.length] ?? ['', undefined];
      const startedAt = performance.now();
      const { status } = await server.call('POST', '/v1/query', { query, as_user: asUser });
      if (status !== 200) throw new Error(`a query answered ${status}`);
      if (round >= 0) times.get(what)?.push(performance.now() - startedAt);
    }
  }
  return times;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
