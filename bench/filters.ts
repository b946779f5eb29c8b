import { fill } from './fill.ts';
import { askInTurns, onBothEngines } from './on-both-engines.ts';
import type { Figure } from './service.ts';

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
export const benchFilters = (sources: number): Promise<Figure[]> =>
  onBothEngines(async (engine, server) => {
    const { chunks } = await fill(server, { count: sources, words: WORDS, metadataOf });
    const withQuery = Object.fromEntries(Object.entries(FILTERS).map(([what, filter]) => [what, { filter }]));
    const medians = await askInTurns(server, withQuery, { queries: QUERIES, warmUp: WARM_UP_QUERIES });
    await server.stop();
    const base = medians.get('no filter') ?? 0;
    return [...medians].flatMap(([what, p50]): Figure[] => [
      {
        what: `${what}, ${chunks.toLocaleString('en')} chunks, ${engine}: p50`,
        value: p50,
        unit: 'ms',
        goal: '',
      },
      ...(what === 'no filter'
        ? []
        : [{ what: 'the same over no filter', value: p50 / base, unit: 'x', goal: '<= 1.5' }]),
    ]);
  });
