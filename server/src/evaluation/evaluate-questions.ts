import { AppError } from '#errors.ts';
import { isLarge } from '#isomorphic/limits.ts';
import type { Job } from '#jobs/job-kinds.ts';
import { utcDay } from '#lib/clock.ts';
import type { AgentId, EvaluationId, KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { TokenUsage } from '#models/model.ts';
import type { SearchType } from '#search/search.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases, WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { JobRow } from '#storage/tables.ts';
import { type AskAgent, type EvaluatedReplies, evaluateReplies } from './evaluate-replies.ts';
import type { ReplyOutcome } from './result-schema.ts';
import { type EvaluationQuestion, runEvaluation } from './run-evaluation.ts';
import type { StoredQuestion } from './schema.ts';

type EvaluationServices = Pick<Services, 'clock' | 'log' | 'models'> & { askAgent: AskAgent };
type EvaluationJob = Job<'run-evaluation'>;

/** Runs an evaluation and stores the results of each search type, and of the replies if it names an agent. An interrupted
 *  one starts over. */
export async function evaluateQuestions(services: EvaluationServices, job: EvaluationJob): Promise<void> {
  const { row, payload, store, signal } = job;
  const evaluation = await store.evaluations.find(payload.evaluation_id);
  const questions = await store.evaluations.questions(payload.evaluation_id);
  if (evaluation?.status !== 'running' || questions === undefined) {
    await store.transaction((tx) => tx.jobs.finish(row));
    return;
  }
  const { evaluation_id: evaluationId, agent_id: agentId } = evaluation;
  const named = evaluation.knowledge_base_ids as string | null;
  const knowledgeBaseIds = named === null ? undefined : (JSON.parse(named) as KnowledgeBaseId[]);
  const gone = await firstDeleted(store, knowledgeBaseIds ?? []);
  if (gone) return await fail(services, job, deletedBase(gone));
  const agent = agentId === null ? undefined : await agentWithin(store, agentId, knowledgeBaseIds ?? []);
  if (agentId !== null && !agent) return await fail(services, job, missingAgent(agentId));
  const progress = reportProgress(services, store, { row, evaluationId });
  // The replies count as much as a search type.
  const searchTypes = JSON.parse(evaluation.search_types) as SearchType[];
  const parts = searchTypes.length + (agent ? 1 : 0);
  const asked = JSON.parse(questions) as StoredQuestion[];
  try {
    const evaluated = await runEvaluation(services, store, {
      questions: asked.filter(isForSearch).map(toQuestion),
      searchTypes,
      knowledgeBaseIds,
      signal,
      onProgress: (share) => progress.report((share * searchTypes.length) / parts),
    });
    const replies =
      agent &&
      (await evaluateCounted(services, store, {
        agent,
        questions: asked,
        signal,
        onProgress: (share) => progress.report((searchTypes.length + share) / parts),
      }));
    progress.stop();
    const results = JSON.stringify(evaluated.results);
    const outcomes = JSON.stringify(evaluated.outcomes);
    await store.transaction(
      async (tx) => {
        const aboutReplies = replies && (await withoutDeleted(tx, replies));
        const changes = { status: 'completed', progress: 1, results, outcomes } as const;
        if (!(await end(services, tx, job, { ...changes, ...aboutReplies?.columns })) || !aboutReplies)
          return;
        await tx.evaluations.nameSources(evaluationId, aboutReplies.sourceIds);
      },
      { isLarge: isLarge(outcomes.length + JSON.stringify(replies?.outcomes ?? []).length) },
    );
  } catch (error) {
    // A used-up token budget, or a language model that must not be done without: trying again at once does not help.
    if (!(error instanceof AppError) || signal.aborted) throw error;
    await fail(services, job, `The agent could not reply: ${error.message}`);
  } finally {
    progress.stop();
  }
}

/** The agent, with those of the knowledge bases that it still uses. Undefined if it is gone or uses none of them. */
async function agentWithin(
  { agents }: Pick<WorkspaceStore, 'agents'>,
  agentId: AgentId,
  knowledgeBaseIds: readonly KnowledgeBaseId[],
): Promise<AgentWithBases | undefined> {
  const agent = await agents.find(agentId);
  const used = agent?.knowledge_base_ids.filter((id) => knowledgeBaseIds.includes(id)) ?? [];
  return agent && used.length > 0 ? { ...agent, knowledge_base_ids: used } : undefined;
}

const missingAgent = (id: AgentId): string =>
  `The agent ${id} was deleted, or has other knowledge bases, since the evaluation was created: start an evaluation of an agent that exists.`;

/** The columns about replies and the sources that they quote, without what came from sources deleted meanwhile. */
async function withoutDeleted(
  { sources }: Pick<WorkspaceTransaction, 'sources'>,
  { results, outcomes }: EvaluatedReplies,
) {
  const quoted = [...new Set(outcomes.flatMap(({ source_ids }) => source_ids as SourceId[]))];
  const rows = await sources.findMany(quoted);
  const sourceIds = rows.map((row) => row.source_id);
  const known = new Set<string>(sourceIds);
  const kept = outcomes.map(({ reply, ...outcome }): ReplyOutcome => {
    const source_ids = outcome.source_ids.filter((id) => known.has(id));
    const isWhole = source_ids.length === outcome.source_ids.length;
    return { ...outcome, source_ids, ...(isWhole && reply !== undefined && { reply }) };
  });
  const columns = { reply_results: JSON.stringify(results), reply_outcomes: JSON.stringify(kept) };
  return { columns, sourceIds };
}

/** Evaluates replies and adds the tokens that they used to the usage of the workspace, even if one of them fails. */
async function evaluateCounted(
  services: EvaluationServices,
  store: WorkspaceStore,
  options: Omit<Parameters<typeof evaluateReplies>[2], 'count'>,
): Promise<EvaluatedReplies> {
  const tokens = { input: 0, output: 0 };
  const count = ({ inputTokens, outputTokens }: TokenUsage): void => {
    tokens.input += inputTokens;
    tokens.output += outputTokens;
  };
  try {
    return await evaluateReplies(services.askAgent, store, { ...options, count });
  } finally {
    await addToUsage(services, store, tokens);
  }
}

/** Of no key or person. */
async function addToUsage(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  store: WorkspaceStore,
  { input, output }: { input: number; output: number },
): Promise<void> {
  if (input + output === 0) return;
  const counted = { day: utcDay(clock.now()), actor_id: '' };
  try {
    await store.transaction(async (tx) => {
      if (!(await tx.workspace.exists())) return;
      await tx.usageCounts.add([
        { ...counted, metric: 'input_tokens', amount: input },
        { ...counted, metric: 'output_tokens', amount: output },
      ]);
    });
  } catch (error) {
    log.error({ err: error }, 'the tokens of an evaluation could not be counted');
  }
}

/** Words that a right reply holds do not say what a search should find. */
const isForSearch = ({ relevant, unanswerable }: StoredQuestion): boolean =>
  unanswerable || relevant.length > 0;

const toQuestion = ({ query, relevant }: StoredQuestion): EvaluationQuestion => ({
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
  job.store.transaction(async (tx) => {
    await end(services, tx, job, { status: 'failed', error });
  });

type Changes = Parameters<WorkspaceTransaction['evaluations']['update']>[1];

/** Without the lease it writes nothing and returns false, because the evaluation was deleted or another worker has it. */
async function end(
  { clock }: Pick<Services, 'clock'>,
  tx: WorkspaceTransaction,
  { row, payload }: EvaluationJob,
  changes: Changes,
): Promise<boolean> {
  if (!(await tx.jobs.finish(row))) return false;
  const now = clock.now();
  await tx.evaluations.update(payload.evaluation_id, { ...changes, updated_at: now, ended_at: now });
  return true;
}

const REPORT_PAUSE_MS = 500;

/** Writes the progress into the row, at most twice a second. Call `stop` before writing the result. */
function reportProgress(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
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
