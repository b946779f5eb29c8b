import type { SourceId } from '../../server/src/lib/ids.ts';
import type { Embedder } from '../../server/src/models/model.ts';
import type { ScoreFeatures } from '../../server/src/search/score.ts';
import type { SearchIndex } from '../../server/src/storage/memory-index/search-index.ts';
import { type Collection, readCollections, XQUAD_LANGUAGES } from './judged-sets.ts';
import { add, find, type Indexed, indexDocuments, indexOf } from './search-documents.ts';

/** Characters that a query may have. */
export const QUERY_CHARACTERS = 2048;

/** full: in all documents. leftOut: in all but the relevant ones. few, fewWithout: in 1 to 50 documents, one of them
 *  relevant or none. pasted: a document or half of it as the query, with that document the only candidate. */
export type Kind = 'full' | 'leftOut' | 'few' | 'fewWithout' | 'pasted';

export type Graded = { evidence: ScoreFeatures; grade: number };

/** What one search found. */
export type Trial = {
  /** What is reported together: XQuAD is one set, and `part` names its language. */
  set: string;
  part: string;
  kind: Kind;
  /** The even queries are fitted on (of a large set some of them), the odd ones measured. */
  isOdd: boolean;
  isForFit: boolean;
  candidates: Graded[];
  /** Grades of all that is relevant in the scope. */
  relevant: number[];
};

/** How many queries of a set the fit uses. The others only make the figures more precise. */
const FIT_QUERIES = 600;

/** Searches all judged sets. */
export async function runTrials(embedder: Embedder): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const collection of readCollections()) trials.push(...(await runCollection(embedder, collection)));
  return trials;
}

async function runCollection(embedder: Embedder, collection: Collection): Promise<Trial[]> {
  const { name: part, language, queries, grades } = collection;
  const set = part.replace(/^xquad-.*/, 'xquad');
  const documents = await indexDocuments(embedder, collection.documents, language);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const index = indexOf(documents);
  const random = createRandom(queries.length);
  const trials: Trial[] = [];
  const languages = set === 'xquad' ? XQUAD_LANGUAGES.length : 1;
  const stride = Math.max(1, Math.floor((queries.length * languages) / (2 * FIT_QUERIES)));
  for (const [at, { id, text }] of queries.entries()) {
    const gradeOf = grades.get(id) ?? new Map<string, number>();
    const isOdd = at % 2 === 1;
    const isSampled = Math.floor(at / 2) % stride === 0;
    const labels = { set, part, isOdd, isForFit: !isOdd && isSampled };
    const trial = async (kind: Kind, scope: SearchIndex): Promise<void> => {
      const found = await find(embedder, scope, text);
      const relevant = [...gradeOf].filter(([document]) => scope.has(document as SourceId));
      trials.push({
        ...labels,
        kind,
        candidates: found.map(({ sourceId, evidence }) => ({ evidence, grade: gradeOf.get(sourceId) ?? 0 })),
        relevant: relevant.map(([, grade]) => grade),
      });
    };
    await trial('full', index);
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
    const candidates = pasted && (await paste(embedder, index, pasted, random() < 0.5));
    if (candidates) trials.push({ ...labels, kind: 'pasted', candidates, relevant: [1] });
  }
  return trials;
}

/** 1 to 50 documents, half of the time neighbours, which share their subject. */
function sampleOf(documents: readonly Indexed[], at: number, random: () => number): Indexed[] {
  const size = [1, 3, 5, 10, 20, 50][Math.floor(random() * 6)] ?? 1;
  const start = Math.floor(random() * Math.max(1, documents.length - size));
  if (at % 4 < 2) return documents.slice(start, start + size);
  const drawn = Array.from({ length: size }, () => documents[Math.floor(random() * documents.length)]);
  return [...new Set(drawn)].flatMap((document) => document ?? []);
}

/** The results of a search for a document with itself, or its first half, as the query. */
async function paste(
  embedder: Embedder,
  index: SearchIndex,
  { id, text }: Indexed,
  isWhole: boolean,
): Promise<Graded[]> {
  const query = (isWhole ? text : text.slice(0, Math.ceil(text.length / 2))).slice(0, QUERY_CHARACTERS);
  const found = await find(embedder, index, query);
  return found.filter(({ sourceId }) => sourceId === id).map(({ evidence }) => ({ evidence, grade: 1 }));
}

/** A linear congruential generator, 0 to 1, so that every run draws the same. Source: Numerical Recipes. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
