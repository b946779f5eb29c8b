import { basename, resolve } from 'node:path';
import { z } from 'zod';
import { inputError, parseLine, readLinesOf } from './read-lines.ts';
import { idsOf, type JudgedDocument, languageOf, readGrades, sample } from './read-sets.ts';

/** One knowledge base, with questions whose right replies are known. */
export type AnswerSet = { name: string; documents: JudgedDocument[]; questions: AnswerQuestion[] };

/** accepted: a right reply has at least one of these strings. golds: the places that answer; none if nothing does. */
export type AnswerQuestion = {
  id: string;
  text: string;
  type: string | undefined;
  accepted: string[];
  golds: Gold[];
};

/** A document that answers. span: the words of it that do, verbatim. */
export type Gold = { document: string; span: string | undefined };

const DocumentLine = z.object({
  id: z.string().min(1),
  title: z.string().default(''),
  text: z.string(),
  project: z.string().optional(),
  path: z.string().default(''),
});

const QuestionLine = z.object({
  id: z.string().min(1),
  text: z.string().min(1),
  lang: z.string().optional(),
  project: z.string().optional(),
  type: z.string().optional(),
  answerable: z.boolean().optional(),
  unanswerable: z.boolean().default(false),
  gold_page: z.string().optional(),
  gold_span: z.string().optional(),
  gold_more: z.array(z.object({ page: z.string(), span: z.string() })).default([]),
  must: z.array(z.string()).default([]),
  must_more: z.array(z.string()).default([]),
  answers: z.array(z.string()).default([]),
});

type Question = z.infer<typeof QuestionLine>;

/** queries: the most questions of a knowledge base, evenly spaced. languages: of the questions; all without. onlyAnswerable:
 *  omit those that nothing answers. */
type Options = { queries: number; languages: readonly string[] | undefined; onlyAnswerable: boolean };

/** Reads a folder with `corpus.jsonl` and `queries.jsonl`, each plain or as `.gz`: a set for each project, or for each language
 *  that the ids begin with. Where questions have no `gold_page`, `qrels.tsv` says which documents answer them. Throws
 *  OperatorError that names the line. */
export async function readAnswerSets(
  folder: string,
  { queries, languages, onlyAnswerable }: Options,
): Promise<AnswerSet[]> {
  const documents = (await readLinesOf(folder, 'corpus.jsonl')).map((line) => parseLine(line, DocumentLine));
  const lines = (await readLinesOf(folder, 'queries.jsonl')).map((line) => parseLine(line, QuestionLine));
  const known = { documents: idsOf(documents, 'corpus.jsonl'), queries: idsOf(lines, 'queries.jsonl') };
  const needsGrades = lines.some((line) => isAnswerable(line) && line.gold_page === undefined);
  const grades = needsGrades ? await readGrades(folder, known) : new Map<string, Map<string, number>>();
  for (const { page } of lines.flatMap(goldsNamed))
    if (!known.documents.has(page)) throw inputError(`queries.jsonl: corpus.jsonl has no document "${page}"`);
  const isMultilingual = new Set(documents.map(({ id }) => languageOf(id))).size > 1;
  const partOf = ({ id, project }: { id: string; project?: string | undefined }): string =>
    project ?? (isMultilingual ? (languageOf(id) ?? '') : '');
  const asked = lines.flatMap((line) => {
    const language = line.lang ?? languageOf(line.id);
    if (languages && !languages.includes(language ?? '')) return [];
    const question = toQuestion(line, grades.get(line.id));
    return question && !(onlyAnswerable && question.golds.length === 0)
      ? [{ part: partOf(line), question }]
      : [];
  });
  if (asked.length === 0) throw inputError(`${folder} has no question with an answer that can be judged`);
  const name = basename(resolve(folder));
  return [...Map.groupBy(asked, ({ part }) => part)].map(([part, ofPart]) => ({
    name: part === '' ? name : part,
    documents: documents
      .filter((document) => partOf(document) === part)
      .map(({ id, title, text, path }) => ({ id, title, text, isMarkdown: path.endsWith('.md') })),
    questions: sample(
      ofPart.map(({ question }) => question),
      queries,
    ),
  }));
}

const isAnswerable = ({ answerable, unanswerable }: Question): boolean => answerable ?? !unanswerable;

const goldsNamed = ({ gold_page, gold_span, gold_more }: Question): { page: string; span?: string }[] => [
  ...(gold_page === undefined
    ? []
    : [{ page: gold_page, ...(gold_span !== undefined && { span: gold_span }) }]),
  ...gold_more,
];

/** Undefined if it cannot be judged: nothing says what answers it. */
function toQuestion(line: Question, graded: Map<string, number> | undefined): AnswerQuestion | undefined {
  const { id, text, type, must, must_more, answers } = line;
  if (!isAnswerable(line)) return { id, text, type, accepted: [], golds: [] };
  const named = goldsNamed(line).map(({ page, span }) => ({ document: page, span }));
  const golds =
    named.length > 0 ? named : [...(graded?.keys() ?? [])].map((document) => ({ document, span: undefined }));
  const accepted = must.length > 0 ? [...must, ...must_more] : answers;
  return golds.length === 0 || accepted.length === 0 ? undefined : { id, text, type, accepted, golds };
}
