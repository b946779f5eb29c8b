import { chunkDocument } from '../../server/src/ingestion/chunking/chunk.ts';
import { parseText } from '../../server/src/ingestion/parse/text.ts';
import { detectLanguage, SOURCE_SAMPLE_CHARACTERS } from '../../server/src/text/language.ts';
import { type DocumentationQuestion, readDocumentations } from './documentation.ts';
import { readLines, readSet } from './judged-sets.ts';
import type { Document } from './search-documents.ts';

/** A question of a judged set. */
export type Question = {
  id: string;
  text: string;
  /** The documents that answer it: none if it cannot be answered. */
  gold: string[];
  /** Texts of which a right answer contains one. */
  accepted: string[];
  /** Of a documentation: the spans that answer it. */
  documented?: DocumentationQuestion;
};
/** A document whose chunks say where they begin. */
export type Read = Document & { chunks: readonly { start: number }[] };
/** Documents that are searched together, and the questions about them. */
export type Part = { set: string; documents: Read[]; questions: Question[] };
type QuestionLine = { id: string; must?: string[]; must_more?: string[]; answers?: string[] };

/** The sets are large: every so many questions of each are asked. */
const EVERY: Record<string, number> = { 'squad2-dev-half': 8, xquad: 3 };

/** The sets that the answers without a model are fitted on. */
export async function readParts(): Promise<Part[]> {
  const lines = new Map(
    readLines<QuestionLine>('docs-qa-dev', 'queries.jsonl.gz').map((line) => [line.id, line]),
  );
  const documentations = (await readDocumentations('docs-qa-dev')).map(({ project, pages, questions }) => ({
    set: `docs-qa-dev/${project}`,
    documents: pages,
    questions: questions.map((documented) => ({
      ...documented,
      gold: documented.answers.map(({ page }) => page),
      accepted: acceptedOf(lines.get(documented.id)),
      documented,
    })),
  }));
  const judged = ['squad2-dev-half', 'xquad/en', 'xquad/de', 'xquad/zh'].map((set) => readJudged(set));
  const foreign = [
    ...['de', 'es', 'zh', 'tr', 'ar'].map((language) => readJudged('xquad/en', language)),
    ...['en', 'ru'].map((language) => readJudged('xquad/de', language)),
  ];
  return [...documentations, ...judged, ...foreign];
}

/** The name of the sets whose questions are in another language than their documents begins with this folder. */
export const FOREIGN = 'foreign';

/** asked: the language of the questions, if it is not that of the documents: the same questions, translated. */
function readJudged(set: string, asked?: string): Part {
  const [name = set, language] = set.split('/');
  const { documents, queries, grades } = readSet(name);
  const lines = new Map(readLines<QuestionLine>(name, 'queries.jsonl.gz').map((line) => [line.id, line]));
  const isIn = ({ id }: { id: string }) => language === undefined || id.startsWith(`${language}-`);
  const translations = new Map(queries.map(({ id, text }) => [id, text]));
  const asAsked = (id: string) => translations.get(id.replace(/^\w+/, asked ?? '')) ?? '';
  return {
    set: asked ? `${FOREIGN}/${asked} over ${language}` : set,
    documents: documents.filter(isIn).map(({ text, ...document }) => ({
      ...document,
      language: detectLanguage(text.slice(0, SOURCE_SAMPLE_CHARACTERS)),
      chunks: chunkDocument(parseText(text)),
    })),
    questions: queries
      .filter(isIn)
      .filter((_, at) => at % (EVERY[name] ?? 1) === 0)
      .map(({ id, text }) => ({
        id,
        text: asked ? asAsked(id) : text,
        gold: [...(grades.get(id)?.keys() ?? [])],
        accepted: acceptedOf(lines.get(id)),
      })),
  };
}

/** As texts are compared. */
export const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');
const acceptedOf = (line: QuestionLine | undefined): string[] =>
  [...(line?.must ?? line?.answers ?? []), ...(line?.must_more ?? [])].map(plain);
