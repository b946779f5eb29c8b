import { join } from 'node:path';
import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import { evaluateSets } from '../server/src/commands/evaluate-set.ts';
import { readConfig } from '../server/src/config/config.ts';
import { discountedGain, mean, percentile } from '../server/src/evaluation/metrics.ts';
import { type JudgedSet, readSets } from '../server/src/evaluation/read-sets.ts';
import { chunkDocument } from '../server/src/ingestion/chunking/chunk.ts';
import { parseText } from '../server/src/ingestion/parse/text.ts';
import type { Figure } from './service.ts';

const SETS = process.env['EVAL_DIR'] ?? join(import.meta.dirname, '../../shared/data/eval');
const NAMES = ['cacm', 'cisi', 'cranfield', 'squad2-dev-half', 'cmrc2018-dev', 'squad-it-test', 'xquad'];
/** Chunks that a library may bring, of which each document counts by its best. */
const CHUNKS = 50;

type Chunk = { id: string; title: string; text: string };
/** query -> the ids of chunks, best first. */
type Library = {
  name: string;
  open(chunks: readonly Chunk[]): Promise<(query: string) => Promise<string[]>>;
};

/** Both rank by BM25 over title and text, as they do when nothing is set: what whoever takes one of them gets. */
const LIBRARIES: Library[] = [
  {
    name: 'minisearch',
    open: async (chunks) => {
      const index = new MiniSearch({ fields: ['title', 'text'] });
      index.addAll(chunks);
      return async (query) =>
        index
          .search(query)
          .slice(0, CHUNKS)
          .map(({ id }) => id as string);
    },
  },
  {
    name: '@orama/orama',
    open: async (chunks) => {
      const index = create({ schema: { title: 'string', text: 'string' } as const });
      await insertMultiple(index, [...chunks]);
      return async (query) => {
        const { hits } = await search(index, { term: query, limit: CHUNKS });
        return hits.map(({ id }) => id);
      };
    },
  },
];

/** How does the search rank beside two libraries that are much used? nDCG@10 over all judged questions of the sets in
 *  EVAL_DIR, and milliseconds a query; the same chunks for all. Of XQuAD the mean over its languages. */
export async function benchLibraries(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of NAMES) {
    const sets = await readSets(join(SETS, name), { queries: Number.POSITIVE_INFINITY });
    const reports = await evaluateSets(readConfig({ LOG_LEVEL: 'silent' }), sets, ['keyword', 'hybrid']);
    for (const searchType of ['keyword', 'hybrid']) {
      const results = reports.flatMap((report) =>
        report.results.filter((result) => result.search_type === searchType),
      );
      figures.push(
        figureOf(name, `Footnote ${searchType}`, {
          gain: mean(results.map(({ metrics }) => metrics.ndcg_at_10 ?? 0)),
          ms: mean(results.map(({ latency_ms }) => latency_ms.p50 ?? 0)),
        }),
      );
    }
    for (const library of LIBRARIES) {
      const measured = [];
      for (const set of sets) measured.push(await measure(library, set));
      figures.push(
        figureOf(name, library.name, {
          gain: mean(measured.map(({ gain }) => gain)),
          ms: mean(measured.map(({ ms }) => ms)),
        }),
      );
    }
  }
  return figures;
}

const figureOf = (
  set: string,
  what: string,
  { gain, ms }: { gain: number | null; ms: number | null },
): Figure => ({
  what: `${set}: nDCG@10 of ${what}`,
  value: gain ?? 0,
  unit: `at ${(ms ?? 0).toFixed(1)} ms`,
  goal: '',
});

async function measure(
  { open }: Library,
  { documents, questions }: JudgedSet,
): Promise<{ gain: number; ms: number }> {
  const find = await open(documents.flatMap(chunksOf));
  const gains: number[] = [];
  const times: number[] = [];
  for (const { query, relevant } of questions) {
    if (relevant.size === 0) continue;
    const startedAt = performance.now();
    const found = await find(query);
    times.push(performance.now() - startedAt);
    const ranked = [...new Set(found.map((id) => id.slice(0, id.lastIndexOf('#'))))];
    gains.push(
      discountedGain(
        ranked.map((id) => relevant.get(id) ?? 0),
        [...relevant.values()],
        10,
      ),
    );
  }
  return { gain: mean(gains) ?? 0, ms: percentile(times, 0.5) ?? 0 };
}

/** As `footnote eval` indexes a document. */
const chunksOf = ({ id, title, text }: JudgedSet['documents'][number]): Chunk[] =>
  chunkDocument(parseText(text.trim() === '' ? title : text)).map((chunk) => ({
    id: `${id}#${chunk.position}`,
    title,
    text: chunk.text,
  }));

if (import.meta.main) console.table(await benchLibraries());
