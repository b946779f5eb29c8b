import type { AnswerId, KnowledgeBaseId } from '#lib/ids.ts';
import type { AnswerWithSources, WorkspaceReads } from '#storage/store.ts';
import { foldAccents } from '#text/fold.ts';
import type { ANSWER_STATES } from './schema.ts';

type Filter = {
  knowledgeBaseId: KnowledgeBaseId | undefined;
  q: string | undefined;
  state: (typeof ANSWER_STATES)[number] | undefined;
};

/** Rows of one statement. */
const BATCH = 500;

/** A page of the pinned answers that fit, newest first, with one row more if there are more. Compares here and not in the
 *  database: the engines fold different letters, and a knowledge base has only a few thousand answers. */
export async function searchAnswers(
  { answers }: Pick<WorkspaceReads, 'answers'>,
  { limit, after, knowledgeBaseId, q, state }: Filter & { limit: number; after: AnswerId | undefined },
): Promise<AnswerWithSources[]> {
  if (q === undefined && state === undefined) return await answers.list({ limit, after, knowledgeBaseId });
  const words = folded(q ?? '').split(/\s+/u);
  const fits = (row: AnswerWithSources): boolean => isIn(state, row) && holds(row, words);
  const found: AnswerWithSources[] = [];
  for (let last = after; ; ) {
    const rows = await answers.list({ limit: BATCH, after: last, knowledgeBaseId });
    found.push(...rows.slice(0, BATCH).filter(fits));
    last = rows[BATCH - 1]?.answer_id;
    if (found.length > limit || rows.length <= BATCH) return found.slice(0, limit + 1);
  }
}

function isIn(state: Filter['state'], { is_enabled, needs_review }: AnswerWithSources): boolean {
  if (state === undefined) return true;
  return state === 'needs_review' ? needs_review === 1 : is_enabled === Number(state === 'enabled');
}

function holds({ question, variants, answer }: AnswerWithSources, words: readonly string[]): boolean {
  const text = folded([question, ...(JSON.parse(variants) as string[]), answer].join('\n'));
  return words.every((word) => text.includes(word));
}

const folded = (text: string): string => foldAccents(text.normalize('NFKC').toLowerCase());
