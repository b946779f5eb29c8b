import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Language } from '../../server/src/text/language.ts';

const SETS = process.env['EVAL_DIR'] ?? join(import.meta.dirname, '../../../shared/data/eval');

/** Documents of one judged set in one language. */
export type Collection = {
  name: string;
  language: Language;
  documents: { id: string; name: string; text: string }[];
  queries: { id: string; text: string }[];
  /** Grades above 0 by query, then by document. */
  grades: Map<string, Map<string, number>>;
};

const PLAIN_SETS = [
  ['cacm', 'en'],
  ['cisi', 'en'],
  ['cranfield', 'en'],
  ['squad2-dev-half', 'en'],
  ['cmrc2018-dev', 'zh'],
  ['squad-it-test', 'it'],
] as const satisfies [string, Language][];
/** Sets of abstracts, whose titles belong to the text; elsewhere a title names a whole article, as a source's name does for
 *  its chunks. XQuAD has none. */
const TITLED = ['cacm', 'cisi', 'cranfield'];
export const XQUAD_LANGUAGES = [
  'ar', 'de', 'el', 'en', 'es', 'hi', 'ro', 'ru', 'th', 'tr', 'vi', 'zh',
] as const satisfies Language[]; // biome-ignore format: one line says it

/** The sets; XQuAD's languages are searched separately, as `xquad-ar` and so on. */
export function readCollections(): Collection[] {
  const plain = PLAIN_SETS.map(([name, language]) => ({ ...readSet(name), name, language }));
  const xquad = readSet('xquad');
  const ofLanguage = <T extends { id: string }>(items: readonly T[], language: string) =>
    items.filter(({ id }) => id.startsWith(`${language}-`));
  const parts = XQUAD_LANGUAGES.map((language) => ({
    name: `xquad-${language}`,
    language,
    documents: ofLanguage(xquad.documents, language),
    queries: ofLanguage(xquad.queries, language),
    grades: xquad.grades,
  }));
  return [...plain, ...parts];
}

/** One set of EVAL_DIR, with the queries that have an answer. */
export function readSet(name: string): Omit<Collection, 'name' | 'language'> {
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

export const readLines = <T>(set: string, file: string): T[] =>
  readRows(set, file).map(([json = '']) => JSON.parse(json) as T);
