import { type ApiKeyId, newId } from '#lib/ids.ts';
import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import { VERSION_READS, VERSION_WRITES } from './agent-versions.ts';
import { CONNECTOR_READS, CONNECTOR_WRITES } from './connector-reads-and-writes.ts';
import { page } from './context.ts';
import { CONVERSATION_READS, CONVERSATION_WRITES } from './conversation-reads-and-writes.ts';
import { EVALUATION_READS, EVALUATION_WRITES } from './evaluation-reads-and-writes.ts';
import { ACORN_ANSWER, acornPage, type Ids, lineOf } from './furnish.ts';
import { newHandover } from './handovers.ts';
import { DEEP_MODEL, readChunk, unit } from './read-chunks.ts';
import { segmentOf } from './segment-of.ts';
import { newHistoryColumns, newHistoryEntry } from './source-history.ts';
import {
  CONTRACT_INDEX_VERSION,
  inBases,
  newCrawl,
  newDelivery,
  newKey,
  newMessage,
  newSource,
  REQUEST,
} from './tenant.ts';
import { newVerdict } from './verdicts.ts';

/** Who writes a version of an answer. */
const ADA = { actor_type: 'account', actor_id: 'acc_1', actor_name: 'Ada', updated_at: 9 } as const;

const RATED_BY = {
  rating_actor_type: 'account',
  rating_actor_id: 'acc_1',
  rating_actor_name: 'Ada',
} as const;

/** Reads of one workspace after `furnish`. Their results contain `acorn`. */
export const READS: [string, (store: WorkspaceStore, ids: Ids) => unknown][] = [
  ['workspace.get', (store) => store.workspace.get()],
  ['turnTickets.first', (store, ids) => store.turnTickets.first(ids)],
  ['turnTickets.isHeld', (store, ids) => store.transaction((tx) => tx.turnTickets.isHeld(ids.ticket))],
  ['keys.find', (store, { keyId }) => store.keys.find(keyId)],
  ['keys.list', (store) => store.keys.list(page)],
  ['knowledgeBases.find', (store, { knowledgeBaseId }) => store.knowledgeBases.find(knowledgeBaseId)],
  ['knowledgeBases.exists', (store, { knowledgeBaseId }) => store.knowledgeBases.exists(knowledgeBaseId)],
  ['knowledgeBases.list', (store) => store.knowledgeBases.list(page)],
  ['knowledgeBases.indexVersions', (store) => store.knowledgeBases.indexVersions()],
  [
    'knowledgeBases.indexVersions by id',
    (store, { knowledgeBaseId }) => store.knowledgeBases.indexVersions([knowledgeBaseId]),
  ],
  ['knowledgeBases.defaultId', (store) => store.knowledgeBases.defaultId()],
  [
    'knowledgeBases.agentsThatHaveNoOther',
    (store, { knowledgeBaseId }) =>
      store.transaction((tx) => tx.knowledgeBases.agentsThatHaveNoOther(knowledgeBaseId)),
  ],
  ['agents.find', (store, { agentId }) => store.agents.find(agentId)],
  ...VERSION_READS,
  ['sources.find', (store, { sourceId }) => store.sources.find(sourceId)],
  ['sources.findMany', (store, { sourceId }) => store.sources.findMany([sourceId])],
  [
    'sources.findByContent',
    (store, { knowledgeBaseId }) => store.sources.findByContent({ knowledgeBaseId, sha256: 'acorn' }),
  ],
  [
    'sources.findByUrl',
    (store, { knowledgeBaseId }) => store.sources.findByUrl({ knowledgeBaseId, url: acornPage.url }),
  ],
  ['sources.list', (store) => store.sources.list(page)],
  [
    'sources.list of a knowledge base',
    (store, { knowledgeBaseId }) =>
      store.sources.list({ ...page, knowledgeBaseIds: [knowledgeBaseId], tags: ['tea'] }),
  ],
  ['sourceHistory.list', (store, { sourceId }) => store.sourceHistory.list(sourceId, page)],
  ['sources.ids by external id', (store) => store.sources.ids({ externalId: 'acorn' })],
  ['sources.ids by tag', (store) => store.sources.ids({ tags: ['tea'] })],
  [
    'contents.file',
    async (store, { sourceId }) => Buffer.from(await store.contents.file(sourceId, 1)).toString(),
  ],
  ['contents.text', (store, { sourceId }) => store.contents.text(sourceId, 1)],
  [
    'contents.places',
    async (store, { sourceId }) => Buffer.from((await store.contents.places(sourceId, 1)) ?? []).toString(),
  ],
  ['contents.listChunks', (store, { sourceId }) => store.contents.listChunks(sourceId, 1, page)],
  [
    'contents.chunks',
    (store, { sourceId }) => store.contents.chunks([{ sourceId, revision: 1, position: 0 }]),
  ],
  ['contents.chunk', (store, { sourceId }) => store.contents.chunk({ sourceId, revision: 1, position: 0 })],
  ['contents.textStart', (store, { sourceId }) => store.contents.textStart(sourceId, 1, 3)],
  [
    'segments.missing',
    (store, { knowledgeBaseId }) =>
      store.segments.missing({ knowledgeBaseId, from: CONTRACT_INDEX_VERSION, to: 'none' }, page),
  ],
  [
    'segments.shareDone',
    (store, { knowledgeBaseId }) =>
      store.segments.shareDone({ knowledgeBaseId, from: CONTRACT_INDEX_VERSION, to: 'none' }),
  ],
  [
    'segments.exists',
    (store, { knowledgeBaseId, sourceId }) =>
      store.segments.exists({ knowledgeBaseId, sourceId, revision: 1, indexVersion: CONTRACT_INDEX_VERSION }),
  ],
  ['understanding.pending', (store) => store.understanding.pending(page)],
  ['understanding.countOf', (store) => store.understanding.countOf()],
  [
    'understanding.blocksOf',
    (store, { sourceId }) =>
      store.understanding.blocksOf([{ sourceId, revision: 1, position: 0 }], DEEP_MODEL),
  ],
  [
    'understanding.vectorsOf',
    (store, { sourceId }) => store.understanding.vectorsOf({ sourceId, revision: 1 }, DEEP_MODEL),
  ],
  ['conversations.find', (store, { agentId, sessionId }) => store.conversations.find(agentId, sessionId)],
  ['conversations.list', (store, { agentId }) => store.conversations.list(agentId, page)],
  [
    'conversations.messages',
    (store, { agentId, sessionId }) => store.conversations.messages(agentId, sessionId, page),
  ],
  [
    'conversations.message',
    (store, { agentId, sessionId, messageId }) => store.conversations.message(agentId, sessionId, messageId),
  ],
  [
    'conversations.recentMessages',
    (store, { agentId, sessionId }) => store.conversations.recentMessages(agentId, sessionId, 9),
  ],
  ['handovers.find', (store, { agentId, sessionId }) => store.handovers.find(agentId, sessionId)],
  [
    'handovers.findMany',
    (store, { agentId: agent_id, sessionId: session_id }) =>
      store.handovers.findMany([{ agent_id, session_id }]),
  ],
  [
    'verdicts.ofMessages',
    (store, { agentId, sessionId, messageId }) => store.verdicts.ofMessages(agentId, sessionId, [messageId]),
  ],
  [
    'verdicts.reviewedReplies',
    (store) => store.verdicts.reviewedReplies({ verdicts: ['wrong'], ratings: [], limit: 9 }),
  ],
  ['answers.find', (store, { answerId }) => store.answers.find(answerId)],
  ['answers.findMany', (store, { answerId }) => store.answers.findMany([answerId])],
  ['answers.list', (store) => store.answers.list(page)],
  [
    'answers.list of a knowledge base',
    (store, { knowledgeBaseId }) => store.answers.list({ ...page, knowledgeBaseId }),
  ],
  ['answers.versions', (store, { answerId }) => store.answers.versions(answerId, page)],
  [
    'answers.findByQuestions',
    (store, { knowledgeBaseId }) => store.answers.findByQuestions(knowledgeBaseId, ['acorn']),
  ],
  ['answers.count', (store, { knowledgeBaseId }) => store.answers.count(knowledgeBaseId)],
  ['answers.phrasings', (store, { knowledgeBaseId }) => store.answers.phrasings(knowledgeBaseId)],
  ...EVALUATION_READS,
  ['idempotentRequests.find', (store) => store.idempotentRequests.find(REQUEST.idempotency_key)],
  ['events.list', (store) => store.events.list(page)],
  ['webhooks.find', (store, { webhookId }) => store.webhooks.find(webhookId)],
  ['webhooks.list', (store) => store.webhooks.list(page)],
  ['webhooks.count', (store) => store.webhooks.count()],
  ['webhooks.subscriptions', (store) => store.webhooks.subscriptions()],
  ['deliveries.find', (store, { deliveryId }) => store.deliveries.find(deliveryId)],
  ['deliveries.list', (store, { webhookId }) => store.deliveries.list(webhookId, page)],
  [
    'deliveries.firstPending',
    (store, ids) => store.transaction((tx) => tx.deliveries.firstPending(lineOf(ids))),
  ],
  [
    'deliveries.lastPending',
    (store, ids) => store.transaction((tx) => tx.deliveries.lastPending(lineOf(ids))),
  ],
  ['crawls.find', (store, { crawlId }) => store.crawls.find(crawlId)],
  ['crawls.list', (store) => store.crawls.list(page)],
  [
    'crawls.list of a knowledge base',
    (store, { knowledgeBaseId }) => store.crawls.list({ ...page, knowledgeBaseIds: [knowledgeBaseId] }),
  ],
  ['crawls.counts', (store, { crawlId }) => store.crawls.counts(crawlId)],
  ['crawls.listPages', (store, { crawlId }) => store.crawls.listPages(crawlId, page)],
  ['crawls.nextPage', (store, { crawlId }) => store.crawls.nextPage(crawlId)],
  ...CONNECTOR_READS,
  ...CONVERSATION_READS,
  ['jobs.isQueued', (store, { sourceId }) => store.transaction((tx) => tx.jobs.isQueued(sourceId))],
  ['jobs.isHeld', (store, { job }) => store.transaction((tx) => tx.jobs.isHeld(job))],
  [
    'search.termCounts',
    (store, { knowledgeBaseId }) => store.search.termCounts(inBases(knowledgeBaseId), ['acorn', 'birch']),
  ],
  ['search.languages', (store, { knowledgeBaseId }) => store.search.languages(inBases(knowledgeBaseId))],
  [
    'search.candidates by term',
    (store, { knowledgeBaseId }) =>
      store.search.candidates(inBases(knowledgeBaseId), { terms: [{ term: 'acorn', weight: 1 }], limit: 9 }),
  ],
  [
    'search.candidates by meaning, of a source',
    (store, { knowledgeBaseId, sourceId }) =>
      store.search.candidates(
        { ...inBases(knowledgeBaseId), sourceIds: new Set([sourceId]) },
        { vector: new Float32Array(4).fill(1), limit: 9 },
      ),
  ],
  [
    'search.candidates by what a deep model has read',
    (store, { knowledgeBaseId }) =>
      store.search.candidates(inBases(knowledgeBaseId), {
        deep: { modelId: DEEP_MODEL, vector: unit(0) },
        limit: 9,
      }),
  ],
];

/** Writes to the rows of `furnish` in one workspace. */
export const WRITES: [string, (tx: WorkspaceTransaction, ids: Ids) => Promise<unknown>][] = [
  ['keys.markUsed', (tx, { keyId }) => tx.keys.markUsed(keyId, 99)],
  ['keys.remove', (tx, { keyId }) => tx.keys.remove(keyId)],
  ['turnTickets.giveBack', (tx, ids) => tx.turnTickets.giveBack(ids.ticket)],
  ['turnTickets.removeExpired', (tx, ids) => tx.turnTickets.removeExpired(ids, 99)],
  ['keys.revoke', (tx, { keyId }) => tx.keys.revoke(keyId, 99)],
  [
    'knowledgeBases.update',
    (tx, { knowledgeBaseId }) => tx.knowledgeBases.update(knowledgeBaseId, { name: 'x' }),
  ],
  ['knowledgeBases.remove', (tx, { knowledgeBaseId }) => tx.knowledgeBases.remove(knowledgeBaseId)],
  ['agents.update', (tx, { agentId }) => tx.agents.update(agentId, { name: 'x' })],
  ['agents.setKnowledgeBases', (tx, ids) => tx.agents.setKnowledgeBases(ids.agentId, [ids.knowledgeBaseId])],
  ...VERSION_WRITES,
  ['agents.remove', (tx, { agentId }) => tx.agents.remove(agentId)],
  [
    'sources.insert into its knowledge base',
    (tx, { knowledgeBaseId }) => tx.sources.insert(newSource(knowledgeBaseId)),
  ],
  ['sources.update', (tx, { sourceId }) => tx.sources.update(sourceId, { name: 'x' })],
  [
    'sources.saveIndexed',
    async (tx, { sourceId }) => tx.sources.saveIndexed(await tx.sources.findMany([sourceId])),
  ],
  ['sources.setTags', (tx, { sourceId }) => tx.sources.setTags(sourceId, ['x'])],
  ['sources.setTags to none', (tx, { sourceId }) => tx.sources.setTags(sourceId, [])],
  [
    'sources.move',
    (tx, { sourceId, knowledgeBaseId }) =>
      tx.sources.move(
        { source_id: sourceId, knowledge_base_id: knowledgeBaseId },
        { to: knowledgeBaseId, externalId: null, indexVersions: [CONTRACT_INDEX_VERSION] },
      ),
  ],
  [
    'understanding.move',
    (tx, { sourceId, knowledgeBaseId }) =>
      tx.understanding.move({ sourceId, from: knowledgeBaseId, to: knowledgeBaseId }),
  ],
  [
    'sources.remove',
    (tx, { sourceId, knowledgeBaseId }) =>
      tx.sources.remove({ source_id: sourceId, knowledge_base_id: knowledgeBaseId }),
  ],
  ['sourceHistory.insert', (tx, { sourceId }) => tx.sourceHistory.insert([newHistoryEntry(sourceId, 'x')])],
  [
    'sourceHistory.insert of several',
    (tx, { sourceId }) =>
      tx.sourceHistory.insert([newHistoryEntry(sourceId, 'x'), newHistoryEntry(sourceId, 'y')]),
  ],
  [
    'sourceHistory.insertInBase',
    (tx, { knowledgeBaseId }) => tx.sourceHistory.insertInBase(knowledgeBaseId, newHistoryColumns('x')),
  ],
  [
    'sourceHistory.update',
    (tx, { sourceId, historyEntryId }) =>
      tx.sourceHistory.update(
        { source_id: sourceId, entry_id: historyEntryId },
        { details: '{}', created_at: 9 },
      ),
  ],
  ['contents.insertFile', (tx, { sourceId }) => tx.contents.insertFile(sourceId, 2, [Buffer.from('x')])],
  [
    'contents.insertTexts',
    (tx, { sourceId }) =>
      tx.contents.insertTexts([{ source_id: sourceId, revision: 2, text: 'x', outline: '{}' }]),
  ],
  ['contents.removeText', (tx, { sourceId }) => tx.contents.removeText(sourceId)],
  ['contents.removeFilesBefore', (tx, { sourceId }) => tx.contents.removeFilesBefore(sourceId, 9)],
  [
    'segments.write',
    (tx, { sourceId, knowledgeBaseId }) =>
      tx.segments.write([
        {
          sourceId,
          knowledgeBaseId,
          revision: 2,
          indexVersion: CONTRACT_INDEX_VERSION,
          ...segmentOf(['acorn']),
        },
      ]),
  ],
  ['segments.remove', (tx, ids) => tx.segments.remove(ids)],
  ['segments.keepVersions', (tx, { knowledgeBaseId }) => tx.segments.keepVersions(knowledgeBaseId, ['none'])],
  [
    'understanding.write',
    (tx, { sourceId, knowledgeBaseId }) =>
      tx.understanding.write({
        sourceId,
        knowledgeBaseId,
        revision: 1,
        modelId: DEEP_MODEL,
        firstPosition: 0,
        chunks: [readChunk(0), readChunk(1), readChunk(2)],
      }),
  ],
  [
    'understanding.finish',
    (tx, { sourceId }) => tx.understanding.finish({ sourceId, revision: 1, modelId: DEEP_MODEL }),
  ],
  ['understanding.skip', (tx, { sourceId }) => tx.understanding.skip({ sourceId, revision: 1 })],
  ['understanding.reopenSkipped', (tx) => tx.understanding.reopenSkipped()],
  ['understanding.remove', (tx, ids) => tx.understanding.remove(ids)],
  [
    'conversations.append',
    (tx, { agentId, sessionId }) =>
      tx.conversations.append(agentId, sessionId, [newMessage('user', 'x')], [], 9),
  ],
  [
    'conversations.rate',
    (tx, { agentId, sessionId, messageId }) =>
      tx.conversations.rate(agentId, sessionId, messageId, { rating: 'up', comment: null, ...RATED_BY }),
  ],
  [
    'verdicts.put',
    (tx, { agentId, sessionId, messageId }) =>
      tx.verdicts.put(newVerdict({ agentId, sessionId, messageId }, { actor_id: 'key_9' })),
  ],
  [
    'verdicts.remove',
    (tx, { agentId, sessionId, messageId }) =>
      tx.verdicts.remove(newVerdict({ agentId, sessionId, messageId })),
  ],
  ['conversations.touch', (tx, { agentId, sessionId }) => tx.conversations.touch(agentId, sessionId, 9_000)],
  [
    'handovers.put',
    (tx, { agentId, sessionId }) => tx.handovers.put({ ...newHandover(agentId, sessionId), message: 'x' }),
  ],
  [
    'handovers.update',
    (tx, { agentId, sessionId }) => tx.handovers.update(agentId, sessionId, { status: 'resolved' }),
  ],
  ['conversations.remove', (tx, { agentId, sessionId }) => tx.conversations.remove(agentId, sessionId)],
  ['conversations.redactSource', (tx, { sourceId }) => tx.conversations.redactSource(sourceId)],
  [
    'crawls.insert into its knowledge base',
    (tx, { knowledgeBaseId }) => tx.crawls.insert(newCrawl(knowledgeBaseId)),
  ],
  [
    'answers.updateMany',
    async (tx, { answerId }) =>
      (await tx.answers.updateMany([{ answer_id: answerId, ...ADA, answer: 'Elsewhere.' }]))[0],
  ],
  ['answers.countHit', (tx, { answerId }) => tx.answers.countHit(answerId, 2, 9)],
  ['answers.remove', (tx, { answerId }) => tx.answers.remove(answerId)],
  ...EVALUATION_WRITES,
  ['idempotentRequests.end', (tx) => tx.idempotentRequests.end(REQUEST, ACORN_ANSWER)],
  ['idempotentRequests.release', (tx) => tx.idempotentRequests.release(REQUEST)],
  ['events.erase of a subject', (tx) => tx.events.erase({ subject: 'acorn' })],
  ['events.erase under a subject', (tx) => tx.events.erase({ under: 'acorn' })],
  ['events.erase of farewells', (tx) => tx.events.erase({ farewells: 'all' })],
  ['events.setData', (tx, { eventId }) => tx.events.setData(eventId, '{}')],
  ['grants.handOver', async (tx, { keyId }) => handOverKey(tx, keyId)],
  ['events.removeMany', async (tx, { eventId }) => (await tx.events.removeMany([eventId])) > 0],
  ['webhooks.update', (tx, { webhookId }) => tx.webhooks.update(webhookId, { description: 'x' })],
  ['webhooks.remove', (tx, { webhookId }) => tx.webhooks.remove(webhookId)],
  ['deliveries.insert of its event', (tx, ids) => tx.deliveries.insert(newDelivery(ids))],
  ['deliveries.update', (tx, { deliveryId }) => tx.deliveries.update(deliveryId, { status: 'failed' })],
  ['deliveries.bringForward', (tx, ids) => tx.deliveries.bringForward(lineOf(ids), 0)],
  [
    'deliveries.callWaiting',
    (tx, { webhookId }) => tx.deliveries.callWaiting(webhookId, { limit: 9, now: 1 }),
  ],
  ['deliveries.cancelJobs', (tx, { webhookId }) => tx.deliveries.cancelJobs(webhookId)],
  ['deliveries.failPending', (tx, { webhookId }) => tx.deliveries.failPending(webhookId, 0)],
  ...CONNECTOR_WRITES,
  ...CONVERSATION_WRITES,
  ['jobs.cancel', (tx, { sourceId }) => tx.jobs.cancel(sourceId)],
  ['jobs.finish', (tx, { job }) => tx.jobs.finish(job)],
  ['jobs.finishMany', async (tx, { job }) => (await tx.jobs.finishMany([job])).length > 0],
  ['jobs.release', (tx, { job }) => tx.jobs.release(job, { runAt: 0, failures: 7 })],
];

async function handOverKey(tx: WorkspaceTransaction, keyId: ApiKeyId): Promise<void> {
  const key = { ...newKey(keyId), workspace_id: newId('workspace') };
  await tx.grants.handOver({ keys: [{ ...key, made_by: null }], tokens: [], webhooks: [] }, 'acc_1');
}
