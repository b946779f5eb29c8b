import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import type { Figure } from './service.ts';
import { createQueryMaker } from './texts.ts';

/** Measures a new service. */
type Measure = (engine: string, server: ServerProcess) => Promise<Figure[]>;

/** The figures of the embedded engine, and those of PostgreSQL with BENCH_DATABASE_URL, in a schema of their own. */
export async function onBothEngines(measure: Measure): Promise<Figure[]> {
  const figures = await measure('embedded', await startServerProcess());
  const databaseUrl = process.env['BENCH_DATABASE_URL'];
  if (databaseUrl === undefined) return figures;
  const schema = `bench_${randomUUID().slice(0, 8)}`;
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const env = { DATABASE_URL: databaseUrl, DATABASE_SCHEMA: schema };
    const server = await startServerProcess({ env });
    return [...figures, ...(await measure('PostgreSQL', server))];
  } finally {
    for (const environment of ['live', 'sandbox'])
      await database.query(`DROP SCHEMA IF EXISTS ${schema}_${environment} CASCADE`);
    await database.end();
  }
}

/** The median milliseconds of a query by the name of what is sent with it. Each query is asked with all, one after the
 *  other, so that all have the same noise. */
export async function askInTurns(
  server: ServerProcess,
  withQuery: Record<string, object>,
  { queries, warmUp }: { queries: number; warmUp: number },
): Promise<Map<string, number>> {
  const makeQuery = createQueryMaker(99);
  const asked = Object.entries(withQuery);
  const times = new Map(asked.map(([what]) => [what, [] as number[]]));
  for (let round = -warmUp; round < queries; round++) {
    const query = makeQuery();
    for (const turn of asked.keys()) {
      const [what, more] = asked[(turn + Math.abs(round)) % asked.length] ?? ['', {}];
      const startedAt = performance.now();
      const { status } = await server.call('POST', '/v1/query', { query, ...more });
      if (status !== 200) throw new Error(`a query answered ${status}`);
      if (round >= 0) times.get(what)?.push(performance.now() - startedAt);
    }
  }
  return new Map([...times].map(([what, values]) => [what, median(values)]));
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
