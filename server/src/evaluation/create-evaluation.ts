import { AppError, invalidField } from '#errors.ts';
import { enqueue } from '#jobs/enqueue.ts';
import { type AgentId, newId } from '#lib/ids.ts';
import { assertKnowledgeBasesExist } from '#records/resolve-knowledge-base.ts';
import type {
  AgentWithBases,
  EvaluationSummary,
  WorkspaceReads,
  WorkspaceTransaction,
} from '#storage/store.ts';
import { assertSourcesExist } from './assert-sources-exist.ts';
import {
  type QuestionsOfReplies,
  questionsOfReplies,
  type StandaloneQuestion,
} from './questions-of-replies.ts';
import type { NewEvaluation } from './schema.ts';

/** Makes the questions of an evaluation from judged replies, if it asks for that. Takes up to a thousand reads, so it has
 *  no transaction. Throws 422 if nothing is left to ask. */
export async function questionsFromConversations(
  store: Reads & Pick<WorkspaceReads, 'verdicts' | 'conversations'>,
  evaluation: NewEvaluation,
  standaloneQuestion: StandaloneQuestion,
): Promise<QuestionsOfReplies | undefined> {
  const { from_conversations: filter, agent_id } = evaluation;
  if (!filter) return undefined;
  const knowledgeBaseIds = await searchedBases(store, evaluation);
  if (filter.agent_id) await findAgent(store, filter.agent_id, 'from_conversations.agent_id');
  const purpose = { knowledgeBaseIds, hasAgent: agent_id !== undefined };
  const made = await questionsOfReplies(store, standaloneQuestion, filter, purpose);
  if (made.questions.length === 0) throw invalidField('from_conversations', nothingLeft(made.skipped));
  return made;
}

/** Stores an evaluation and queues its job. made: its questions if the client did not send any. Throws 422 if it names what
 *  does not exist, or if its questions can't be judged. */
export async function createEvaluation(
  tx: Reads & Pick<WorkspaceTransaction, 'evaluations' | 'jobs'>,
  evaluation: NewEvaluation,
  { made, now }: { made: QuestionsOfReplies | undefined; now: number },
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
    skipped: made?.skipped ?? null,
    merged: made?.merged ?? null,
    created_at: now,
    updated_at: now,
  });
  const { evaluation_id } = row;
  await enqueue(tx, { kind: 'run-evaluation', subjectId: evaluation_id, payload: { evaluation_id }, now });
  return row;
}

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
