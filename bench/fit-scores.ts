import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { indexChunks } from '../server/src/ingestion/index-chunks.ts';
import { analyzeQuery } from '../server/src/lib/analyze-query.ts';
import type { SourceId } from '../server/src/lib/ids.ts';
import type { Language } from '../server/src/lib/language.ts';
import type { Segment } from '../server/src/lib/segment.ts';
import type { Embedder } from '../server/src/models/model.ts';
import { loadStaticEmbedder } from '../server/src/models/static-embedder.ts';
import { rescueSlips } from '../server/src/search/rescue-slips.ts';
import {
  CURVES,
  type Curve,
  type Evidence,
  evidenceOf,
  type RawScores,
  type SearchType,
  score,
  scoreBy,
} from '../server/src/search/score.ts';
import {
  createSearchIndex,
  type SearchIndex,
  searchIndexes,
} from '../server/src/storage/sqlite/search-index.ts';

const ROOT = join(import.meta.dirname, '..');
const SETS = process.env['EVAL_DIR'] ?? join(ROOT, '../shared/data/eval');
const MODEL = join(ROOT, 'server/models/static-en-multi-256');

const MODES = ['semantic', 'keyword', 'hybrid'] as const satisfies SearchType[];
/** As the service does it. */
const CANDIDATES = 50;
/** Results of a query that the fit and every figure look at. */
const RESULTS = 10;
const QUERY_CHARACTERS = 2048;

/** Documents of one judged set in one language; `name` is what is reported together. */
type Collection = {
  name: string;
  language: Language;
  documents: { id: string; name: string; text: string }[];
  queries: { id: string; text: string }[];
  /** Grades above 0 by query, then by document. */
  grades: Map<string, Map<string, number>>;
};

/** full: in all documents. leftOut: in all but the relevant ones. few, fewWithout: in 1 to 50 documents, one of them
 *  relevant or none. pasted: a document or half of it as the query, with that document the only candidate. */
type Kind = 'full' | 'leftOut' | 'few' | 'fewWithout' | 'pasted';

/** What one search found. */
type Trial = {
  set: string;
  kind: Kind;
  /** The even queries are fitted on, the odd ones measured. */
  isForFit: boolean;
  candidates: Graded[];
  /** Grades of all that is relevant in the scope. */
  relevant: number[];
};
type Graded = { evidence: Evidence; grade: number };

/** Shares of the kinds in the fit. Most searches have an answer; a score is no less asked of those without, and of a
 *  knowledge base that was begun a minute ago. */
const KIND_SHARES: Record<Kind, number> = {
  full: 0.57,
  leftOut: 0.1,
  few: 0.14,
  fewWithout: 0.14,
  pasted: 0.05,
};
/** Queries of a set that the fit takes. The others only lend precision to the nDCG. */
const FIT_QUERIES = 600;

/** How well do the scores rank, and how true are they? Searches the judged sets of EVAL_DIR as the service would, a
 *  document being one chunk, and measures on the odd queries; the curves of search/score.ts were fitted on the even
 *  ones by `fitCurves`, which `--fit` prints. */
export async function benchScores(): Promise<Record<string, number>> {
  const embedder = await loadStaticEmbedder(MODEL);
  return {
    ...measure((await runTrials(embedder)).filter((trial) => !trial.isForFit)),
    ...(await checkCases(embedder)),
  };
}

// Sets ---------------------------------------------------------------------------------------------------------------

const PLAIN_SETS = [
  ['cacm', 'en'],
  ['cisi', 'en'],
  ['cranfield', 'en'],
  ['squad2-dev-half', 'en'],
  ['cmrc2018-dev', 'zh'],
  ['squad-it-test', 'it'],
] as const satisfies [string, Language][];
/** Sets of abstracts, whose titles belong to the text; elsewhere a title is the name of a whole article, as that of a
 *  source is of its chunks. XQuAD has none. */
const TITLED = ['cacm', 'cisi', 'cranfield'];
const XQUAD_LANGUAGES = [
  'ar', 'de', 'el', 'en', 'es', 'hi', 'ro', 'ru', 'th', 'tr', 'vi', 'zh',
] as const satisfies Language[]; // biome-ignore format: one line says it

/** The sets; XQuAD's languages are searched apart and reported together. */
function readCollections(): Collection[] {
  const plain = PLAIN_SETS.map(([name, language]) => ({ ...readSet(name), name, language }));
  const xquad = readSet('xquad');
  const ofLanguage = <T extends { id: string }>(items: readonly T[], language: string) =>
    items.filter(({ id }) => id.startsWith(`${language}-`));
  const parts = XQUAD_LANGUAGES.map((language) => ({
    name: 'xquad',
    language,
    documents: ofLanguage(xquad.documents, language),
    queries: ofLanguage(xquad.queries, language),
    grades: xquad.grades,
  }));
  return [...plain, ...parts];
}

function readSet(name: string): Omit<Collection, 'name' | 'language'> {
  const grades = new Map<string, Map<string, number>>();
  for (const [query = '', document = '', grade] of readRows(name, 'qrels.tsv.gz')) {
    if (Number(grade) <= 0) continue;
    grades.set(query, (grades.get(query) ?? new Map<string, number>()).set(document, Number(grade)));
  }
  const documents = readLines<{ id: string; title: string; text: string }>(name, 'corpus.jsonl.gz').map(
    ({ id, title, text }) =>
      TITLED.includes(name) ? { id, name: '', text: `${title}\n\n${text}` } : { id, name: title, text },
  );
  const queries = readLines<{ id: string; text: string }>(name, 'queries.jsonl.gz');
  return { documents, queries: queries.filter(({ id }) => grades.has(id)), grades };
}

const readRows = (set: string, file: string): string[][] =>
  gunzipSync(readFileSync(join(SETS, set, file)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));

const readLines = <T>(set: string, file: string): T[] =>
  readRows(set, file).map(([json = '']) => JSON.parse(json) as T);

// Searches -----------------------------------------------------------------------------------------------------------

type Indexed = { id: string; text: string; segment: Segment };

async function indexDocuments(
  embedder: Embedder,
  documents: Collection['documents'],
  language: Language,
): Promise<Indexed[]> {
  return await Promise.all(
    documents.map(async ({ id, name, text }) => ({
      id,
      text,
      segment: await indexChunks(embedder, { chunks: [{ text }], name, language }),
    })),
  );
}

const add = (index: SearchIndex, { id, segment }: Indexed): void =>
  index.add({ sourceId: id as SourceId, revision: 1 }, segment);

function indexOf(documents: readonly Indexed[]): SearchIndex {
  const index = createSearchIndex();
  for (const document of documents) add(index, document);
  return index;
}

/** The candidates of all modes: each brings those of its own, and a keyword hit has a share. */
async function find(embedder: Embedder, index: SearchIndex, query: string) {
  const { vector, closenessOf } = await embedder.embedQuery(query);
  const found = searchIndexes([index], {
    queryVector: vector,
    queryTerms: await rescueSlips(analyzeQuery(query, index.languages as Language[]), async (terms) =>
      terms.map((term) => index.count(term)),
    ),
    limit: CANDIDATES,
  });
  return found.map((candidate) => ({ ...candidate, closeness: closenessOf(candidate.cosine) }));
}

async function runTrials(embedder: Embedder): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const collection of readCollections()) {
    trials.push(...(await runCollection(embedder, collection)));
  }
  return trials;
}

async function runCollection(embedder: Embedder, collection: Collection): Promise<Trial[]> {
  const { name: set, language, queries, grades } = collection;
  const documents = await indexDocuments(embedder, collection.documents, language);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const index = indexOf(documents);
  const random = createRandom(queries.length);
  const trials: Trial[] = [];
  const languages = set === 'xquad' ? XQUAD_LANGUAGES.length : 1;
  const stride = Math.max(1, Math.floor((queries.length * languages) / (2 * FIT_QUERIES)));
  for (const [at, { id, text }] of queries.entries()) {
    const gradeOf = grades.get(id) ?? new Map<string, number>();
    const isForFit = at % 2 === 0;
    const trial = async (kind: Kind, scope: SearchIndex, query = text): Promise<void> => {
      const found = await find(embedder, scope, query);
      const relevant = [...gradeOf].filter(([document]) => scope.has(document as SourceId));
      trials.push({
        set,
        kind,
        isForFit,
        candidates: found.map((raw) => graded(raw, gradeOf.get(raw.sourceId) ?? 0)),
        relevant: relevant.map(([, grade]) => grade),
      });
    };
    const isSampled = Math.floor(at / 2) % stride === 0;
    if (isSampled || !isForFit) await trial('full', index);
    if (!isSampled) continue;

    const gold = [...gradeOf.keys()].flatMap((document) => byId.get(document) ?? []);
    const others = documents.filter((document) => !gradeOf.has(document.id));
    const few = sampleOf(others, at, random);
    await trial('fewWithout', indexOf(few));
    await trial('few', indexOf([...few.slice(1), ...gold.slice(0, 1)]));

    for (const document of gold) index.remove(document.id as SourceId);
    await trial('leftOut', index);
    for (const document of gold) add(index, document);

    const pasted = documents[Math.floor(random() * documents.length)];
    if (pasted) trials.push(await paste(embedder, index, pasted, { set, isForFit, isWhole: random() < 0.5 }));
  }
  return trials;
}

const graded = (raw: RawScores, grade: number): Graded => ({ evidence: evidenceOf(raw), grade });

/** 1 to 50 documents, half of the time neighbours, which are about the same things. */
function sampleOf(documents: readonly Indexed[], at: number, random: () => number): Indexed[] {
  const size = [1, 3, 5, 10, 20, 50][Math.floor(random() * 6)] ?? 1;
  const start = Math.floor(random() * Math.max(1, documents.length - size));
  if (at % 4 < 2) return documents.slice(start, start + size);
  const drawn = Array.from({ length: size }, () => documents[Math.floor(random() * documents.length)]);
  return [...new Set(drawn)].flatMap((document) => document ?? []);
}

async function paste(
  embedder: Embedder,
  index: SearchIndex,
  { id, text }: Indexed,
  { set, isForFit, isWhole }: { set: string; isForFit: boolean; isWhole: boolean },
): Promise<Trial> {
  const query = (isWhole ? text : text.slice(0, Math.ceil(text.length / 2))).slice(0, QUERY_CHARACTERS);
  const found = await find(embedder, index, query);
  const own = found.filter(({ sourceId }) => sourceId === id).map((raw) => graded(raw, 1));
  return { set, kind: 'pasted', isForFit, candidates: own, relevant: [1] };
}

/** A linear congruential generator, 0 to 1, so that every run draws the same. Source: Numerical Recipes. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

// Figures ------------------------------------------------------------------------------------------------------------

type Scored = { score: number; candidate: Graded };

/** The results of a trial in one mode. */
function resultsOf(mode: SearchType, { candidates }: Trial, curves = CURVES): Scored[] {
  return candidates
    .filter(({ evidence }) => mode !== 'keyword' || evidence.share > 0)
    .map((candidate) => ({ score: scoreBy(curves[mode], candidate.evidence), candidate }))
    .sort((a, b) => b.score - a.score)
    .slice(0, RESULTS);
}

function measure(trials: readonly Trial[], curves = CURVES): Record<string, number> {
  const figures: Record<string, number> = {};
  const bySet = [...Map.groupBy(trials, ({ set }) => set)];
  for (const mode of MODES) {
    const errors = bySet.map(([set, ofSet]) => {
      const full = ofSet.filter(({ kind }) => kind === 'full');
      const few = ofSet.filter(({ kind }) => kind === 'few' || kind === 'fewWithout');
      const results = full.map((trial) => resultsOf(mode, trial, curves));
      figures[`${mode} nDCG@10 ${set}`] = mean(
        results.map((found, i) => discountedGain(found, full[i]?.relevant ?? [])),
      );
      figures[`${mode} ECE ${set}`] = calibrationError(results.flat());
      figures[`${mode} ECE in 1-50 documents ${set}`] = calibrationError(
        few.flatMap((trial) => resultsOf(mode, trial, curves)),
      );
      return figures[`${mode} ECE ${set}`] ?? 0;
    });
    figures[`${mode} ECE mean`] = mean(errors);
  }
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)]));
}

/** nDCG@10 with linear gain: the sum of grade / log2(rank + 1), ranks from 1, divided by that of the best order.
 *  Source: Järvelin, Kekäläinen, TOIS 2002. */
function discountedGain(results: readonly Scored[], relevant: readonly number[]): number {
  const gain = (grades: readonly number[]) =>
    grades.slice(0, RESULTS).reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
  return gain(results.map(({ candidate }) => candidate.grade)) / gain(relevant.toSorted((a, b) => b - a));
}

/** Expected calibration error over ten bins of equal width: by how much the mean score of a bin misses the share of
 *  its results that is relevant, on average over the results. */
function calibrationError(results: readonly Scored[]): number {
  const bins = Map.groupBy(results, (result) => Math.min(9, Math.floor(10 * result.score)));
  const gaps = [...bins.values()].map((bin) =>
    Math.abs(bin.reduce((sum, result) => sum + result.score - Number(result.candidate.grade > 0), 0)),
  );
  return gaps.reduce((sum, gap) => sum + gap, 0) / results.length;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const round = (value: number): number => Math.round(value * 1000) / 1000;

// Cases --------------------------------------------------------------------------------------------------------------

const MUSEUM =
  'The museum is open from Tuesday to Sunday, 10 am to 6 pm. A ticket costs 12 euros; children under six enter free.';

/** What the scores owe to a newcomer: one text and a question, a text as its own query, unrelated sources. */
async function checkCases(embedder: Embedder): Promise<Record<string, number>> {
  const documents = await indexDocuments(embedder, readSet('squad2-dev-half').documents, 'en');
  const museum = await indexDocuments(
    embedder,
    [{ id: 'museum', name: 'Opening hours', text: MUSEUM }],
    'en',
  );
  const figures: Record<string, number> = {};
  for (const mode of MODES) {
    const scoreIn = async (others: readonly Indexed[], query: string, id = 'museum') => {
      const found = await find(embedder, indexOf([...museum, ...others]), query);
      const own = found.find(({ sourceId }) => sourceId === id);
      return own ? score(mode, own) : 0;
    };
    const alone = await scoreIn([], 'How much is a ticket?');
    const among = [documents.slice(0, 30), documents.slice(0, 300), documents];
    const later = await Promise.all(among.map((others) => scoreIn(others, 'How much is a ticket?')));
    figures[`${mode} score of the museum for its ticket`] = alone;
    figures[`${mode} its change by 30 unrelated sources`] = Math.abs((later[0] ?? 0) - alone);
    figures[`${mode} its change by 300`] = Math.abs((later[1] ?? 0) - alone);
    figures[`${mode} its change by ${documents.length}`] = Math.abs((later[2] ?? 0) - alone);
    figures[`${mode} score of the museum for another city`] = await scoreIn(
      [],
      'Which river flows through Budapest?',
    );
    const short = documents.filter(({ text }) => text.length <= QUERY_CHARACTERS).slice(0, 100);
    const verbatim = await Promise.all(short.map(({ id, text }) => scoreIn(documents, text, id)));
    figures[`${mode} lowest of 100 paragraphs as their own query`] = Math.min(...verbatim);
  }
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)]));
}

// Fit ----------------------------------------------------------------------------------------------------------------

/** What is fitted, and what is given: the closeness of hybrid search, at less than is likeliest (2.5), which would rank
 *  Chinese below what keywords do. */
const FITTED: Record<SearchType, (keyof Curve)[]> = {
  semantic: ['bias', 'closeness'],
  keyword: ['bias', 'share', 'words'],
  hybrid: ['bias', 'share', 'words'],
};
const GIVEN: Record<SearchType, Partial<Curve>> = { semantic: {}, keyword: {}, hybrid: { closeness: 1 } };
/** Which results there are depends on the curve: a few rounds settle it. */
const ROUNDS = 4;

/** given: what is not fitted has added to the logarithm of the odds already. */
type Example = { values: number[]; given: number; isRelevant: boolean; weight: number };

/** Fits the curve of each mode to the results that it ranks first itself. */
function fitCurves(trials: readonly Trial[]): Record<SearchType, Curve> {
  const curves = { ...CURVES };
  for (const mode of MODES) {
    for (let round = 0; round < ROUNDS; round++) {
      const weights = fitLogistic(examplesOf(mode, trials, curves));
      const fitted = FITTED[mode].map((name, i) => [name, weights[i] ?? 0]);
      curves[mode] = { ...NOTHING, ...GIVEN[mode], ...Object.fromEntries(fitted) };
    }
  }
  return curves;
}

const NOTHING: Curve = { bias: 0, closeness: 0, share: 0, words: 0 };

/** Each set counts the same, and in it each kind of search its share. */
function examplesOf(mode: SearchType, trials: readonly Trial[], curves: typeof CURVES): Example[] {
  return [...Map.groupBy(trials, ({ set, kind }) => `${set} ${kind}`).values()].flatMap((group) => {
    const results = group.flatMap((trial) => resultsOf(mode, trial, curves));
    const weight = (KIND_SHARES[group[0]?.kind ?? 'full'] * 1000) / results.length;
    return results.map(({ candidate }) => {
      const evidence = { ...candidate.evidence, bias: 1 };
      const given = Object.entries({ ...NOTHING, ...GIVEN[mode] }).reduce(
        (sum, [name, factor]) => sum + factor * evidence[name as keyof Curve],
        0,
      );
      const values = FITTED[mode].map((name) => evidence[name]);
      return { values, given, isRelevant: candidate.grade > 0, weight };
    });
  });
}

/** The weights that make the examples likeliest under a logistic curve, by Newton's method. */
function fitLogistic(examples: readonly Example[]): number[] {
  const size = examples[0]?.values.length ?? 0;
  const weights = new Array<number>(size).fill(0);
  for (let step = 0; step < 25; step++) {
    const slope = new Array<number>(size).fill(0);
    const curvature = Array.from({ length: size }, () => new Array<number>(size).fill(0));
    for (const { values, given, isRelevant, weight } of examples) {
      const logOdds = values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), given);
      const chance = 1 / (1 + Math.exp(-logOdds));
      for (const [i, value] of values.entries()) {
        slope[i] = (slope[i] ?? 0) + weight * (Number(isRelevant) - chance) * value;
        const row = curvature[i] ?? [];
        for (const [j, other] of values.entries())
          row[j] = (row[j] ?? 0) + weight * chance * (1 - chance) * value * other;
      }
    }
    for (const [i, change] of solve(curvature, slope).entries()) weights[i] = (weights[i] ?? 0) + change;
  }
  return weights;
}

/** Solves `matrix` x = `right`, positive definite, by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (const [i, pivot] of rows.entries()) {
    for (const [j, row] of rows.entries()) {
      if (i === j) continue;
      const factor = (row[i] ?? 0) / (pivot[i] ?? 1);
      for (const [k, value] of pivot.entries()) row[k] = (row[k] ?? 0) - factor * value;
    }
  }
  return rows.map((row, i) => (row[right.length] ?? 0) / (row[i] ?? 1));
}

if (import.meta.main) {
  if (process.argv.includes('--fit')) {
    const trials = await runTrials(await loadStaticEmbedder(MODEL));
    const curves = fitCurves(trials.filter(({ isForFit }) => isForFit));
    console.log('fitted:', curves, 'in the code:', CURVES);
    console.table(
      measure(
        trials.filter(({ isForFit }) => !isForFit),
        curves,
      ),
    );
  } else console.table(await benchScores());
}
