import { fill } from './fill.ts';
import { askInTurns, onBothEngines } from './on-both-engines.ts';
import type { Figure } from './service.ts';

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
const PEOPLE: Record<string, object> = {
  'without as_user': {},
  'half of the sources restricted, none hidden': { as_user: ['group:few', 'group:many'] },
  'half of the sources restricted, 1% hidden': { as_user: ['group:many'] },
  'half of the sources restricted, all of them hidden': { as_user: [] },
};

/** The cost of a hybrid query for a person, beside the same query without, on both engines. PostgreSQL with
 *  BENCH_DATABASE_URL. */
export const benchPermissions = (sources: number): Promise<Figure[]> =>
  onBothEngines(async (engine, server) => {
    const { chunks } = await fill(server, { count: sources, words: WORDS, allowedOf });
    const medians = await askInTurns(server, PEOPLE, { queries: QUERIES, warmUp: WARM_UP_QUERIES });
    await server.stop();
    const [[, base] = ['', 0], ...others] = medians;
    return [
      {
        what: `without as_user, ${chunks.toLocaleString('en')} chunks, ${engine}: p50`,
        value: base,
        unit: 'ms',
        goal: '',
      },
      ...others.map(([what, p50]) => ({
        what: `${what}: over without as_user, ${engine}`,
        value: p50 / base,
        unit: 'x',
        goal: '<= 1.5',
      })),
    ];
  });
