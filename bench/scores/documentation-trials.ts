import { type DocumentationQuestion, readDocumentations } from './documentation.ts';
import { collect, find, indexDocuments, type Models, type RawCandidate } from './search-documents.ts';
import type { Trial } from './trials.ts';

export const DOCUMENTATION = 'docs-qa-dev';

/** The least share of the words of a span that a chunk holds in one piece, to hold the span. */
const HELD_SHARE = 0.5;

/** A search in one documentation. grade: 1 for chunks that hold a span which answers. */
export type DocumentationTrial = Trial & { pagesThatAnswer: Set<string> };

/** Each documentation searched for each of its questions, cut into the product's own chunks. */
export async function runDocumentation(models: Models): Promise<DocumentationTrial[]> {
  const trials: DocumentationTrial[] = [];
  for (const { project, pages, questions } of await readDocumentations(DOCUMENTATION)) {
    const indexed = await indexDocuments(models, pages);
    const all = collect(indexed);
    const textOf = ({ id, position }: RawCandidate) => all.documents.get(id)?.texts[position] ?? '';
    for (const [at, question] of questions.entries()) {
      const found = await find(models, all, question.text);
      const relevant = indexed.flatMap(({ id, texts }) =>
        texts.filter((text) => answers(question, id, text)).map(() => 1),
      );
      trials.push({
        set: DOCUMENTATION,
        part: project,
        kind: question.answers.length > 0 ? 'full' : 'leftOut',
        isOdd: at % 2 === 1,
        isForFit: at % 2 === 0,
        isForeign: false,
        candidates: found.map((candidate) => ({
          ...candidate,
          grade: Number(answers(question, candidate.id, textOf(candidate))),
          isInHalf: candidate.position % 2 === 0,
        })),
        relevant,
        pagesThatAnswer: new Set(question.answers.map(({ page }) => page)),
      });
    }
  }
  return trials;
}

/** Whether the text of this page holds a span that answers. */
export const answers = (question: DocumentationQuestion, page: string, text: string): boolean =>
  question.answers.some((answer) => answer.page === page && holds(text, answer.span));

/** Whether half of the words of the span occur in the text in one piece, or all of those of a table row in one line. */
function holds(text: string, span: string): boolean {
  const words = wordsOf(span.replace(LINK_TARGET, ']'));
  if (TABLE_ROW.test(span)) return text.split('\n').some((line) => hasAll(line, words));
  const least = Math.ceil(HELD_SHARE * words.length);
  const said = ` ${wordsOf(text).join(' ')} `;
  for (let from = 0; from + least <= words.length; from++)
    if (said.includes(` ${words.slice(from, from + least).join(' ')} `)) return true;
  return false;
}

/** The ingestion leaves out where links of Markdown lead, and writes a column's name before each of its cells. */
const LINK_TARGET = /\]\([^()\s]*\)/g;
const TABLE_ROW = / \| /;

const hasAll = (line: string, words: readonly string[]): boolean => {
  const said = new Set(wordsOf(line));
  return words.every((word) => said.has(word));
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
