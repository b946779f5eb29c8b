import { requestAll } from '#shared/api/request.ts';
import { csvOf, saveFile } from '#shared/files/save-file.ts';
import { ANSWERS, type PinnedAnswer } from './answer-queries.ts';
import type { AnswerSearch } from './answer-search.ts';

const COLUMNS = ['question', 'variants', 'answer', 'sources', 'knowledge_base_id', 'enabled'];

/** Saves the answers that fit the filters as the file that the import reads. */
export async function exportAnswers({ q, base, state }: AnswerSearch): Promise<void> {
  const { signal } = new AbortController();
  const all = await requestAll<PinnedAnswer>(ANSWERS, signal, { q, knowledge_base_id: base, state });
  const rows = all.map((each) => [
    each.question,
    each.variants.join(' | '),
    each.answer,
    each.source_ids.join(' | '),
    each.knowledge_base_id,
    String(each.enabled),
  ]);
  saveFile('pinned-answers.csv', 'text/csv', csvOf([COLUMNS, ...rows]));
}
