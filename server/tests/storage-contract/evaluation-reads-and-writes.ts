import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import { page } from './context.ts';
import type { Ids } from './furnish.ts';

/** See READS: those of evaluations and question sets. */
export const EVALUATION_READS: [string, (store: WorkspaceStore, ids: Ids) => unknown][] = [
  ['evaluations.find', (store, { evaluationId }) => store.evaluations.find(evaluationId)],
  ['evaluations.questions', (store, { evaluationId }) => store.evaluations.questions(evaluationId)],
  ['evaluations.outcomes', (store, { evaluationId }) => store.evaluations.outcomes(evaluationId)],
  ['evaluations.list', (store) => store.evaluations.list(page)],
  ['questionSets.find', (store, { questionSetId }) => store.questionSets.find(questionSetId)],
  ['questionSets.list', (store) => store.questionSets.list(page)],
  ['questionSets.count', (store) => store.questionSets.count()],
];

/** See WRITES. */
export const EVALUATION_WRITES: [string, (tx: WorkspaceTransaction, ids: Ids) => Promise<unknown>][] = [
  ['evaluations.update', (tx, { evaluationId }) => tx.evaluations.update(evaluationId, { progress: 0 })],
  ['evaluations.nameSources', (tx, ids) => tx.evaluations.nameSources(ids.evaluationId, [ids.sourceId])],
  [
    'evaluations.cancel',
    async (tx, { evaluationId }) => {
      await tx.evaluations.update(evaluationId, { status: 'running' });
      return await tx.evaluations.cancel(evaluationId, 9);
    },
  ],
  [
    'questionSets.update',
    (tx, { questionSetId }) =>
      tx.questionSets.update(
        { question_set_id: questionSetId, version: 1 },
        { name: 'birch', updated_at: 9 },
      ),
  ],
  ['questionSets.remove', (tx, { questionSetId }) => tx.questionSets.remove(questionSetId)],
  ['evaluations.remove', (tx, { evaluationId }) => tx.evaluations.remove(evaluationId)],
];
