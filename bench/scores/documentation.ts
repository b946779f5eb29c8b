import { chunkDocument } from '../../server/src/ingestion/chunking/chunk.ts';
import { parse } from '../../server/src/ingestion/parse/parse.ts';
import { detectLanguage, type Language, SOURCE_SAMPLE_CHARACTERS } from '../../server/src/text/language.ts';
import { readLines } from './judged-sets.ts';

/** A chunk of a page, as the product makes it. id: of the page, `#` and the position. */
export type DocumentationChunk = {
  id: string;
  page: string;
  text: string;
  start: number;
  heading: string | undefined;
};

/** A page of documentation and its chunks. */
export type Page = { id: string; name: string; language: Language; chunks: DocumentationChunk[] };

/** A place that answers a question. span: verbatim from the Markdown of the page. */
type Answer = { page: string; span: string };

/** answers: none if no page answers it. */
export type DocumentationQuestion = { id: string; text: string; answers: Answer[] };

/** One documentation, searched by itself. */
export type Documentation = { project: string; pages: Page[]; questions: DocumentationQuestion[] };

type PageLine = { id: string; title: string; text: string; project: string };
type QuestionLine = {
  id: string;
  text: string;
  project: string;
  answerable: boolean;
  gold_page?: string;
  gold_span?: string;
  gold_more?: Answer[];
};

/** The documentations of a set: Markdown as files of the projects, cut as the ingestion does. */
export async function readDocumentations(set: string): Promise<Documentation[]> {
  const pages = readLines<PageLine>(set, 'corpus.jsonl.gz');
  const questions = readLines<QuestionLine>(set, 'queries.jsonl.gz');
  return await Promise.all(
    [...Map.groupBy(pages, ({ project }) => project)].map(async ([project, lines]) => ({
      project,
      pages: await Promise.all(lines.map(readPage)),
      questions: questions
        .filter((question) => question.project === project)
        .map((question) => ({ id: question.id, text: question.text, answers: answersOf(question) })),
    })),
  );
}

async function readPage({ id, title, text }: PageLine): Promise<Page> {
  const document = await parse({
    bytes: Buffer.from(text),
    mimeType: 'text/markdown',
    fileName: `${title}.md`,
    origin: 'file',
  });
  const chunks = chunkDocument(document).map(({ position, text, start, heading }) => ({
    id: `${id}#${position}`,
    page: id,
    text,
    start,
    heading,
  }));
  const language = detectLanguage(document.text.slice(0, SOURCE_SAMPLE_CHARACTERS));
  return { id, name: title, language, chunks };
}

function answersOf({ answerable, gold_page, gold_span, gold_more = [] }: QuestionLine): Answer[] {
  if (!answerable || gold_page === undefined || gold_span === undefined) return [];
  return [{ page: gold_page, span: gold_span }, ...gold_more];
}
