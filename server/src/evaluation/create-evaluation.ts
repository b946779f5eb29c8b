import { invalidField } from '#errors.ts';
import { enqueue } from '#jobs/enqueue.ts';
import { type AgentId, newId } from '#lib/ids.ts';
import { assertKnowledgeBasesExist } from '#records/resolve-knowledge-base.ts';
import type { AgentWithBases, EvaluationSummary, WorkspaceTransaction } from '#storage/store.ts';
import { assertSourcesExist } from './assert-sources-exist.ts';
import {
  type QuestionsOfReplies,
  questionsOfReplies,
  type StandaloneQuestion,
} from './questions-of-replies.ts';
import type { NewEvaluation } from './schema.ts';

/** Stores an evaluation and queues its job. Throws 422 if it names what does not exist, or if its questions can't be
 *  judged. */
export async function createEvaluation(
  tx: WorkspaceTransaction,
  evaluation: NewEvaluation,
  { standaloneQuestion, now }: { standaloneQuestion: StandaloneQuestion; now: number },
): Promise<EvaluationSummary> {
  const { name, search_types, agent_id } = evaluation;
  const agent = agent_id && (await agentWithKnowledge(tx, agent_id));
  const knowledgeBaseIds = agent ? agent.knowledge_base_ids : evaluation.knowledge_base_ids;
  if (knowledgeBaseIds) await assertKnowledgeBasesExist(tx, knowledgeBaseIds);
  const { questions, made } = await questionsFor(tx, standaloneQuestion, evaluation, knowledgeBaseIds);
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

async function agentWithKnowledge(tx: WorkspaceTransaction, agentId: AgentId): Promise<AgentWithBases> {
  const agent = await findAgent(tx, agentId, 'agent_id');
  if (agent.knowledge_base_ids.length === 0)
    throw invalidField('agent_id', 'must name an agent that uses a knowledge base');
  return agent;
}

async function findAgent(tx: WorkspaceTransaction, agentId: AgentId, field: string): Promise<AgentWithBases> {
  const agent = await tx.agents.find(agentId);
  if (!agent) throw invalidField(field, `no agent has the id "${agentId}"`);
  return agent;
}

/** The questions that the client sent, or those made of judged replies. */
async function questionsFor(
  tx: WorkspaceTransaction,
  standaloneQuestion: StandaloneQuestion,
  { questions, from_conversations: filter, agent_id }: NewEvaluation,
  knowledgeBaseIds: NewEvaluation['knowledge_base_ids'],
): Promise<{ questions: QuestionsOfReplies['questions']; made?: QuestionsOfReplies }> {
  if (!filter) {
    const sent = questions ?? [];
    const unjudged = sent.findIndex((one) => !agent_id && !one.unanswerable && one.relevant.length === 0);
    if (unjudged >= 0)
      throw invalidField(
        `questions[${unjudged}]`,
        'must name a source in "relevant": "must" alone judges replies, which are only asked for with "agent_id"',
      );
    await assertSourcesExist(tx, sent, knowledgeBaseIds);
    return { questions: sent };
  }
  if (filter.agent_id) await findAgent(tx, filter.agent_id, 'from_conversations.agent_id');
  const purpose = { knowledgeBaseIds, hasAgent: agent_id !== undefined };
  const made = await questionsOfReplies(tx, standaloneQuestion, filter, purpose);
  if (made.questions.length === 0) throw invalidField('from_conversations', nothingLeft(made.skipped));
  return { questions: made.questions, made };
}

const nothingLeft = (skipped: number): string =>
  skipped === 0
    ? 'matches no reply with a verdict. Judge replies first, or widen the filter'
    : `leaves no question: of the replies that match (${skipped.toLocaleString('en')}), none says which existing source answers its question. Judge replies right that cite their sources, or name \`source_ids\` in the verdict`;
