import type {
  AnswerId,
  ConnectorId,
  CrawlId,
  DeliveryId,
  EvaluationId,
  EventId,
  HistoryEntryId,
  MessageId,
  QuestionSetId,
  SourceId,
  ViewId,
  WebhookId,
} from '#lib/ids.ts';
import { newId } from '#lib/ids.ts';
import type { TurnTicket } from '#storage/store.ts';
import type { JobRow } from '#storage/tables.ts';
import { addConnector } from './connectors.ts';
import { newHandover } from './handovers.ts';
import { newAgentVersion, newLogo } from './new-agent-version.ts';
import { newQuestionSet } from './new-question-set.ts';
import { newView } from './new-view.ts';
import { newAnswer } from './pinned-answers.ts';
import { understand } from './read-chunks.ts';
import { newHistoryEntry } from './source-history.ts';
import {
  addCrawl,
  addDelivery,
  addIndexed,
  type DeliveryIds,
  newEvaluation,
  newJob,
  newMessage,
  newPage,
  REQUEST,
  type Tenant,
} from './tenant.ts';
import { newVerdict } from './verdicts.ts';

/** Fills a workspace with related rows: a source with its data, a conversation that cites it, a job, and a crawl with a
 *  URL of each status. `like`: reuses the ids of that tenant. */
export async function furnish(
  tenant: Tenant,
  like?: Pick<
    Ids,
    | 'sourceId'
    | 'connectorId'
    | 'crawlId'
    | 'evaluationId'
    | 'questionSetId'
    | 'answerId'
    | 'viewId'
    | keyof DeliveryIds
  >,
) {
  const { store, agentId } = tenant;
  const id = await addIndexed(tenant, ['acorn kettle', 'acorn ferry'], {
    ...(like && { source_id: like.sourceId }),
    ...acornPage,
    external_id: 'acorn',
    metadata: '{"acorn":"tree"}',
    allowed: '["group:staff"]',
    tags: ['tea'],
  });
  await understand(tenant, id, [0, 1]);
  const found = ['acorn', 'acorn/tree', 'acorn/oak', 'acorn/wood'].map((path) => newPage(path));
  const crawlId = await addCrawl(tenant, found, like && { crawl_id: like.crawlId });
  await store.transaction(async (tx) => {
    for (const [position, status] of (['added', 'skipped', 'failed'] as const).entries())
      await tx.crawls.settlePage(
        { crawl_id: crawlId, position },
        { status, source_id: id, reason: `acorn ${position}` },
      );
  });
  const connectorId = await addConnector(tenant, like?.connectorId);
  const sessionId = 'session-1';
  const viewId = like?.viewId ?? newId('view');
  const [question, answer] = [newMessage('user', 'Kettles?'), reply(id)];
  const historyEntry = newHistoryEntry(id, 'acorn');
  await store.transaction(async (tx) => {
    await tx.conversations.append(agentId, sessionId, [question, answer], [id], 5);
    await tx.handovers.put(newHandover(agentId, sessionId));
    await tx.savedViews.insert(newView(viewId));
    await tx.agentVersions.insert(newAgentVersion(agentId, 1));
    await tx.agentVersions.putDraft(newAgentVersion(agentId, 0));
    await tx.widgetLogos.put(newLogo(agentId));
    await tx.jobs.insert(newJob(id));
    await tx.sourceHistory.insert([historyEntry]);
  });
  const ticket = await store.transaction((tx) =>
    tx.turnTickets.take({ agentId, sessionId }, { now: 5, leaseUntil: 50 }),
  );
  const evaluation = newEvaluation(like?.evaluationId);
  const questionSet = newQuestionSet(like?.questionSetId);
  await store.transaction(async (tx) => {
    await tx.evaluations.insert(evaluation);
    await tx.questionSets.insert(questionSet);
    await tx.evaluations.nameSources(evaluation.evaluation_id, [id]);
    await tx.verdicts.put(newVerdict({ agentId, sessionId, messageId: answer.message_id }));
  });
  const pinned = newAnswer(tenant.knowledgeBaseId, [id], like?.answerId);
  const { answer_id: answerId } = pinned;
  await store.transaction(async (tx) => {
    await tx.answers.insertMany([pinned]);
    const { actor_type, actor_id, actor_name, updated_at } = pinned;
    await tx.answers.updateMany([{ answer_id: answerId, actor_type, actor_id, actor_name, updated_at }]);
  });
  const { message_id: messageId } = answer;
  const delivery = await addDelivery(tenant, like);
  await store.transaction((tx) => tx.idempotentRequests.begin(newRequest()));
  return {
    ...delivery,
    sourceId: id,
    historyEntryId: historyEntry.entry_id,
    connectorId,
    crawlId,
    answerId,
    evaluationId: evaluation.evaluation_id,
    questionSetId: questionSet.question_set_id,
    viewId,
    sessionId,
    messageId,
    ticket,
  };
}

/** The start of the request REQUEST. */
export const newRequest = (lease_until = 100, created_at = 0) => ({
  ...REQUEST,
  actor_id: 'acorn',
  request_hash: 'acorn-hash',
  lease_until,
  created_at,
});

/** The origin of the source of `furnish`. */
export const acornPage = { url: 'http://acorn.example/', content_sha256: 'acorn' };

/** A reply whose first sentence quotes the source. */
export const reply = (sourceId: SourceId) =>
  newMessage('agent', 'Kettles whistle. Ferries hoot.', {
    sources: JSON.stringify([{ id: sourceId, name: 'Source', snippet: 'Kettles whistle.' }]),
    citations: JSON.stringify([
      { source_id: sourceId, chunk_id: 'chunk_1', start: 0, end: 16, reply_start: 0, reply_end: 16 },
    ]),
  });

/** A tenant and the ids of its rows from `furnish`. */
export type Ids = Tenant & {
  sourceId: SourceId;
  historyEntryId: HistoryEntryId;
  connectorId: ConnectorId;
  crawlId: CrawlId;
  answerId: AnswerId;
  evaluationId: EvaluationId;
  questionSetId: QuestionSetId;
  viewId: ViewId;
  sessionId: string;
  messageId: MessageId;
  ticket: TurnTicket;
  eventId: EventId;
  webhookId: WebhookId;
  deliveryId: DeliveryId;
  job: JobRow;
};
/** The line of the delivery of `furnish`. */
export const lineOf = ({ webhookId }: Pick<Ids, 'webhookId'>) => ({
  webhook_id: webhookId,
  subject_id: 'acorn',
});

/** The stored answer to REQUEST. */
export const ACORN_ANSWER = {
  request_hash: 'acorn-hash',
  status: 201,
  location: '/v1/acorns',
  body: 'acorn-body',
  source_ids: '[]',
};
