import pg from 'pg';
import { percentile } from '../server/src/evaluation/metrics.ts';
import { findTerm, makeRuns, type Run, termsBetween } from './keyword-corpus.ts';
import { BEST, BM25, DESIGNS, type Design, type Source, type Totals } from './keyword-designs.ts';
import type { Figure } from './service.ts';
import { createTextMaker } from './texts.ts';

const SCHEMA = 'footnote_bench_keyword';
const QUERIES = 100;
const WARM_UP = 10;
/** Words that stand in more chunks than the hundredth-commonest tell little. */
const COMMON_TERMS = 100;
const FUNCTION_WORDS = 20;
const SOURCE_CHUNKS = 10;
const DELETED_SOURCES = 20;

/** How should PostgreSQL keep the keyword index? Three designs side by side, each in a table of its own, filled in runs
 *  of 2,000 chunks: a tsvector of each chunk, a row for each posting, and packed blocks of postings that are scored here.
 *  Needs BENCH_DATABASE_URL; makes a schema there, and drops it. */
export async function benchPostgresKeyword(chunkCount = 100_000): Promise<Figure[]> {
  const connectionString = process.env['BENCH_DATABASE_URL'];
  if (connectionString === undefined)
    throw new Error(
      'Set BENCH_DATABASE_URL to a PostgreSQL database in which a schema may be made and dropped.',
    );
  const client = new pg.Client({ connectionString, options: `-c search_path=${SCHEMA}` });
  await client.connect();
  try {
    await client.query(`drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA}`);
    return await measureDesigns(client, makeRuns(chunkCount));
  } finally {
    await client.query(`drop schema if exists ${SCHEMA} cascade`);
    await client.end();
  }
}

async function measureDesigns(client: pg.Client, runs: readonly Run[]): Promise<Figure[]> {
  const totals = totalsOf(runs);
  const kinds = queriesOf(runs).map(({ kind, queries }) => ({
    kind,
    queries,
    best: queries.map((terms) => bestByBm25(runs, terms, totals)),
  }));
  const figures: Figure[] = kinds.map(({ kind, queries }) => ({
    what: `${kind}: postings of a query, mean`,
    value: queries.flat().reduce((sum, term) => sum + countChunks(runs, term), 0) / queries.length,
    unit: 'postings',
    goal: '',
  }));
  for (const design of DESIGNS) {
    const add = (what: string, value: number, unit: string) =>
      figures.push({ what: `${design.table}: ${what}`, value, unit, goal: '' });
    add('insert', (1000 * (await load(client, design, runs))) / totals.chunkCount, 'µs/chunk');
    add('on the disk', (await diskBytes(client, design)) / totals.chunkCount, 'bytes/chunk');
    for (const [name, search] of Object.entries(design.searches)) {
      for (const { kind, queries, best } of kinds) {
        const { times, cpuMs, found } = await timeQueries(queries, (terms) => search(client, terms, totals));
        add(`${name}, ${kind}, p50`, percentile(times, 0.5) ?? 0, 'ms');
        add(`${name}, ${kind}, p99`, percentile(times, 0.99) ?? 0, 'ms');
        add(`${name}, ${kind}, CPU of the service`, cpuMs, 'ms');
        add(`${name}, ${kind}, of the ten best by BM25`, agreement(found, best), '%');
      }
    }
    add(`delete of a source of ${SOURCE_CHUNKS} chunks, p50`, await timeDeletes(client, design, runs), 'ms');
  }
  return figures;
}

/** Fills the table, and returns the milliseconds it took. */
async function load(client: pg.Client, design: Design, runs: readonly Run[]): Promise<number> {
  await client.query(design.create);
  const startedAt = performance.now();
  for (const run of runs) await design.insert(client, run);
  if (design.settle !== undefined) await client.query(design.settle);
  const elapsed = performance.now() - startedAt;
  await client.query(`vacuum analyze ${design.table}`);
  return elapsed;
}

async function diskBytes(client: pg.Client, { table }: Design): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>('select pg_total_relation_size($1) as bytes', [
    table,
  ]);
  return Number(rows[0]?.bytes);
}

/** Each query twice, after some that do not count: in these PostgreSQL settles on a plan. */
async function timeQueries(
  queries: readonly string[][],
  search: (terms: string[]) => Promise<number[]>,
): Promise<{ times: number[]; cpuMs: number; found: number[][] }> {
  for (const terms of queries.slice(0, WARM_UP)) await search(terms);
  const times: number[] = [];
  const found: number[][] = [];
  const before = process.cpuUsage();
  for (const terms of [...queries, ...queries]) {
    const startedAt = performance.now();
    found.push(await search(terms));
    times.push(performance.now() - startedAt);
  }
  const { user, system } = process.cpuUsage(before);
  return { times, cpuMs: (user + system) / 1000 / times.length, found: found.slice(0, queries.length) };
}

/** How many of the ten best chunks of the second list are among the ten best of the first, in percent. */
function agreement(found: readonly number[][], best: readonly number[][]): number {
  const shared = best.map((chunks, i) => {
    const ten = new Set(found[i]?.slice(0, 10));
    return chunks.slice(0, 10).filter((chunkNo) => ten.has(chunkNo)).length;
  });
  return (100 * shared.reduce((a, b) => a + b, 0)) / best.reduce((sum, b) => sum + Math.min(10, b.length), 0);
}

/** Deletes sources here and there, and returns the median of the milliseconds that one takes. */
async function timeDeletes(client: pg.Client, design: Design, runs: readonly Run[]): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < DELETED_SOURCES; i++) {
    const run = runs[(i * 7) % runs.length];
    if (!run) throw new Error('There are no chunks.');
    const firstNo = run.firstNo + SOURCE_CHUNKS * i;
    const lastNo = firstNo + SOURCE_CHUNKS - 1;
    const source: Source = {
      firstNo,
      lastNo,
      runFirstNo: run.firstNo,
      terms: termsBetween(run, firstNo, lastNo),
    };
    const startedAt = performance.now();
    await design.remove(client, source);
    times.push(performance.now() - startedAt);
  }
  return percentile(times, 0.5) ?? 0;
}

function totalsOf(runs: readonly Run[]): Totals {
  const chunkCount = runs.reduce((sum, { segment }) => sum + segment.chunkCount, 0);
  const words = runs.reduce((sum, { segment }) => segment.lengths.reduce((a, b) => a + b, sum), 0);
  return { chunkCount, averageLength: words / chunkCount };
}

/** Four words drawn as the text draws them, but for the commonest; and the same with three that nearly every chunk
 *  holds, which is what function words are. */
function queriesOf(runs: readonly Run[]): { kind: string; queries: string[][] }[] {
  const known = new Set(runs.flatMap(({ segment }) => segment.terms));
  const byFrequency = [...known]
    .map((term) => ({ term, df: countChunks(runs, term) }))
    .sort((a, b) => b.df - a.df)
    .map(({ term }) => term);
  const common = new Set(byFrequency.slice(0, COMMON_TERMS));
  const makeText = createTextMaker(7);
  const telling = Array.from({ length: QUERIES }, () => {
    const terms = new Set<string>();
    while (terms.size < 4) {
      const term = makeText(1).toLowerCase().replace('.', '');
      if (known.has(term) && !common.has(term)) terms.add(term);
    }
    return [...terms];
  });
  return [
    { kind: '4 telling words', queries: telling },
    {
      kind: '4 telling words and 3 function words',
      queries: telling.map((terms, i) => [
        ...terms,
        ...[0, 7, 13].map((step) => byFrequency[(i + step) % FUNCTION_WORDS] ?? ''),
      ]),
    },
  ];
}

const countChunks = (runs: readonly Run[], term: string): number =>
  runs.reduce((sum, { segment }) => {
    const held = findTerm(segment, term);
    return sum + (held ? held.to - held.from : 0);
  }, 0);

/** What every design is held against: BM25 of all chunks, in memory, as the formula says it. */
function bestByBm25(
  runs: readonly Run[],
  terms: readonly string[],
  { chunkCount, averageLength }: Totals,
): number[] {
  const scores = new Map<number, number>();
  for (const term of terms) {
    const df = countChunks(runs, term);
    const idf = Math.log(1 + (chunkCount - df + 0.5) / (df + 0.5));
    for (const { firstNo, segment } of runs) {
      const held = findTerm(segment, term);
      if (!held) continue;
      for (let i = held.from; i < held.to; i++) {
        const position = segment.positions[i] ?? 0;
        const tf = segment.frequencies[i] ?? 0;
        const norm = 1 - BM25.b + (BM25.b * (segment.lengths[position] ?? 0)) / averageLength;
        const chunkNo = firstNo + position;
        scores.set(chunkNo, (scores.get(chunkNo) ?? 0) + (idf * tf) / (tf + BM25.k1 * norm));
      }
    }
  }
  return [...scores]
    .sort(([a, scoreOfA], [b, scoreOfB]) => scoreOfB - scoreOfA || a - b)
    .slice(0, BEST)
    .map(([chunkNo]) => chunkNo);
}

if (import.meta.main) console.table(await benchPostgresKeyword(Number(process.argv[2] ?? 100_000)));
