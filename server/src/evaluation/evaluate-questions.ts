import { isLarge } from '#isomorphic/limits.ts';
import type { Job } from '#jobs/job-kinds.ts';
import type { EvaluationId, KnowledgeBaseId } from '#lib/ids.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { SearchType } from '#search/search.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { JobRow } from '#storage/tables.ts';
import { type EvaluationQuestion, runEvaluation } from './run-evaluation.ts';
import type { GoldenQuestions } from './schema.ts';

type EvaluationServices = Pick<Services, 'clock' | 'log' | 'models'>;
type EvaluationJob = Job<'run-evaluation'>;

/** Runs an evaluation and stores the results of each search type. An interrupted one starts over. */
export async function evaluateQuestions(services: EvaluationServices, job: EvaluationJob): Promise<void> {
  const { row, payload, store, signal } = job;
  const evaluation = await store.evaluations.find(payload.evaluation_id);
  const questions = await store.evaluations.questions(payload.evaluation_id);
  if (evaluation?.status !== 'running' || questions === undefined) {
    await store.transaction((tx) => tx.jobs.finish(row));
    return;
  }
  const knowledgeBaseIds = evaluation.knowledge_base_ids && JSON.parse(evaluation.knowledge_base_ids);
  const gone = await firstDeleted(store, knowledgeBaseIds ?? []);
  if (gone) return await fail(services, job, deletedBase(gone));
  const progress = reportProgress(services, store, { row, evaluationId: evaluation.evaluation_id });
  try {
    const evaluated = await runEvaluation(services, store, {
      questions: (JSON.parse(questions) as GoldenQuestions).map(toQuestion),
      searchTypes: JSON.parse(evaluation.search_types) as SearchType[],
      knowledgeBaseIds: knowledgeBaseIds ?? undefined,
      signal,
      onProgress: progress.report,
    });
    progress.stop();
    const results = JSON.stringify(evaluated.results);
    const outcomes = JSON.stringify(evaluated.outcomes);
    await store.transaction(
      (tx) => end(services, tx, job, { status: 'completed', progress: 1, results, outcomes }),
      { isLarge: isLarge(outcomes.length) },
    );
  } finally {
    progress.stop();
  }
}

const toQuestion = ({ query, relevant }: GoldenQuestions[number]): EvaluationQuestion => ({
  query,
  relevant: relevant.map(({ source_id, text }) => ({ sourceId: source_id, grade: 1, text })),
});

/** The first knowledge base that was deleted. Searching it would silently find nothing for every question. */
async function firstDeleted(
  { knowledgeBases }: Pick<WorkspaceStore, 'knowledgeBases'>,
  ids: readonly KnowledgeBaseId[],
): Promise<KnowledgeBaseId | undefined> {
  for (const id of ids) if (!(await knowledgeBases.exists(id))) return id;
  return undefined;
}

const deletedBase = (id: KnowledgeBaseId): string =>
  `The knowledge base ${id} was deleted before its questions were asked: start an evaluation of knowledge bases that exist.`;

/** Marks an evaluation as failed, with the reason. */
export async function failEvaluation(
  services: Pick<Services, 'clock' | 'log'>,
  job: EvaluationJob,
  error: unknown,
): Promise<void> {
  if (error instanceof OperatorError) return await fail(services, job, error.message);
  services.log.error({ err: error, evaluation_id: job.payload.evaluation_id }, 'an evaluation failed');
  const sentence = 'The evaluation failed because of an internal error: check the log, and start it again.';
  await fail(services, job, sentence);
}

const fail = (services: Pick<Services, 'clock'>, job: EvaluationJob, error: string): Promise<void> =>
  job.store.transaction((tx) => end(services, tx, job, { status: 'failed', error }));

type Changes = Parameters<WorkspaceTransaction['evaluations']['update']>[1];

/** Without the lease it writes nothing, because the evaluation was deleted or another worker has it. */
async function end(
  { clock }: Pick<Services, 'clock'>,
  tx: WorkspaceTransaction,
  { row, payload }: EvaluationJob,
  changes: Changes,
): Promise<void> {
  if (!(await tx.jobs.finish(row))) return;
  const now = clock.now();
  await tx.evaluations.update(payload.evaluation_id, { ...changes, updated_at: now, ended_at: now });
}

const REPORT_PAUSE_MS = 500;

/** Writes the progress into the row, at most twice a second. Call `stop` before writing the result. */
function reportProgress(
  { clock, log }: EvaluationServices,
  store: WorkspaceStore,
  { row, evaluationId }: { row: JobRow; evaluationId: EvaluationId },
): { report(progress: number): void; stop(): void } {
  let newest: number | undefined;
  const write = async (): Promise<void> => {
    if (newest === undefined) return;
    const progress = Math.round(newest * 100) / 100;
    newest = undefined;
    await store.transaction(
      async (tx) => {
        if (await tx.jobs.isHeld(row))
          await tx.evaluations.update(evaluationId, { progress, updated_at: clock.now() });
      },
      { isVolatile: true },
    );
  };
  const timer = setInterval(() => {
    write().catch((error) => log.warn({ err: error }, 'the progress of an evaluation could not be written'));
  }, REPORT_PAUSE_MS);
  return {
    report: (progress) => {
      newest = progress;
    },
    stop: () => {
      newest = undefined;
      clearInterval(timer);
    },
  };
}
