import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { benchArticles } from './articles.ts';
import { benchBackup } from './backup.ts';
import { benchBadQueries } from './bad-queries.ts';
import { benchChats } from './chats.ts';
import { benchDashboard } from './dashboard.ts';
import { benchDeep } from './deep.ts';
import { benchDocuments } from './documents.ts';
import { benchEmbedding } from './embedding.ts';
import { benchFilters } from './filters.ts';
import { benchScores } from './fit-scores.ts';
import { benchFuzz } from './fuzz.ts';
import { benchHostileBodies } from './hostile-bodies.ts';
import { benchMillion } from './million.ts';
import { benchOpenRoutes } from './open-routes.ts';
import { benchOwnDocs } from './own-docs.ts';
import { benchPermissions } from './permissions.ts';
import { benchPostgres } from './postgres.ts';
import { writeReport } from './report.ts';
import { benchRevocation } from './revocation.ts';
import { benchSearchIndex } from './search-index.ts';
import { benchIngest, benchLarge, benchQueries, benchStart, type Figure } from './service.ts';
import { benchSignIn } from './sign-in.ts';
import { benchTenants } from './tenants.ts';
import { benchText } from './text.ts';
import { benchUsage } from './usage.ts';

/** `npm run bench [NAME …]`: measures, prints a table, and writes bench/results/NAME.json. Without names: everything that
 *  takes minutes, not hours. */

const figuresOf = (measured: Record<string, number>): Figure[] =>
  Object.entries(measured).map(([what, value]) => ({ what, value, unit: '', goal: '' }));

const BENCHES: Record<string, () => Promise<Figure[]>> = {
  start: benchStart,
  ingest: benchIngest,
  documents: benchDocuments,
  articles: benchArticles,
  queries: benchQueries,
  'queries-bad': benchBadQueries,
  deep: benchDeep,
  large: benchLarge,
  backup: benchBackup,
  chats: benchChats,
  'own-docs': benchOwnDocs,
  'sign-in': benchSignIn,
  embedding: async () => figuresOf(await benchEmbedding()),
  text: async () => figuresOf(await benchText()),
  scores: async () => figuresOf(await benchScores()),
  'search-index': async () => figuresOf(await benchSearchIndex([10_000, 100_000])),
  million: benchMillion,
  postgres: () => benchPostgres(Number(process.env['BENCH_SOURCES'] ?? 1_110)),
  tenants: () => benchTenants(),
  filters: () => benchFilters(Number(process.env['BENCH_SOURCES'] ?? 10_000)),
  permissions: () => benchPermissions(Number(process.env['BENCH_SOURCES'] ?? 10_000)),
  revocation: benchRevocation,
  usage: benchUsage,
  'open-routes': benchOpenRoutes,
  'hostile-bodies': benchHostileBodies,
  fuzz: benchFuzz,
  dashboard: benchDashboard,
};

const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform}-${process.arch}`;
/** Left out without a database; a bench requested by name says so. */
const hasDatabase = process.env['BENCH_DATABASE_URL'] !== undefined;
/** A quarter of an hour: only when it is asked for. */
const LONG = ['million'];
const all = Object.keys(BENCHES).filter(
  (name) => !LONG.includes(name) && (hasDatabase || !name.startsWith('postgres')),
);
const names = process.argv.length > 2 ? process.argv.slice(2) : all;
mkdirSync('bench/results', { recursive: true });
console.log(`${machine}\n`);
for (const name of names) {
  const bench = BENCHES[name];
  if (!bench) throw new Error(`There is no bench "${name}"; there are ${Object.keys(BENCHES).join(', ')}.`);
  const figures = (await bench()).map((figure) => ({
    ...figure,
    value: Number(figure.value.toPrecision(3)),
  }));
  for (const { what, value, unit, goal } of figures) {
    console.log(`${what.padEnd(96)} ${value.toLocaleString('en').padStart(9)} ${unit.padEnd(9)} ${goal}`);
  }
  writeFileSync(
    `bench/results/${name}.json`,
    `${JSON.stringify({ machine, date: new Date().toISOString().slice(0, 10), figures }, null, 2)}\n`,
  );
}
writeReport();
