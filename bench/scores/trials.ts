import { deepSenses } from '../../server/src/search/deep-senses.ts';
import type { Language } from '../../server/src/text/language.ts';
import { type Collection, readCollections, XQUAD_LANGUAGES } from './judged-sets.ts';
import { createRandom, type Random } from './random.ts';
import {
  add,
  type Collected,
  collect,
  find,
  type Indexed,
  indexDocuments,
  type Models,
  type RawCandidate,
  remove,
} from './search-documents.ts';

/** Characters that a query may have. */
export const QUERY_CHARACTERS = 2048;

/** full: in all documents. leftOut: in all but the relevant ones. few, fewWithout: in 1 to 50 documents, one of them
 *  relevant or none. pasted: a document or half of it as the query, with that document the only candidate. */
export type Kind = 'full' | 'leftOut' | 'few' | 'fewWithout' | 'pasted';

/** isInHalf: of every other document, those that the deep model has read when it is halfway through. */
export type Graded = RawCandidate & { grade: number; isInHalf: boolean };

/** What one search found. */
export type Trial = {
  /** What is reported together: XQuAD is one set, and `part` names its language. */
  set: string;
  part: string;
  kind: Kind;
  /** The even queries are fitted on (of a large set some of them), the odd ones measured. */
  isOdd: boolean;
  isForFit: boolean;
  /** As in the service, where it is a matter of each chunk: a collection here has one language. */
  isForeign: boolean;
  candidates: Graded[];
  /** Position among `candidates` of the only one that counts. The others are what it is compared with. */
  only?: number;
  /** Grades of all that is relevant in the scope. */
  relevant: number[];
};

/** How many queries of a set the fit uses. The others only make the figures more precise. */
const FIT_QUERIES = 600;

/** Searches all judged sets. */
export async function runTrials(models: Models): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const collection of readCollections()) trials.push(...(await runCollection(models, collection)));
  return trials;
}

async function runCollection(models: Models, collection: Collection): Promise<Trial[]> {
  const { name: part, queries, grades } = collection;
  const set = part.replace(/^xquad-.*/, 'xquad');
  const searched = await openCollection(models, collection);
  const random = createRandom(queries.length);
  const trials: Trial[] = [];
  const languages = set === 'xquad' ? XQUAD_LANGUAGES.length : 1;
  const stride = Math.max(1, Math.floor((queries.length * languages) / (2 * FIT_QUERIES)));
  for (const [at, { id, text }] of queries.entries()) {
    const isOdd = at % 2 === 1;
    const isSampled = Math.floor(at / 2) % stride === 0;
    const labels = { set, part, isOdd, isForFit: !isOdd && isSampled };
    const question = { at, text, gradeOf: grades.get(id) ?? new Map<string, number>(), labels };
    trials.push(await searched.ask('full', searched.all, question));
    if (!isSampled) continue;
    trials.push(...(await searched.askElsewhere(question, random)));
    const pasted = searched.documents[Math.floor(random() * searched.documents.length)];
    const isWhole = random() < 0.5;
    if (pasted && labels.isForFit) trials.push(await searched.paste(pasted, isWhole, labels));
  }
  return trials;
}

type Question = {
  at: number;
  text: string;
  gradeOf: ReadonlyMap<string, number>;
  labels: Pick<Trial, 'set' | 'part' | 'isOdd' | 'isForFit'>;
};

/** A collection whose documents are one chunk each, and the ways in which it is searched. */
export async function openCollection(
  models: Models,
  { documents: listed, language }: Pick<Collection, 'documents' | 'language'>,
) {
  const documents = await indexDocuments(
    models,
    listed.map(({ id, name, text }) => ({ id, name, language, chunks: [{ text }] })),
  );
  const byId = new Map(documents.map((document) => [document.id, document]));
  const all = collect(documents);
  const halfway = new Set(documents.filter((_, at) => at % 2 === 0).map(({ id }) => id));

  const search = async (scope: Collected, query: string, gradeOf: ReadonlyMap<string, number>) => ({
    isForeign: deepSenses(query, scope.index.languages() as Language[])('und') === 'foreign',
    candidates: (await find(models, scope, query)).map((candidate) => ({
      ...candidate,
      grade: gradeOf.get(candidate.id) ?? 0,
      isInHalf: halfway.has(candidate.id),
    })),
  });

  const ask = async (kind: Kind, scope: Collected, { text, gradeOf, labels }: Question): Promise<Trial> => ({
    ...labels,
    kind,
    ...(await search(scope, text, gradeOf)),
    relevant: [...gradeOf].filter(([document]) => scope.documents.has(document)).map(([, grade]) => grade),
  });

  return {
    all,
    documents,
    ask,

    /** The question asked in a few documents and without those that answer. */
    askElsewhere: async (question: Question, random: Random): Promise<Trial[]> => {
      const gold = [...question.gradeOf.keys()].flatMap((document) => byId.get(document) ?? []);
      const others = documents.filter((document) => !question.gradeOf.has(document.id));
      const few = sampleOf(others, question.at, random);
      const trials = [
        await ask('fewWithout', collect(few), question),
        await ask('few', collect([...few.slice(1), ...gold.slice(0, 1)]), question),
      ];
      for (const document of gold) remove(all, document.id);
      trials.push(await ask('leftOut', all, question));
      for (const document of gold) add(all, document);
      return trials;
    },

    /** The results of a search for a document with itself, or its first half, as the query. */
    paste: async ({ id, texts }: Indexed, isWhole: boolean, labels: Question['labels']): Promise<Trial> => {
      const text = texts[0] ?? '';
      const query = (isWhole ? text : text.slice(0, Math.ceil(text.length / 2))).slice(0, QUERY_CHARACTERS);
      const found = await search(all, query, new Map([[id, 1]]));
      const only = found.candidates.findIndex(({ grade }) => grade > 0);
      return { ...labels, kind: 'pasted', ...found, only, relevant: [1] };
    },
  };
}

/** 1 to 50 documents, half of the time neighbours, which share their subject. */
function sampleOf(documents: readonly Indexed[], at: number, random: Random): Indexed[] {
  const size = [1, 3, 5, 10, 20, 50][Math.floor(random() * 6)] ?? 1;
  const start = Math.floor(random() * Math.max(1, documents.length - size));
  if (at % 4 < 2) return documents.slice(start, start + size);
  const drawn = Array.from({ length: size }, () => documents[Math.floor(random() * documents.length)]);
  return [...new Set(drawn)].flatMap((document) => document ?? []);
}
