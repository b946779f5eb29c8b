import { AppError, invalidField } from '#errors.ts';
import { enqueue } from '#jobs/enqueue.ts';
import { type AgentId, newId, type QuestionSetId } from '#lib/ids.ts';
import { assertKnowledgeBasesExist } from '#records/resolve-knowledge-base.ts';
import type {
  AgentWithBases,
  EvaluationSummary,
  WorkspaceReads,
  WorkspaceTransaction,
} from '#storage/store.ts';
import { assertSourcesExist } from './assert-sources-exist.ts';
import { questionsOf } from './question-set-schema.ts';
import {
  type QuestionsOfReplies,
  questionsOfReplies,
  type StandaloneQuestion,
} from './questions-of-replies.ts';
import type { NewEvaluation } from './schema.ts';
import { saysWhatIsRight } from './set-questions.ts';

/** Makes the questions of an evaluation from judged replies or takes them from a set, if it asks for that. Takes up to a thousand reads, so it has
 *  no transaction. Throws 422 if nothing is left to ask. */
export async function questionsOfEvaluation(
  store: Reads & Pick<WorkspaceReads, 'verdicts' | 'conversations' | 'questionSets'>,
  evaluation: NewEvaluation,
  standaloneQuestion: StandaloneQuestion,
): Promise<MadeQuestions | undefined> {
  const { from_conversations: filter, question_set_id, agent_id } = evaluation;
  if (question_set_id) return await questionsOfSet(store, evaluation, question_set_id);
  if (!filter) return undefined;
  const knowledgeBaseIds = await searchedBases(store, evaluation);
  if (filter.agent_id) await findAgent(store, filter.agent_id, 'from_conversations.agent_id');
  const purpose = { knowledgeBaseIds, hasAgent: agent_id !== undefined };
  const made = await questionsOfReplies(store, standaloneQuestion, filter, purpose);
  if (made.questions.length === 0) throw invalidField('from_conversations', nothingLeft(made.skipped));
  return made;
}

/** Questions that the client did not send. */
type MadeQuestions = Omit<QuestionsOfReplies, 'merged'> & Partial<Pick<QuestionsOfReplies, 'merged'>>;

/** The questions of a set that can be judged, with those of their sources that exist and are searched. */
async function questionsOfSet(
  store: Reads & Pick<WorkspaceReads, 'questionSets'>,
  evaluation: NewEvaluation,
  questionSetId: QuestionSetId,
): Promise<MadeQuestions> {
  const set = await store.questionSets.find(questionSetId);
  if (!set) throw invalidField('question_set_id', `no question set has the id "${questionSetId}"`);
  const kept = questionsOf(set);
  const bases = await searchedBases(store, evaluation);
  const named = kept.flatMap(({ relevant }) => relevant.map(({ source_id }) => source_id));
  const rows = await store.sources.findMany([...new Set(named)]);
  const searched = new Set(
    rows.filter((row) => bases?.includes(row.knowledge_base_id) ?? true).map((row) => row.source_id),
  );
  const questions = kept
    .map(({ query, relevant, must, unanswerable }) => ({
      query,
      relevant: relevant.filter(({ source_id }) => searched.has(source_id)),
      must,
      unanswerable,
    }))
    .filter((question) =>
      evaluation.agent_id ? saysWhatIsRight(question) : question.unanswerable || question.relevant.length > 0,
    );
  if (questions.length === 0)
    throw invalidField(
      'question_set_id',
      'names a set without a question that can be judged. Say which source answers its questions, or that none does',
    );
  return { questions, skipped: kept.length - questions.length };
}

/** Stores an evaluation and queues its job. made: its questions if the client did not send any. Throws 422 if it names what
 *  does not exist, or if its questions can't be judged. */
export async function createEvaluation(
  tx: Reads & Pick<WorkspaceTransaction, 'evaluations' | 'jobs'>,
  evaluation: NewEvaluation,
  { made, now }: { made: MadeQuestions | undefined; now: number },
): Promise<EvaluationSummary> {
  const { name, search_types, agent_id } = evaluation;
  const knowledgeBaseIds = await searchedBases(tx, evaluation);
  const questions = made?.questions ?? evaluation.questions ?? [];
  if (made) await assertNotDeleted(tx, made.questions);
  else {
    assertJudgeable(evaluation);
    await assertSourcesExist(tx, questions, knowledgeBaseIds);
  }
  const row = await tx.evaluations.insert({
    evaluation_id: newId('evaluation'),
    name: name ?? null,
    status: 'running',
    knowledge_base_ids: knowledgeBaseIds ? JSON.stringify(knowledgeBaseIds) : null,
    search_types: JSON.stringify(search_types),
    question_count: questions.length,
    questions: JSON.stringify(questions),
    agent_id: agent_id ?? null,
    agent_settings: agent_id ? settingsOf(await findAgent(tx, agent_id, 'agent_id')) : null,
    question_set_id: evaluation.question_set_id ?? null,
    skipped: made?.skipped ?? null,
    merged: made?.merged ?? null,
    created_at: now,
    updated_at: now,
  });
  const { evaluation_id } = row;
  await enqueue(tx, { kind: 'run-evaluation', subjectId: evaluation_id, payload: { evaluation_id }, now });
  return row;
}

/** What an agent is set to, as JSON. */
const settingsOf = (agent: AgentWithBases): string =>
  JSON.stringify({
    name: agent.name,
    system_prompt: agent.system_prompt,
    response_length: agent.response_length,
    min_confidence: agent.min_confidence,
    temperature: agent.temperature,
    handover: agent.handover,
    fallback_message: agent.fallback_message,
    knowledge_base_ids: agent.knowledge_base_ids,
  });

type Reads = Pick<WorkspaceReads, 'agents' | 'knowledgeBases' | 'sources'>;

/** The knowledge bases that an evaluation searches; undefined: all. */
async function searchedBases(
  reads: Reads,
  { agent_id, knowledge_base_ids }: NewEvaluation,
): Promise<NewEvaluation['knowledge_base_ids']> {
  const ids = agent_id ? (await agentWithKnowledge(reads, agent_id)).knowledge_base_ids : knowledge_base_ids;
  if (ids) await assertKnowledgeBasesExist(reads, ids);
  return ids;
}

async function agentWithKnowledge(reads: Reads, agentId: AgentId): Promise<AgentWithBases> {
  const agent = await findAgent(reads, agentId, 'agent_id');
  if (agent.knowledge_base_ids.length === 0)
    throw invalidField('agent_id', 'must name an agent that uses a knowledge base');
  return agent;
}

async function findAgent({ agents }: Reads, agentId: AgentId, field: string): Promise<AgentWithBases> {
  const agent = await agents.find(agentId);
  if (!agent) throw invalidField(field, `no agent has the id "${agentId}"`);
  return agent;
}

function assertJudgeable({ questions = [], agent_id }: NewEvaluation): void {
  const unjudged = questions.findIndex((one) => !agent_id && !one.unanswerable && one.relevant.length === 0);
  if (unjudged >= 0)
    throw invalidField(
      `questions[${unjudged}]`,
      'must name a source in "relevant": "must" alone judges replies, which are only asked for with "agent_id"',
    );
}

async function assertNotDeleted(
  { sources }: Reads,
  questions: QuestionsOfReplies['questions'],
): Promise<void> {
  const ids = [...new Set(questions.flatMap(({ relevant }) => relevant.map(({ source_id }) => source_id)))];
  if ((await sources.findMany(ids)).length < ids.length)
    throw new AppError(
      'conflict',
      'A source was deleted while the questions were made. Send the request again.',
    );
}

const nothingLeft = (skipped: number): string =>
  skipped === 0
    ? 'matches no reply with a verdict. Judge replies first, or widen the filter'
    : `leaves no question: of the replies that match (${skipped.toLocaleString('en')}), none says which existing source answers its question. Judge replies right that cite their sources, or name \`source_ids\` in the verdict`;
