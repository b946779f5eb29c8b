import { basename, resolve } from 'node:path';
import { z } from 'zod';
import { inputError, parseLine, readLinesOf } from './read-lines.ts';

/** A knowledge base with questions judged by people. */
export type JudgedSet = {
  name: string;
  documents: JudgedDocument[];
  questions: JudgedQuestion[];
  /** Questions omitted because they have no judgements. */
  unjudged: number;
};

/** isMarkdown: the text is that of a Markdown file. */
export type JudgedDocument = { id: string; title: string; text: string; isMarkdown?: boolean };

/** relevant: grades above 0, by document; empty if nothing answers the question. */
export type JudgedQuestion = { id: string; query: string; relevant: Map<string, number> };

const DocumentLine = z.object({ id: z.string().min(1), title: z.string().default(''), text: z.string() });
const QueryLine = z.object({
  id: z.string().min(1),
  text: z.string().min(1),
  unanswerable: z.boolean().default(false),
});

/** Reads a folder with `corpus.jsonl` (id, title, text), `queries.jsonl` (id, text, unanswerable) and `qrels.tsv` (query,
 *  document, grade), each plain or as `.gz`. If ids begin with several languages, such as `de-17`, the folder contains a
 *  set for each.
 *  queries: the most queries per set, sampled evenly. Throws OperatorError that names the line. */
export async function readSets(folder: string, { queries }: { queries: number }): Promise<JudgedSet[]> {
  const documents = (await readLinesOf(folder, 'corpus.jsonl')).map((line) => parseLine(line, DocumentLine));
  const lines = (await readLinesOf(folder, 'queries.jsonl')).map((line) => parseLine(line, QueryLine));
  const known = { documents: idsOf(documents, 'corpus.jsonl'), queries: idsOf(lines, 'queries.jsonl') };
  const grades = await readGrades(folder, known);
  const questions = lines
    .filter(({ id, unanswerable }) => unanswerable || grades.has(id))
    .map(({ id, text, unanswerable }) => ({
      id,
      query: text,
      relevant: (unanswerable ? undefined : grades.get(id)) ?? new Map<string, number>(),
    }));
  if (questions.length === 0)
    throw inputError(`${folder} has no question that qrels.tsv judges: it needs at least one`);
  const unjudged = lines.length - questions.length;
  const name = basename(resolve(folder));
  const languages = [...new Set(documents.map(({ id }) => languageOf(id)))];
  if (languages.length === 1 || languages.includes(undefined) || questions.some(crossesLanguages))
    return [{ name, documents, questions: sample(questions, queries), unjudged }];
  return languages.map((language) => ({
    name: `${name} ${language}`,
    documents: documents.filter(({ id }) => languageOf(id) === language),
    questions: sample(
      questions.filter(({ id }) => languageOf(id) === language),
      queries,
    ),
    unjudged: 0,
  }));
}

/** The language that an id begins with: `de-17`. */
export const languageOf = (id: string): string | undefined => /^([a-z]{2,3})-/.exec(id)?.[1];

/** Whether the question has relevant documents in other languages. Then all languages are searched together. */
const crossesLanguages = ({ id, relevant }: JudgedQuestion): boolean =>
  [...relevant.keys()].some((document) => languageOf(document) !== languageOf(id));

/** Throws OperatorError if two have the same id. */
export function idsOf(items: readonly { id: string }[], file: string): Set<string> {
  const ids = new Set<string>();
  for (const { id } of items) {
    if (ids.has(id)) throw inputError(`${file}: two lines have the id "${id}"; each needs its own`);
    ids.add(id);
  }
  return ids;
}

/** Grades above 0, by query and document. */
export async function readGrades(
  folder: string,
  known: { documents: ReadonlySet<string>; queries: ReadonlySet<string> },
): Promise<Map<string, Map<string, number>>> {
  const grades = new Map<string, Map<string, number>>();
  for (const { text, place } of await readLinesOf(folder, 'qrels.tsv')) {
    const [query = '', document = '', grade, ...rest] = text.split('\t');
    if (grade === undefined || rest.length > 0 || !/^-?\d+(\.\d+)?$/.test(grade))
      throw inputError(`${place}: must be a query, a document and a grade in digits, with tabs between them`);
    if (!known.queries.has(query)) throw inputError(`${place}: queries.jsonl has no query "${query}"`);
    if (!known.documents.has(document))
      throw inputError(`${place}: corpus.jsonl has no document "${document}"`);
    if (Number(grade) <= 0) continue;
    const ofQuery = grades.get(query) ?? new Map<string, number>();
    grades.set(query, ofQuery.set(document, Number(grade)));
  }
  return grades;
}

/** At most `count` of the items, evenly spaced. */
export function sample<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, items.length / count);
  return items.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}
