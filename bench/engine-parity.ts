import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openModels } from '../server/src/boot/open-models.ts';
import { indexDocuments } from '../server/src/commands/evaluate-set.ts';
import { readConfig } from '../server/src/config/config.ts';
import { mean } from '../server/src/evaluation/metrics.ts';
import { readSets } from '../server/src/evaluation/read-sets.ts';
import { type KnowledgeBaseId, newId, type WorkspaceId } from '../server/src/lib/ids.ts';
import type { Models } from '../server/src/models/model.ts';
import type { Hit } from '../server/src/search/hit-selector.ts';
import { search } from '../server/src/search/search.ts';
import type { SearchType } from '../server/src/search/search-request.ts';
import { copyTable } from '../server/src/storage/backup/copy-environment.ts';
import type { Engine } from '../server/src/storage/engine.ts';
import { openEngine } from '../server/src/storage/open-store.ts';
import { createStore, type WorkspaceStore } from '../server/src/storage/store.ts';
import { TABLE_NAMES } from '../server/src/storage/tables.ts';
import type { Figure } from './service.ts';

const SETS = process.env['EVAL_DIR'] ?? join(import.meta.dirname, '../../shared/data/eval');
/** Queries of each set; those of XQuAD are shared by its twelve languages. */
const QUERIES = {
  cacm: 200,
  cisi: 200,
  cranfield: 200,
  'squad2-dev-half': 200,
  'cmrc2018-dev': 200,
  xquad: 17,
};
const SEARCH_TYPES = ['keyword', 'semantic', 'hybrid'] as const;
const SCHEMA = 'footnote_bench_parity';
const opened = { environment: 'sandbox', indexMemoryBytes: 2 ** 30, isOnlyServer: false } as const;

/** Everything is merged at once, and the vectors are looked at one by one, or are all in the graph. */
const MAINTENANCE_SIZES = {
  'vectors one by one': { unmerged: 1, lookAfter: 1, outsideGraph: Number.MAX_SAFE_INTEGER, graphBatch: 1 },
  'vectors in the graph': { unmerged: 1, lookAfter: 1, outsideGraph: 0, graphBatch: 500 },
};

type Question = { set: string; knowledgeBaseId: KnowledgeBaseId; query: string; searchType: SearchType };
/** Differences of the chunks that both engines found, and of their order. */
type Comparison = Question & { differences: number[]; isBestSame: boolean; areFiveSame: boolean };

/** Does PostgreSQL find what the embedded engine finds, with the same scores? The judged sets of EVAL_DIR are indexed once,
 *  copied to PostgreSQL, merged there, and asked on both. Needs BENCH_DATABASE_URL; makes schemas there, and drops them. */
export async function benchEngineParity(): Promise<Figure[]> {
  const databaseUrl = process.env['BENCH_DATABASE_URL'];
  if (databaseUrl === undefined)
    throw new Error(
      'Set BENCH_DATABASE_URL to a PostgreSQL database in which schemas may be made and dropped.',
    );
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-parity-'));
  try {
    const { models } = await openModels(readConfig({ LOG_LEVEL: 'silent' }));
    await using embedded = disposable(await openEngine({ ...opened, dataDir }));
    const { workspaceId, questions } = await indexSets(models, embedded.engine);
    const wanted = await askAll(models, createStore(embedded.engine).workspace(workspaceId), questions);
    const figures: Figure[] = [{ what: 'searches', value: questions.length, unit: '', goal: '' }];
    for (const [name, maintenanceSizes] of Object.entries(MAINTENANCE_SIZES)) {
      await using schema = await emptySchema(databaseUrl);
      const address = { databaseUrl, databaseSchema: SCHEMA, connections: 4, maintenanceSizes };
      await using copy = disposable(await openEngine({ ...opened, ...address }));
      for (const table of TABLE_NAMES)
        await copyTable({ from: embedded.engine, to: copy.engine }, table, () => {});
      await copy.engine.settle();
      await schema.assertMerged(maintenanceSizes.outsideGraph === 0);
      const found = await askAll(models, createStore(copy.engine).workspace(workspaceId), questions);
      const compared = questions.map((question, i) => compare(question, wanted[i] ?? [], found[i] ?? []));
      figures.push(...figuresOf(name, compared));
    }
    return figures;
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

const disposable = (engine: Engine) => ({ engine, [Symbol.asyncDispose]: () => engine.close() });

/** Indexes each set in a knowledge base of its own. */
async function indexSets(
  models: Models,
  engine: Engine,
): Promise<{ workspaceId: WorkspaceId; questions: Question[] }> {
  const workspaceId = newId('workspace');
  const store = createStore(engine).workspace(workspaceId);
  await store.transaction((tx) => tx.workspace.create({ name: '', created_at: 0, updated_at: 0 }));
  const questions: Question[] = [];
  for (const [set, queries] of Object.entries(QUERIES)) {
    for (const part of await readSets(join(SETS, set), { queries })) {
      const { knowledgeBaseId } = await indexDocuments({ models }, store, part.documents);
      for (const searchType of SEARCH_TYPES)
        for (const { query } of part.questions) questions.push({ set, knowledgeBaseId, query, searchType });
    }
  }
  return { workspaceId, questions };
}

async function askAll(
  models: Models,
  store: WorkspaceStore,
  questions: readonly Question[],
): Promise<Hit[][]> {
  const answers: Hit[][] = [];
  for (const { query, searchType, knowledgeBaseId } of questions) {
    const request = { query, searchType, limit: 10, knowledgeBaseIds: [knowledgeBaseId] };
    answers.push((await search({ models }, store, request)).hits);
  }
  return answers;
}

/** A fresh schema, dropped at the end. */
async function emptySchema(connectionString: string) {
  const name = `${SCHEMA}_${opened.environment}`;
  const client = new pg.Client({ connectionString });
  await client.connect();
  const drop = () => client.query(`drop schema if exists ${name} cascade`);
  await drop();
  return {
    /** Throws unless everything is merged, and updates the planner's statistics. */
    assertMerged: async (inGraph: boolean): Promise<void> => {
      const { rows } = await client.query<{ unmerged: string; outside: string }>(
        `select (select count(*) from ${name}.segments where first_chunk_no is null) as unmerged,
           (select sum(chunk_count - graph_count) from ${name}.search_indexes) as outside`,
      );
      if (rows[0]?.unmerged !== '0' || (inGraph && rows[0].outside !== '0'))
        throw new Error(`Not everything is merged: ${JSON.stringify(rows)}`);
      await client.query(`analyze ${name}.postings, ${name}.chunk_vectors, ${name}.segments`);
    },
    [Symbol.asyncDispose]: async () => {
      await drop();
      await client.end();
    },
  };
}

function compare(question: Question, wanted: readonly Hit[], found: readonly Hit[]): Comparison {
  const scores = new Map(found.map(({ id, score }) => [id, score]));
  const ids = (hits: readonly Hit[], count: number): string =>
    hits
      .slice(0, count)
      .map(({ id }) => id)
      .join();
  return {
    ...question,
    differences: wanted.flatMap(({ id, score }) => {
      const other = scores.get(id);
      return other === undefined ? [] : Math.abs(score - other);
    }),
    isBestSame: ids(wanted, 1) === ids(found, 1),
    areFiveSame: ids(wanted, 5) === ids(found, 5),
  };
}

function figuresOf(name: string, compared: readonly Comparison[]): Figure[] {
  const percent = (some: readonly Comparison[], isSame: (one: Comparison) => boolean): number =>
    (100 * some.filter(isSame).length) / some.length;
  const figures: Figure[] = [];
  const add = (what: string, value: number, unit: string, goal = '') =>
    figures.push({ what: `${name}: ${what}`, value, unit, goal });
  for (const searchType of SEARCH_TYPES) {
    const some = compared.filter((one) => one.searchType === searchType);
    const differences = some.flatMap((one) => one.differences);
    add(
      `${searchType}, largest difference of scores`,
      1e6 * Math.max(...differences),
      'millionths',
      '<= 10,000',
    );
    add(`${searchType}, mean difference of scores`, 1e6 * (mean(differences) ?? 0), 'millionths');
    add(
      `${searchType}, same best`,
      percent(some, ({ isBestSame }) => isBestSame),
      '%',
    );
    add(
      `${searchType}, same five in the same order`,
      percent(some, ({ areFiveSame }) => areFiveSame),
      '%',
      '>= 95',
    );
  }
  for (const set of Object.keys(QUERIES)) {
    const some = compared.filter((one) => one.set === set);
    add(
      `${set}, same five in the same order`,
      percent(some, ({ areFiveSame }) => areFiveSame),
      '%',
      '>= 95',
    );
  }
  return figures;
}
