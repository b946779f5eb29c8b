import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import { fill } from './fill.ts';
import { untilMerged } from './postgres.ts';
import type { Figure } from './service.ts';
import { createQueryMaker } from './texts.ts';

/** Some ten chunks. */
const WORDS = 1_670;
const QUERIES = 250;
const WARM_UP_QUERIES = 30;

const isEven = { type: 'eq', key: 'is_even', value: true };
const inGroup = { type: 'eq', key: 'group', value: 'g7' };

/** What the filter of a query keeps. */
const FILTERS: Record<string, object | undefined> = {
  'no filter': undefined,
  'a filter that keeps 50%': isEven,
  'a filter that keeps 1%': inGroup,
  'a filter that keeps nothing': { ...inGroup, value: 'nobody' },
  'a filter that keeps 99% (`ne`)': { ...inGroup, type: 'ne' },
  'five conditions that keep 13%': {
    type: 'and',
    filters: [
      isEven,
      { type: 'gte', key: 'number', value: 5_000 },
      {
        type: 'or',
        filters: [
          { ...inGroup, type: 'ne' },
          { type: 'exists', key: 'nobody' },
        ],
      },
      { type: 'in', key: 'colors', value: ['red', 'blue'] },
    ],
  },
};

const metadataOf = (index: number): Record<string, unknown> => ({
  is_even: index % 2 === 0,
  group: `g${index % 100}`,
  number: index,
  colors: [['red'], ['green', 'white'], ['blue', 'black'], ['yellow']][Math.floor(index / 2) % 4],
});

/** The cost of a hybrid query with a filter on metadata, beside the same query without, on both engines. PostgreSQL with
 *  BENCH_DATABASE_URL. */
export async function benchFilters(sources: number): Promise<Figure[]> {
  const figures = await measure('embedded', await startServerProcess(), sources);
  const databaseUrl = process.env['BENCH_DATABASE_URL'];
  if (databaseUrl === undefined) return figures;
  const schema = `bench_${randomUUID().slice(0, 8)}`;
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const server = await startServerProcess({
      env: { DATABASE_URL: databaseUrl, DATABASE_SCHEMA: schema },
    });
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
  const { chunks } = await fill(server, { count: sources, words: WORDS, metadataOf });
  await settle();
  const times = await askInTurns(server);
  await server.stop();
  const p50 = (what: string): number => median(times.get(what) ?? []);
  const base = p50('no filter');
  return [...times.keys()].flatMap((what): Figure[] => [
    {
      what: `${what}, ${chunks.toLocaleString('en')} chunks, ${engine}: p50`,
      value: p50(what),
      unit: 'ms',
      goal: '',
    },
    ...(what === 'no filter'
      ? []
      : [{ what: 'the same over no filter', value: p50(what) / base, unit: 'x', goal: '<= 1.5' }]),
  ]);
}

/** Milliseconds by filter. Each query is asked with all filters, one after the other, so that all have the same noise. */
async function askInTurns(server: ServerProcess): Promise<Map<string, number[]>> {
  const makeQuery = createQueryMaker(99);
  const times = new Map(Object.keys(FILTERS).map((what) => [what, [] as number[]]));
  const asked = Object.entries(FILTERS);
  for (let round = -WARM_UP_QUERIES; round < QUERIES; round++) {
    const query = makeQuery();
    // The first to ask for words reads their postings for all.
    await server.call('POST', '/v1/query', { query });
    for (const turn of asked.keys()) {
      const [what, filter] = asked[(turn + Math.abs(round)) % asked.length] ?? ['', undefined];
      const startedAt = performance.now();
      const { status } = await server.call('POST', '/v1/query', { query, filter });
      if (status !== 200) throw new Error(`a query answered ${status}`);
      if (round >= 0) times.get(what)?.push(performance.now() - startedAt);
    }
  }
  return times;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
