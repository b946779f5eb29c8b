import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CrawlId,
  type DeliveryId,
  type EvaluationId,
  type EventId,
  type HistoryEntryId,
  type KnowledgeBaseId,
  type MessageId,
  newId,
  type SourceId,
  type TurnTicketId,
  type WebhookId,
  type WorkspaceId,
} from '#lib/ids.ts';
import {
  addCrawl,
  addDelivery,
  addIndexed,
  addTenant,
  CONTRACT_INDEX_VERSION,
  type DeliveryIds,
  inBases,
  newAgent,
  newCrawl,
  newDelivery,
  newEvaluation,
  newJob,
  newKey,
  newKnowledgeBase,
  newMessage,
  newPage,
  newSource,
  REQUEST,
  readAll,
  search,
  segmentOf,
  type Tenant,
  writeIndexed,
} from './contract-tenant.ts';
import type { Notice } from './engine.ts';
import { IndexSwitchedError } from './index-switched-error.ts';
import type { PageRequest } from './scope.ts';
import { newHistoryColumns, newHistoryEntry, sourceHistoryContract } from './source-history.contract.ts';
import type { Store, WorkspaceStore, WorkspaceTransaction } from './store.ts';
import type { CrawlPageRow, CrawlRow, JobLane, JobRow } from './tables.ts';

/** The suite that every engine must pass. `open` gives an empty store for vectors of CONTRACT_DIMENSIONS numbers; the
 *  suite closes it. isInWebAssembly: PostgreSQL with one session, which nobody
 *  reads while a transaction is open. */
export function storeContract(
  name: string,
  open: () => Promise<Store> | Store,
  { isInWebAssembly = false } = {},
): void {
  describe(`${name} keeps the contract of a store`, () => {
    let store: Store;
    let ours: Tenant;
    beforeEach(async () => {
      store = await open();
      ours = await addTenant(store);
    });
    afterEach(() => store.close());
    const context = (): Context => ({ store, ours, isInWebAssembly });

    describe('workspaces are walls', () => workspacesAreWalls(context));
    describe.each([{ isBulky: false }, { isBulky: true }])('transactions with %o', (options) =>
      transactions(context, options),
    );
    describe('notices', () => notices(context));
    describe('sources', () => sources(context));
    describe('sources that are the same', () => sameSources(context));
    describe('the history of sources', () => sourceHistoryContract(context));
    describe('crawls', () => crawls(context));
    describe('search', () => searching(context));
    describe('pages', () => pages(context));
    describe('jobs', () => jobs(context));
    describe('jobs of several workspaces', () => fairJobs(context));
    describe('repairs', () => repairs(context));
    describe('settings', () => settings(context));
    describe('conversations', () => conversations(context));
    describe('turn tickets', () => turnTickets(context));
    describe('idempotent requests', () => idempotentRequests(context));
    describe('running chats', () => runningChats(context));
    describe('counts of requests', () => rateCounts(context));
    describe.each([{ isBulky: false }, { isBulky: true }])('text with %o', (options) =>
      texts(context, options),
    );
  });
}

type Context = { store: Store; ours: Tenant; isInWebAssembly: boolean };

/** What somebody puts under one roof: a source with all that hangs on it, a conversation that cites it, a job, and a
 *  crawl with an address of each status. `like`: with the same ids. */
async function furnish(
  tenant: Tenant,
  like?: Pick<Ids, 'sourceId' | 'crawlId' | 'evaluationId' | keyof DeliveryIds>,
) {
  const { store, agentId } = tenant;
  const id = await addIndexed(tenant, ['acorn kettle', 'acorn ferry'], {
    ...(like && { source_id: like.sourceId }),
    ...acornPage,
    tags: ['tea'],
  });
  const found = ['acorn', 'acorn/tree', 'acorn/oak', 'acorn/wood'].map((path) => newPage(path));
  const crawlId = await addCrawl(tenant, found, like && { crawl_id: like.crawlId });
  await store.transaction(async (tx) => {
    for (const [position, status] of (['added', 'skipped', 'failed'] as const).entries())
      await tx.crawls.settlePage(
        { crawl_id: crawlId, position },
        { status, source_id: id, reason: `acorn ${position}` },
      );
  });
  const sessionId = 'session-1';
  const [question, answer] = [newMessage('user', 'Kettles?'), reply(id)];
  const historyEntry = newHistoryEntry(id, 'acorn');
  await store.transaction(async (tx) => {
    await tx.conversations.append(agentId, sessionId, [question, answer], [id], 5);
    await tx.jobs.insert(newJob(id));
    await tx.sourceHistory.insert([historyEntry]);
  });
  const ticketId = await store.transaction((tx) =>
    tx.turnTickets.take({ agentId, sessionId }, { now: 5, leaseUntil: 50 }),
  );
  const evaluation = newEvaluation(like?.evaluationId);
  await store.transaction((tx) => tx.evaluations.insert(evaluation));
  const { message_id: messageId } = answer;
  const delivery = await addDelivery(tenant, like);
  await store.transaction((tx) => tx.idempotentRequests.begin(newRequest()));
  return {
    ...delivery,
    sourceId: id,
    historyEntryId: historyEntry.entry_id,
    crawlId,
    evaluationId: evaluation.evaluation_id,
    sessionId,
    messageId,
    ticketId,
  };
}

const newRequest = (lease_until = 100, created_at = 0) => ({
  ...REQUEST,
  actor_id: 'acorn',
  request_hash: 'acorn-hash',
  lease_until,
  created_at,
});

const acornPage = { url: 'http://acorn.example/', content_sha256: 'acorn' };

/** A reply whose first sentence is taken from the source. */
const reply = (sourceId: SourceId) =>
  newMessage('agent', 'Kettles whistle. Ferries hoot.', {
    sources: JSON.stringify([{ id: sourceId, name: 'Source', snippet: 'Kettles whistle.' }]),
    citations: JSON.stringify([
      { source_id: sourceId, chunk_id: 'chunk_1', start: 0, end: 16, reply_start: 0, reply_end: 16 },
    ]),
  });

const claimAll = (store: Store, now = 1_000): Promise<JobRow[]> =>
  store.jobs.claim({
    lane: 'compute',
    now,
    leaseUntil: now + 100,
    leaseToken: newId('request'),
    limit: 1_000,
  });

function listenTo(store: Store): Notice[] {
  const heard: Notice[] = [];
  store.listen((notice) => heard.push(notice));
  return heard;
}

/** Waits until what was committed so far has been heard: notices come in the order of the commits. */
async function heardAll(ours: Tenant, heard: Notice[]): Promise<Notice[]> {
  const markerId = newId('source');
  await ours.store.transaction(async (tx) => {
    await tx.sources.insert(newSource(ours.knowledgeBaseId, { source_id: markerId }));
    await tx.sources.update(markerId, { progress: 1 });
  });
  const isMarker = (notice: Notice): boolean =>
    notice.topic === 'source-changed' && notice.sourceId === markerId;
  await vi.waitFor(() => expect(heard.some(isMarker)).toBe(true));
  return heard.filter((notice) => !isMarker(notice));
}

type Ids = Tenant & {
  sourceId: SourceId;
  historyEntryId: HistoryEntryId;
  crawlId: CrawlId;
  evaluationId: EvaluationId;
  sessionId: string;
  messageId: MessageId;
  ticketId: TurnTicketId;
  eventId: EventId;
  webhookId: WebhookId;
  deliveryId: DeliveryId;
  job: JobRow;
};
/** Where the delivery of `furnish` waits. */
const lineOf = ({ webhookId }: Pick<Ids, 'webhookId'>) => ({ webhook_id: webhookId, subject_id: 'acorn' });
const page = { limit: 100 };
const ACORN_ANSWER = {
  request_hash: 'acorn-hash',
  status: 201,
  location: '/v1/acorns',
  body: 'acorn-body',
  source_ids: '[]',
};

const READS: [string, (store: WorkspaceStore, ids: Ids) => unknown][] = [
  ['workspace.get', (store) => store.workspace.get()],
  ['turnTickets.first', (store, ids) => store.turnTickets.first(ids)],
  ['turnTickets.isHeld', (store, ids) => store.transaction((tx) => tx.turnTickets.isHeld(ids.ticketId, ids))],
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
  ['agents.list', (store) => store.agents.list(page)],
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
  ['sources.ids by tag', (store) => store.sources.ids({ tags: ['tea'] })],
  [
    'contents.file',
    async (store, { sourceId }) => Buffer.from(await store.contents.file(sourceId, 1)).toString(),
  ],
  ['contents.text', (store, { sourceId }) => store.contents.text(sourceId, 1)],
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
    (store, { sourceId }) =>
      store.segments.exists({ sourceId, revision: 1, indexVersion: CONTRACT_INDEX_VERSION }),
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
  ['evaluations.find', (store, { evaluationId }) => store.evaluations.find(evaluationId)],
  ['evaluations.questions', (store, { evaluationId }) => store.evaluations.questions(evaluationId)],
  ['evaluations.outcomes', (store, { evaluationId }) => store.evaluations.outcomes(evaluationId)],
  ['evaluations.list', (store) => store.evaluations.list(page)],
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
];

const WRITES: [string, (tx: WorkspaceTransaction, ids: Ids) => Promise<unknown>][] = [
  ['keys.markUsed', (tx, { keyId }) => tx.keys.markUsed(keyId, 99)],
  ['keys.remove', (tx, { keyId }) => tx.keys.remove(keyId)],
  ['turnTickets.extend', (tx, ids) => tx.turnTickets.extend(ids.ticketId, ids, 99)],
  ['turnTickets.giveBack', (tx, ids) => tx.turnTickets.giveBack(ids.ticketId, ids)],
  ['turnTickets.removeDead', (tx, ids) => tx.turnTickets.removeDead(ids, 99)],
  ['keys.revoke', (tx, { keyId }) => tx.keys.revoke(keyId, 99)],
  [
    'knowledgeBases.update',
    (tx, { knowledgeBaseId }) => tx.knowledgeBases.update(knowledgeBaseId, { name: 'x' }),
  ],
  ['knowledgeBases.remove', (tx, { knowledgeBaseId }) => tx.knowledgeBases.remove(knowledgeBaseId)],
  ['agents.update', (tx, { agentId }) => tx.agents.update(agentId, { name: 'x' })],
  ['agents.setKnowledgeBases', (tx, ids) => tx.agents.setKnowledgeBases(ids.agentId, [ids.knowledgeBaseId])],
  ['agents.remove', (tx, { agentId }) => tx.agents.remove(agentId)],
  [
    'sources.insert into its knowledge base',
    (tx, { knowledgeBaseId }) => tx.sources.insert(newSource(knowledgeBaseId)),
  ],
  ['sources.update', (tx, { sourceId }) => tx.sources.update(sourceId, { name: 'x' })],
  ['sources.setTags', (tx, { sourceId }) => tx.sources.setTags(sourceId, ['x'])],
  ['sources.setTags to none', (tx, { sourceId }) => tx.sources.setTags(sourceId, [])],
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
    'contents.insertText',
    (tx, { sourceId }) =>
      tx.contents.insertText({ source_id: sourceId, revision: 2, text: 'x', outline: '{}' }),
  ],
  ['contents.removeText', (tx, { sourceId }) => tx.contents.removeText(sourceId)],
  ['contents.removeFilesBefore', (tx, { sourceId }) => tx.contents.removeFilesBefore(sourceId, 9)],
  [
    'segments.write',
    (tx, { sourceId, knowledgeBaseId }) =>
      tx.segments.write(
        { sourceId, knowledgeBaseId, revision: 2, indexVersion: CONTRACT_INDEX_VERSION },
        segmentOf(['acorn']),
      ),
  ],
  ['segments.remove', (tx, ids) => tx.segments.remove(ids)],
  ['segments.keepVersions', (tx, { knowledgeBaseId }) => tx.segments.keepVersions(knowledgeBaseId, ['none'])],
  [
    'conversations.append',
    (tx, { agentId, sessionId }) =>
      tx.conversations.append(agentId, sessionId, [newMessage('user', 'x')], [], 9),
  ],
  [
    'conversations.setMetadata',
    (tx, { agentId, sessionId }) => tx.conversations.setMetadata(agentId, sessionId, '{"a":"1"}'),
  ],
  [
    'conversations.rate',
    (tx, { agentId, sessionId, messageId }) =>
      tx.conversations.rate(agentId, sessionId, messageId, { rating: 'up', comment: null }),
  ],
  ['conversations.remove', (tx, { agentId, sessionId }) => tx.conversations.remove(agentId, sessionId)],
  ['conversations.redactSource', (tx, { sourceId }) => tx.conversations.redactSource(sourceId)],
  [
    'crawls.insert into its knowledge base',
    (tx, { knowledgeBaseId }) => tx.crawls.insert(newCrawl(knowledgeBaseId)),
  ],
  ['evaluations.update', (tx, { evaluationId }) => tx.evaluations.update(evaluationId, { progress: 0 })],
  ['evaluations.remove', (tx, { evaluationId }) => tx.evaluations.remove(evaluationId)],
  ['idempotentRequests.extend', (tx) => tx.idempotentRequests.extend(REQUEST, 999)],
  ['idempotentRequests.end', (tx) => tx.idempotentRequests.end(REQUEST, ACORN_ANSWER)],
  ['idempotentRequests.release', (tx) => tx.idempotentRequests.release(REQUEST)],
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
  ['crawls.update', (tx, { crawlId }) => tx.crawls.update(crawlId, { status: 'cancelled' })],
  ['crawls.addPages', (tx, { crawlId }) => tx.crawls.addPages(crawlId, [newPage('x')])],
  ['crawls.addPages known', (tx, { crawlId }) => tx.crawls.addPages(crawlId, [newPage('acorn')])],
  [
    'crawls.settlePage',
    (tx, { crawlId }) =>
      tx.crawls.settlePage(
        { crawl_id: crawlId, position: 3 },
        { status: 'failed', source_id: null, reason: 'x' },
      ),
  ],
  ['jobs.cancel', (tx, { sourceId }) => tx.jobs.cancel(sourceId)],
  ['jobs.finish', (tx, { job }) => tx.jobs.finish(job)],
  ['jobs.release', (tx, { job }) => tx.jobs.release(job, { runAt: 0, failures: 7 })],
];

function workspacesAreWalls(context: () => Context): void {
  let ids: Ids;
  let others: Tenant;
  beforeEach(async () => {
    const { store, ours } = context();
    const furniture = await furnish(ours);
    others = await addTenant(store);
    const [job] = await claimAll(store);
    if (!job) throw new Error('The job was not claimed.');
    ids = { ...ours, ...furniture, job };
  });

  it.each(READS)('%s shows nothing of another workspace', async (_, read) => {
    const theirs = await read(others.store, ids);
    const own = await read(ids.store, ids);
    expect(theirs).not.toEqual(own);
    const { workspaceId, keyId, knowledgeBaseId, agentId, sourceId, crawlId } = ids;
    const secrets = [workspaceId, keyId, knowledgeBaseId, agentId, sourceId, crawlId, 'acorn'];
    const shown = JSON.stringify(theirs) ?? '';
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    // Asking from the wrong side first spoils nothing for the owner.
    expect(await read(ids.store, ids)).toEqual(own);
  });

  it.each(WRITES)('%s changes nothing in another workspace, and nobody hears of it', async (_, write) => {
    const { store } = context();
    const before = await readAll(ids, 'acorn');
    const heard = listenTo(store);
    const result = await others.store.transaction((tx) => write(tx, ids)).catch(() => 'refused');
    expect(['refused', false, undefined]).toContain(result);
    expect(await readAll(ids, 'acorn')).toEqual(before);
    expect(await heardAll(others, heard)).toEqual([]);
    expect(await ids.store.transaction((tx) => tx.jobs.finish(ids.job))).toBe(true);
  });

  it('the same ids in two workspaces are two things', async () => {
    const { store } = context();
    const twin = await addTenant(store, ids);
    await furnish(twin, ids);
    await search(twin, 'acorn');
    const before = await readAll(ids, 'acorn');
    expect(before.found).toHaveLength(2);
    const wasThere = await twin.store.transaction((tx) =>
      tx.sources.remove({ source_id: ids.sourceId, knowledge_base_id: ids.knowledgeBaseId }),
    );
    expect(wasThere).toBe(true);
    expect(await search(twin, 'acorn')).toEqual([]);
    await twin.store.transaction(async (tx) => {
      await tx.crawls.update(ids.crawlId, { status: 'cancelled' });
      await tx.crawls.addPages(ids.crawlId, [newPage('twin')]);
      const outcome = { status: 'failed', source_id: null, reason: 'twin' } as const;
      await tx.crawls.settlePage({ crawl_id: ids.crawlId, position: 3 }, outcome);
    });
    expect(await readAll(ids, 'acorn')).toEqual(before);
  });

  it('a key is found by its hash whichever workspace it belongs to', async () => {
    const { store } = context();
    const own = await ids.store.keys.find(ids.keyId);
    expect(await store.findKeyByHash(own?.secret_hash ?? '')).toEqual(own);
    expect(await store.findKeyByHash('no such hash')).toBeUndefined();
    expect(await store.workspaceIds()).toEqual([ids.workspaceId, others.workspaceId].sort());
  });
}

/** Touches every table. */
async function changeEverything(
  tx: WorkspaceTransaction,
  ours: Tenant,
  { sourceId, crawlId }: Pick<Ids, 'sourceId' | 'crawlId'>,
): Promise<void> {
  const { knowledgeBaseId, agentId, keyId } = ours;
  const added = newSource(knowledgeBaseId, { tags: ['tea'], crawl_id: crawlId, duplicate_of: sourceId });
  await tx.workspace.update({ name: 'changed' });
  await tx.keys.revoke(keyId, 9);
  await tx.keys.insert(newKey(newId('apiKey')));
  const base = newId('knowledgeBase');
  await tx.knowledgeBases.insert(newKnowledgeBase(base));
  await tx.agents.insert(newAgent(newId('agent')));
  await tx.agents.setKnowledgeBases(agentId, [base, knowledgeBaseId]);
  await tx.sources.insert(added);
  await tx.contents.insertFile(added.source_id, 1, [Buffer.from('acorn')]);
  await writeIndexed(tx, { sourceId: added.source_id, knowledgeBaseId, chunks: ['acorn'], language: 'de' });
  await tx.jobs.insert(newJob(added.source_id));
  await tx.sourceHistory.insert([newHistoryEntry(added.source_id, 'acorn')]);
  await tx.conversations.append(agentId, 'session-2', [newMessage('user', 'Hello')], [], 9);
  const crawl = await tx.crawls.insert(newCrawl(knowledgeBaseId));
  await tx.crawls.addPages(crawl.crawl_id, [newPage('a')]);
  await tx.crawls.addPages(crawlId, [newPage('a')]);
  const outcome = { status: 'added', source_id: added.source_id, reason: null } as const;
  await tx.crawls.settlePage({ crawl_id: crawlId, position: 3 }, outcome);
  await tx.crawls.update(crawlId, { status: 'completed', ended_at: 9 });
  await tx.sources.remove({ source_id: sourceId, knowledge_base_id: knowledgeBaseId });
}

function transactions(context: () => Context, options: { isBulky: boolean }): void {
  it('commit all that they write', async () => {
    const { store, ours } = context();
    const furniture = await furnish(ours);
    await search(ours, 'acorn');
    await ours.store.transaction((tx) => changeEverything(tx, ours, furniture), options);
    const after = await readAll(ours, 'acorn');
    expect(after).toMatchObject({ workspace: { name: 'changed' }, languages: ['de'] });
    expect(after.sources).toMatchObject([{ crawl_id: furniture.crawlId, duplicate_of: null }]);
    expect(after.crawls).toMatchObject([
      { crawl: { status: 'running' }, counts: { waiting: 1 } },
      {
        crawl: { status: 'completed', ended_at: 9 },
        counts: { waiting: 1, added: 2, skipped: 1, failed: 1 },
      },
    ]);
    expect(after.found.map((hit) => hit.sourceId)).toEqual([after.sources[0]?.source_id]);
    expect((await claimAll(store)).map((job) => job.subject_id)).toEqual([after.sources[0]?.source_id]);
  });

  it.each<[string, (tx: WorkspaceTransaction, ours: Tenant) => Promise<unknown>]>([
    ['the caller throws', () => Promise.reject(new Error('on purpose'))],
    ['a key is there twice', (tx, { keyId }) => tx.keys.insert(newKey(keyId))],
    ['a row belongs to nothing', (tx) => tx.sources.insert(newSource('kb_nowhere'))],
  ])('leave rows, jobs, search and listeners as they were when %s', async (_, fail) => {
    const { store, ours } = context();
    const furniture = await furnish(ours);
    const before = await readAll(ours, 'acorn');
    const heard = listenTo(store);
    const failing = ours.store.transaction(async (tx) => {
      await changeEverything(tx, ours, furniture);
      await fail(tx, ours);
    }, options);
    await expect(failing).rejects.toThrow();
    expect(await readAll(ours, 'acorn')).toEqual(before);
    expect(await heardAll(ours, heard)).toEqual([]);
    expect((await claimAll(store)).map((job) => job.subject_id)).toEqual([furniture.sourceId]);
  });

  it('give what the work returns, and throw what it throws', async () => {
    const { ours } = context();
    expect(await ours.store.transaction(async () => 42, options)).toBe(42);
    const fault = new Error('mine');
    const failing = ours.store.transaction(async () => Promise.reject(fault), options);
    await expect(failing).rejects.toBe(fault);
  });

  it('see their own writes, which others do not see before the commit', async ({ skip }) => {
    const { ours, isInWebAssembly } = context();
    if (isInWebAssembly) skip('whoever reads waits for the transaction');
    await ours.store.transaction(async (tx) => {
      await tx.workspace.update({ name: 'new' });
      expect((await tx.workspace.get()).name).toBe('new');
      expect((await ours.store.workspace.get()).name).toBe('0');
    }, options);
    expect((await ours.store.workspace.get()).name).toBe('new');
  });

  const increment = (tenant: Tenant, isFailing: boolean, more = options): Promise<void> =>
    tenant.store.transaction(async (tx) => {
      const { name } = await tx.workspace.get();
      await tx.workspace.update({ name: String(Number(name) + 1) });
      if (isFailing) throw new Error('on purpose');
    }, more);

  it('do not interleave: 50 counters at once add up', async () => {
    const { ours } = context();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        // Every fifth is of the other sort.
        increment(ours, false, index % 5 === 0 ? { isBulky: !options.isBulky } : options),
      ),
    );
    expect((await ours.store.workspace.get()).name).toBe('50');
  });

  it('count only where they succeed, when some of many fail', async () => {
    const { ours } = context();
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => increment(ours, index % 3 === 0)),
    );
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(20);
    expect((await ours.store.workspace.get()).name).toBe('40');
  });

  it('show readers both halves or none', async () => {
    const { ours } = context();
    let isDone = false;
    const writing = (async () => {
      for (let round = 0; round < 20; round++) {
        await ours.store.transaction(async (tx) => {
          await tx.sources.insert(newSource(ours.knowledgeBaseId));
          await tx.sources.insert(newSource(ours.knowledgeBaseId));
        }, options);
      }
      isDone = true;
    })();
    const counts = new Set<number>();
    while (!isDone) {
      counts.add((await ours.store.sources.ids({})).length);
      await new Promise(setImmediate);
    }
    await writing;
    expect([...counts].filter((count) => count % 2 === 1)).toEqual([]);
    expect((await ours.store.sources.ids({})).length).toBe(40);
  });
}

function notices(context: () => Context): void {
  it('are heard once the transaction is committed, and then show the new rows', async () => {
    const { store, ours } = context();
    const sourceId = await addIndexed(ours, ['acorn']);
    const reads: Promise<unknown>[] = [];
    store.listen((notice) => {
      if (notice.topic === 'source-changed') reads.push(ours.store.sources.find(sourceId));
    });
    await ours.store.transaction(async (tx) => {
      await tx.sources.update(sourceId, { name: 'Renamed' });
      await tx.jobs.insert(newJob(sourceId));
      expect(reads).toEqual([]);
    });
    await vi.waitFor(() => expect(reads).not.toEqual([]));
    expect(await reads[0]).toMatchObject({ name: 'Renamed' });
  });

  it('tell what happened, to every listener, until it stops listening', async () => {
    const { store, ours } = context();
    const sourceId = await addIndexed(ours, ['acorn']);
    const [first, second]: [Notice[], Notice[]] = [listenTo(store), []];
    const stopListening = store.listen((notice) => second.push(notice));
    await ours.store.transaction(async (tx) => {
      await tx.jobs.insert(newJob(sourceId));
      await tx.jobs.insert({ ...newJob(sourceId), lane: 'network' });
      await tx.keys.revoke(ours.keyId, 9);
      await tx.sources.remove({ source_id: sourceId, knowledge_base_id: ours.knowledgeBaseId });
    });
    const all = [
      { topic: 'job-queued', lane: 'compute' },
      { topic: 'job-queued', lane: 'network' },
      { topic: 'credential-ended', credentialId: ours.keyId },
      { topic: 'job-cancelled', subjectId: sourceId },
      {
        topic: 'source-changed',
        workspaceId: ours.store.workspaceId,
        knowledgeBaseId: ours.knowledgeBaseId,
        sourceId,
      },
    ];
    await vi.waitFor(() => expect(first).toEqual(all));
    await vi.waitFor(() => expect(second).toEqual(all));
    stopListening();
    await heardAll(ours, first);
    expect(second).toEqual(all);
  });
}

function sources(context: () => Context): void {
  it('give several chunks in the order in which they are asked for, and none for those that are gone', async () => {
    const { ours } = context();
    const [first, second] = [await addIndexed(ours, ['acorn', 'beech']), await addIndexed(ours, ['cedar'])];
    const at = (sourceId: SourceId, position: number, revision = 1) => ({ sourceId, revision, position });
    const asked = [at(second, 0), at(first, 7), at(first, 1), at(second, 0, 2), at(first, 0), at(second, 0)];
    const found = await ours.store.contents.chunks(asked);
    expect(found.map((chunk) => chunk?.text)).toEqual([
      'cedar',
      undefined,
      'beech',
      undefined,
      'acorn',
      'cedar',
    ]);
    expect(await ours.store.contents.chunks([])).toEqual([]);
  });

  it.each([{ isBulky: false }, { isBulky: true }])(
    'remove takes everything along, with %o',
    async (options) => {
      const { store, ours } = context();
      const { sourceId, sessionId } = await furnish(ours);
      const kept = await addIndexed(ours, ['acorn'], { tags: ['tea'] });
      expect(await search(ours, 'acorn')).toHaveLength(3);
      const wasThere = await ours.store.transaction(
        (tx) => tx.sources.remove({ source_id: sourceId, knowledge_base_id: ours.knowledgeBaseId }),
        options,
      );
      expect(await search(ours, 'acorn')).toEqual([{ sourceId: kept, revision: 1, position: 0 }]);
      expect(wasThere).toBe(true);
      expect(await ours.store.sources.ids({ tags: ['tea'] })).toEqual([kept]);
      expect(await ours.store.contents.file(sourceId, 1)).toHaveLength(0);
      expect(await ours.store.contents.text(sourceId, 1)).toBeUndefined();
      expect(await ours.store.contents.listChunks(sourceId, 1, page)).toEqual([]);
      expect(await claimAll(store)).toEqual([]);
      const [, answer] = await ours.store.conversations.messages(ours.agentId, sessionId, page);
      expect(answer).toMatchObject({ text: '[removed] Ferries hoot.', sources: '[]', citations: '[]' });
      // What is left under the same id would show when the id comes back.
      await ours.store.transaction(async (tx) => {
        await tx.sources.insert(newSource(ours.knowledgeBaseId, { source_id: sourceId }));
      });
      expect(await ours.store.sources.ids({ tags: ['tea'] })).toEqual([kept]);
      expect(await ours.store.contents.text(sourceId, 1)).toBeUndefined();
      expect(await search(ours, 'acorn')).toHaveLength(1);
    },
  );

  it('removing one twice tells that it was gone', async () => {
    const { ours } = context();
    const source = { source_id: await addIndexed(ours, ['acorn']), knowledge_base_id: ours.knowledgeBaseId };
    const remove = () => ours.store.transaction((tx) => tx.sources.remove(source));
    expect(await Promise.all([remove(), remove()])).toEqual([true, false]);
  });

  it('are filtered by status, knowledge base and any of several tags', async () => {
    const { ours } = context();
    const other = newId('knowledgeBase');
    await ours.store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(other)));
    const [a, b, c] = [
      await addIndexed(ours, ['acorn'], { tags: ['tea', 'sea'] }),
      await addIndexed(ours, ['acorn'], { tags: ['sea'], knowledge_base_id: other }),
      newSource(ours.knowledgeBaseId, { tags: ['ink'] }),
    ];
    await ours.store.transaction((tx) => tx.sources.insert(c));
    const ids = async (filter: Parameters<typeof ours.store.sources.ids>[0]) =>
      (await ours.store.sources.ids(filter)).sort();
    expect(await ids({ tags: ['tea', 'sea'] })).toEqual([a, b].sort());
    expect(await ids({ tags: ['sea'], knowledgeBaseIds: [other] })).toEqual([b]);
    expect(await ids({ status: 'processing' })).toEqual([c.source_id]);
    expect(await ids({ knowledgeBaseIds: [ours.knowledgeBaseId, other] })).toEqual(
      [a, b, c.source_id].sort(),
    );
    await ours.store.transaction((tx) => tx.sources.setTags(a, ['ink']));
    expect(await ids({ tags: ['tea'] })).toEqual([]);
    expect(await ids({ tags: ['ink'] })).toEqual([a, c.source_id].sort());
    const bases = await ours.store.knowledgeBases.list(page);
    expect(bases.map((base) => [base.knowledge_base_id, base.source_count])).toEqual([
      [other, 1],
      [ours.knowledgeBaseId, 2],
    ]);
  });

  it('give the bytes of a revision, or the newest before it, until newer ones replace them', async () => {
    const { ours } = context();
    const sourceId = await addIndexed(ours, ['acorn']);
    const bytesAt = async (revision: number) =>
      Buffer.from(await ours.store.contents.file(sourceId, revision)).toString();
    await ours.store.transaction(async (tx) => {
      await tx.contents.insertFile(
        sourceId,
        3,
        ['part 0.', 'part 1.'].map((part) => Buffer.from(part)),
      );
    });
    expect([await bytesAt(1), await bytesAt(2), await bytesAt(3)]).toEqual([
      'acorn',
      'acorn',
      'part 0.part 1.',
    ]);
    const removeBefore = (revision: number) =>
      ours.store.transaction((tx) => tx.contents.removeFilesBefore(sourceId, revision));
    await removeBefore(2);
    expect(await bytesAt(2)).toBe('acorn');
    await removeBefore(4);
    expect([await bytesAt(2), await bytesAt(4)]).toEqual(['', 'part 0.part 1.']);
  });
}

function sameSources(context: () => Context): void {
  const sha256 = 'a1b2';
  const url = 'http://site.example/page';
  const add = async (tenant: Tenant, more: Parameters<typeof newSource>[1] = {}): Promise<SourceId> => {
    const source = newSource(tenant.knowledgeBaseId, { content_sha256: sha256, url, ...more });
    await tenant.store.transaction((tx) => tx.sources.insert(source));
    return source.source_id;
  };
  const addBase = async ({ store }: Tenant): Promise<KnowledgeBaseId> => {
    const base = newId('knowledgeBase');
    await store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(base)));
    return base;
  };

  it.each<
    [string, (tenant: Tenant, base: KnowledgeBaseId, except?: SourceId) => Promise<SourceId | undefined>]
  >([
    [
      'content',
      async ({ store }, knowledgeBaseId, except) =>
        (await store.sources.findByContent({ knowledgeBaseId, sha256 }, except))?.source_id,
    ],
    [
      'address',
      async ({ store }, knowledgeBaseId, except) =>
        (await store.sources.findByUrl({ knowledgeBaseId, url }, except))?.source_id,
    ],
  ])('are found by their %s: the oldest of the knowledge base, but for one', async (_, find) => {
    const { store, ours } = context();
    const others = await addTenant(store, ours);
    const base = ours.knowledgeBaseId;
    const other = await addBase(ours);
    await add(others);
    await add(ours, { content_sha256: 'other', url: `${url}/` });
    await add(ours, { content_sha256: null, url: null });
    const elsewhere = await add(ours, { knowledge_base_id: other });
    expect(await find(ours, base)).toBeUndefined();
    const [first, second] = [await add(ours), await add(ours)];
    expect(await find(ours, base)).toBe(first);
    expect(await find(ours, base, second)).toBe(first);
    expect(await find(ours, base, first)).toBe(second);
    expect(await find(ours, other)).toBe(elsewhere);
    expect(await find(ours, other, elsewhere)).toBeUndefined();
    await ours.store.transaction((tx) => tx.sources.update(first, { content_sha256: 'new', url: null }));
    expect(await find(ours, base)).toBe(second);
  });

  it('name their original until it is removed, in this workspace alone', async () => {
    const { store, ours } = context();
    const others = await addTenant(store, ours);
    const original = await add(ours);
    const third = newId('source');
    const copies: [Tenant, SourceId, SourceId | null][] = [
      [ours, await add(ours, { duplicate_of: original }), null],
      [ours, await add(ours, { duplicate_of: original }), null],
      [ours, await add(ours, { duplicate_of: third }), third],
      [others, await add(others, { duplicate_of: original }), original],
    ];
    await ours.store.transaction((tx) =>
      tx.sources.remove({ source_id: original, knowledge_base_id: ours.knowledgeBaseId }),
    );
    for (const [tenant, copy, expected] of copies)
      expect((await tenant.store.sources.find(copy))?.duplicate_of).toBe(expected);
  });

  it('keep all that is said of a page', async () => {
    const { ours } = context();
    const more = {
      duplicate_of: newId('source'),
      canonical_url: 'http://site.example/canonical',
      etag: '"1"',
      last_modified: 'Wed, 21 Oct 2015 07:28:00 GMT',
      fetched_at: 5,
      refresh_interval_hours: 24,
      refresh_at: 9,
      refresh_error: '{}',
      crawl_id: newId('crawl'),
    };
    const id = await add(ours, more);
    expect(await ours.store.sources.find(id)).toMatchObject(more);
    const nothing = Object.fromEntries(Object.keys(more).map((name) => [name, null]));
    await ours.store.transaction((tx) => tx.sources.update(id, nothing));
    expect(await ours.store.sources.find(id)).toMatchObject(nothing);
  });
}

function crawls(context: () => Context): void {
  const paths = (pages: readonly CrawlPageRow[]) =>
    pages.map(({ position, url }) => `${position} ${new URL(url).pathname}`);

  it('are found, and change, as they were written', async () => {
    const { ours } = context();
    const { store, workspaceId, knowledgeBaseId } = ours;
    const crawl = newCrawl(knowledgeBaseId, { tags: '["tea"]', refresh_interval_hours: 24, mode: 'sitemap' });
    const row: CrawlRow = { ...crawl, workspace_id: workspaceId };
    expect(await store.transaction((tx) => tx.crawls.insert(crawl))).toEqual(row);
    expect(await store.crawls.find(crawl.crawl_id)).toEqual(row);
    const changes = { status: 'failed', error: 'Nothing there.', updated_at: 7, ended_at: 8 } as const;
    expect(await store.transaction((tx) => tx.crawls.update(crawl.crawl_id, changes))).toEqual({
      ...row,
      ...changes,
    });
    expect(await store.crawls.find(crawl.crawl_id)).toEqual({ ...row, ...changes });
    const unknown = newId('crawl');
    expect(await store.crawls.find(unknown)).toBeUndefined();
    expect(await store.transaction((tx) => tx.crawls.update(unknown, changes))).toBeUndefined();
    expect(await store.crawls.counts(unknown)).toEqual({ waiting: 0, added: 0, skipped: 0, failed: 0 });
  });

  it('are listed newest first, by status and knowledge base, each once over pages', async () => {
    const { ours } = context();
    const { store } = ours;
    const other = newId('knowledgeBase');
    await store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(other)));
    const all: CrawlId[] = [];
    for (let index = 0; index < 11; index++)
      all.unshift(
        await addCrawl(ours, [], {
          status: index % 3 === 0 ? 'completed' : 'running',
          knowledge_base_id: index % 2 === 0 ? other : ours.knowledgeBaseId,
        }),
      );
    const list = async (filter: Omit<Parameters<typeof store.crawls.list>[0], 'limit' | 'after'>) => {
      const rows = await walk(
        (request: PageRequest<CrawlId>) => store.crawls.list({ ...request, ...filter }),
        (row) => row.crawl_id,
      );
      return rows.map((row) => 10 - all.indexOf(row.crawl_id));
    };
    expect(await list({})).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(await list({ status: 'completed' })).toEqual([9, 6, 3, 0]);
    expect(await list({ knowledgeBaseIds: [other] })).toEqual([10, 8, 6, 4, 2, 0]);
    expect(await list({ status: 'completed', knowledgeBaseIds: [other] })).toEqual([6, 0]);
    expect(await list({ knowledgeBaseIds: [other, ours.knowledgeBaseId] })).toHaveLength(11);
    expect(await list({ status: 'cancelled' })).toEqual([]);
  });

  it('number their addresses without gaps, in the order in which they are found, each once', async () => {
    const { ours } = context();
    const { store } = ours;
    const crawlId = await addCrawl(
      ours,
      ['', 'a', '', 'b', 'a'].map((path) => newPage(path)),
    );
    const other = await addCrawl(ours, [newPage('b')]);
    await store.transaction(async (tx) => {
      await tx.crawls.addPages(
        crawlId,
        ['b', 'c', 'a', 'c', 'd'].map((path) => newPage(path)),
      );
      await tx.crawls.addPages(crawlId, []);
      await tx.crawls.addPages(crawlId, [newPage('a', 'sitemap'), newPage('e', 'sitemap')]);
    });
    const found = await store.crawls.listPages(crawlId, page);
    expect(paths(found)).toEqual(['0 /', '1 /a', '2 /b', '3 /c', '4 /d', '5 /e']);
    expect(found.at(-1)).toEqual({
      workspace_id: ours.workspaceId,
      crawl_id: crawlId,
      position: 5,
      url: 'http://site.example/e',
      kind: 'sitemap',
      depth: 1,
      status: 'waiting',
      source_id: null,
      reason: null,
    });
    expect(paths(await store.crawls.listPages(other, page))).toEqual(['0 /b']);
    const walked = await walk(
      (request: PageRequest<number>) => store.crawls.listPages(crawlId, request),
      (row) => row.position,
    );
    expect(walked).toEqual(found);
  });

  it('number them without gaps also when several find addresses at once', async () => {
    const { ours } = context();
    const crawlId = await addCrawl(ours, []);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        ours.store.transaction((tx) =>
          tx.crawls.addPages(crawlId, [newPage('same'), newPage(`${index}`), newPage(`${index}/more`)]),
        ),
      ),
    );
    const found = await ours.store.crawls.listPages(crawlId, page);
    expect(found.map((row) => row.position)).toEqual(Array.from({ length: 17 }, (_, index) => index));
    expect(new Set(found.map((row) => row.url)).size).toBe(17);
  });

  it('go from address to address until none waits, and count what became of pages, not of sitemaps', async () => {
    const { ours } = context();
    const { store } = ours;
    const found = [newPage('map', 'sitemap'), ...['a', 'b', 'c', 'd'].map((path) => newPage(path))];
    const crawlId = await addCrawl(ours, found);
    await addCrawl(ours, found);
    expect(await store.crawls.counts(crawlId)).toEqual({ waiting: 4, added: 0, skipped: 0, failed: 0 });
    const sourceId = newId('source');
    const taken: (CrawlPageRow | undefined)[] = [];
    for (const status of ['added', 'added', 'skipped', 'failed', 'added'] as const)
      await store.transaction(async (tx) => {
        const next = await tx.crawls.nextPage(crawlId);
        taken.push(next);
        if (next) await tx.crawls.settlePage(next, { status, source_id: sourceId, reason: `${status}!` });
      });
    expect(taken.map((row) => row?.position)).toEqual([0, 1, 2, 3, 4]);
    expect(await store.crawls.nextPage(crawlId)).toBeUndefined();
    expect(await store.crawls.counts(crawlId)).toEqual({ waiting: 0, added: 2, skipped: 1, failed: 1 });
    expect(await store.crawls.listPages(crawlId, { limit: 1, after: 2 })).toMatchObject([
      { position: 3, status: 'failed', source_id: sourceId, reason: 'failed!' },
      { position: 4, status: 'added', reason: 'added!' },
    ]);
    await store.transaction((tx) => tx.crawls.addPages(crawlId, [newPage('late')]));
    expect(await store.crawls.nextPage(crawlId)).toMatchObject({ position: 5, status: 'waiting' });
  });

  it('go with their knowledge base, and with them their addresses', async () => {
    const { ours } = context();
    const { store } = ours;
    const base = newId('knowledgeBase');
    await store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(base)));
    const gone = await addCrawl(ours, [newPage('a')], { knowledge_base_id: base });
    const kept = await addCrawl(ours, [newPage('a')]);
    await store.transaction((tx) => tx.knowledgeBases.remove(base));
    expect((await store.crawls.list(page)).map((row) => row.crawl_id)).toEqual([kept]);
    expect(await store.crawls.listPages(gone, page)).toEqual([]);
    expect(await store.crawls.listPages(kept, page)).toHaveLength(1);
  });
}

function searching(context: () => Context): void {
  it.each([{ isBulky: false }, { isBulky: true }])(
    'shows the old revision or the new one, never both or neither, with %o',
    async (options) => {
      const { ours } = context();
      const { knowledgeBaseId } = ours;
      const chunks = ['acorn', 'acorn', 'acorn'];
      const sourceId = await addIndexed(ours, chunks);
      let isDone = false;
      const writing = (async () => {
        for (let revision = 2; revision <= 12; revision++)
          await ours.store.transaction(
            (tx) => writeIndexed(tx, { sourceId, knowledgeBaseId, revision, chunks }),
            options,
          );
        isDone = true;
      })();
      while (!isDone) {
        const found = await search(ours, 'acorn');
        expect(found.map((hit) => hit.position)).toEqual([0, 1, 2]);
        expect(new Set(found.map((hit) => hit.revision)).size).toBe(1);
        await new Promise(setImmediate);
      }
      await writing;
      expect(new Set((await search(ours, 'acorn')).map((hit) => hit.revision))).toEqual(new Set([12]));
    },
  );

  it('finds a source as soon as its transaction has returned, and not by its old words', async () => {
    const { ours } = context();
    await search(ours, 'acorn');
    const sourceId = await addIndexed(ours, ['acorn']);
    expect(await search(ours, 'acorn')).toEqual([{ sourceId, revision: 1, position: 0 }]);
    await ours.store.transaction((tx) =>
      writeIndexed(tx, {
        sourceId,
        knowledgeBaseId: ours.knowledgeBaseId,
        revision: 2,
        chunks: ['kettle'],
        language: 'fr',
      }),
    );
    expect(await search(ours, 'acorn')).toEqual([]);
    expect(await search(ours, 'kettle')).toEqual([{ sourceId, revision: 2, position: 0 }]);
    expect(await ours.store.search.languages(inBases(ours.knowledgeBaseId))).toEqual(['fr']);
  });

  it('counts the chunks that hold each term, and none for a term that is nowhere', async () => {
    const { ours } = context();
    await addIndexed(ours, ['acorn birch', 'acorn']);
    await addIndexed(ours, ['birch']);
    const scope = inBases(ours.knowledgeBaseId);
    expect(await ours.store.search.termCounts(scope, ['birch', 'cedar', 'acorn'])).toEqual([2, 0, 2]);
    expect(await ours.store.search.termCounts(scope, [])).toEqual([]);
    expect(await ours.store.search.termCounts(inBases(), ['acorn'])).toEqual([0]);
  });

  it('answers from one version of the index until it is switched to the next, and never from both', async () => {
    const { ours } = context();
    const { store, knowledgeBaseId } = ours;
    const sourceId = await addIndexed(ours, ['acorn']);
    const other = await addIndexed(ours, ['acorn birch']);
    const change = { knowledgeBaseId, from: CONTRACT_INDEX_VERSION, to: 'model/2' };
    const write = (id: SourceId) =>
      store.transaction((tx) =>
        tx.segments.write(
          { knowledgeBaseId, sourceId: id, revision: 1, indexVersion: 'model/2' },
          segmentOf(['cedar']),
        ),
      );
    const find = async (indexVersion: string, term: string) =>
      await search(ours, term, { indexVersion, knowledgeBaseIds: [knowledgeBaseId] });
    await write(sourceId);
    expect((await find(CONTRACT_INDEX_VERSION, 'acorn')).length).toBe(2);
    expect(await find(CONTRACT_INDEX_VERSION, 'cedar')).toEqual([]);
    await expect(find('model/2', 'cedar')).rejects.toThrow(IndexSwitchedError);
    expect(await store.segments.missing(change, page)).toEqual([{ source_id: other, revision: 1 }]);
    expect(await store.segments.missing(change, { limit: 9, after: other })).toEqual([]);
    expect(await store.segments.shareDone(change)).toBe(0.5);

    await write(other);
    expect(await store.segments.missing(change, page)).toEqual([]);
    expect(await store.segments.shareDone(change)).toBe(1);
    await store.transaction(async (tx) => {
      await tx.knowledgeBases.update(knowledgeBaseId, { index_version: 'model/2' });
      await tx.segments.keepVersions(knowledgeBaseId, ['model/2']);
    });
    expect((await find('model/2', 'cedar')).length).toBe(2);
    expect(await find('model/2', 'acorn')).toEqual([]);
    await expect(find(CONTRACT_INDEX_VERSION, 'acorn')).rejects.toThrow(IndexSwitchedError);
  });

  it('takes a removed source out of every version', async () => {
    const { ours } = context();
    const { store, knowledgeBaseId } = ours;
    const sourceId = await addIndexed(ours, ['acorn']);
    const address = { sourceId, revision: 1, indexVersion: 'model/2' };
    await store.transaction((tx) => tx.segments.write({ ...address, knowledgeBaseId }, segmentOf(['acorn'])));
    expect(await store.segments.exists(address)).toBe(true);
    await store.transaction((tx) => tx.segments.remove({ knowledgeBaseId, sourceId }));
    expect(await store.segments.exists(address)).toBe(false);
    expect(await search(ours, 'acorn')).toEqual([]);
  });

  it('refuses vectors of another length than those that are searched, and keeps what it had', async () => {
    const { ours } = context();
    const { store, knowledgeBaseId } = ours;
    const sourceId = await addIndexed(ours, ['acorn']);
    expect((await search(ours, 'acorn')).length).toBe(1);
    const written = store.transaction((tx) =>
      tx.segments.write(
        { knowledgeBaseId, sourceId, revision: 1, indexVersion: CONTRACT_INDEX_VERSION },
        segmentOf(['birch'], 'en', 8),
      ),
    );
    await expect(written).rejects.toThrow('vectors of 8 numbers');
    expect((await search(ours, 'acorn')).length).toBe(1);
  });

  it('stays within the knowledge bases and the sources that are asked for', async () => {
    const { ours } = context();
    const other = newId('knowledgeBase');
    await ours.store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(other)));
    const [a, b, c] = [
      await addIndexed(ours, ['acorn']),
      await addIndexed(ours, ['acorn']),
      await addIndexed(ours, ['acorn'], { knowledge_base_id: other }),
    ];
    const found = async (knowledgeBaseIds: KnowledgeBaseId[], sourceIds?: string[]) =>
      (
        await search(ours, 'acorn', {
          knowledgeBaseIds,
          ...(sourceIds && { sourceIds: new Set(sourceIds) }),
        })
      ).map((hit) => hit.sourceId);
    const both = [ours.knowledgeBaseId, other];
    expect(await found(both)).toEqual([a, b, c]);
    expect(await found([other])).toEqual([c]);
    expect(await found(both, [b, c])).toEqual([b, c]);
    expect(await found([ours.knowledgeBaseId], [c])).toEqual([]);
    expect(await found(both, ['src_nowhere'])).toEqual([]);
    expect(await found(both, [])).toEqual([]);
    expect(await found([])).toEqual([]);
    expect(await found([newId('knowledgeBase')])).toEqual([]);
  });

  it('gives both scores of a candidate, whichever way found it', async () => {
    const { ours } = context();
    await addIndexed(ours, ['acorn', 'kettle']);
    const scope = inBases(ours.knowledgeBaseId);
    const [vector, terms] = [new Float32Array(4).fill(1), [{ term: 'kettle', weight: 1 }]];
    const both = await ours.store.search.candidates(scope, { vector, terms, limit: 9 });
    expect(both.map((hit) => [hit.position, hit.bm25 > 0]).sort()).toEqual([
      [0, false],
      [1, true],
    ]);
    for (const { cosine } of both) expect(cosine).toBeCloseTo(1, 2);
    const [byTerm] = await ours.store.search.candidates(scope, { terms, limit: 9 });
    expect(byTerm).toMatchObject({ position: 1, cosine: 0 });
    const byMeaning = await ours.store.search.candidates(scope, { vector, limit: 9 });
    expect(byMeaning.map((hit) => hit.bm25)).toEqual([0, 0]);
  });
}

/** Walks all pages of 4; `between` runs after each. */
async function walk<Key, Row>(
  list: (request: PageRequest<Key>) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  between: (page: Row[]) => Promise<void> = async () => {},
): Promise<Row[]> {
  const all: Row[] = [];
  for (let after: Key | undefined; ; ) {
    const rows = await list({ limit: 4, after });
    const shown = rows.slice(0, 4);
    all.push(...shown);
    await between(shown);
    const last = shown.at(-1);
    if (rows.length <= 4 || last === undefined) return all;
    after = keyOf(last);
  }
}

function pages(context: () => Context): void {
  const counted = Array.from({ length: 11 }, (_, index) => index);

  it('of sources show each once, newest first, while others come and go', async () => {
    const { ours } = context();
    const { knowledgeBaseId } = ours;
    const ids: SourceId[] = [];
    for (const _ of counted) ids.push(await addIndexed(ours, ['acorn']));
    const shown = await walk(
      (request: PageRequest<SourceId>) => ours.store.sources.list(request),
      (row) => row.source_id,
      async ([first]) => {
        await addIndexed(ours, ['acorn']);
        if (first)
          await ours.store.transaction((tx) =>
            tx.sources.remove({ source_id: first.source_id, knowledge_base_id: knowledgeBaseId }),
          );
      },
    );
    expect(shown.map((row) => row.source_id)).toEqual(ids.toReversed());
  });

  it('of agents, knowledge bases and keys are complete and newest first', async () => {
    const { ours } = context();
    const { store } = ours;
    for (const _ of counted)
      await store.transaction(async (tx) => {
        await tx.agents.insert(newAgent(newId('agent')));
        await tx.knowledgeBases.insert(newKnowledgeBase(newId('knowledgeBase')));
        await tx.keys.insert(newKey(newId('apiKey')));
      });
    const lists = [
      (await walk(store.agents.list, (row) => row.agent_id)).map((row) => row.agent_id),
      (await walk(store.knowledgeBases.list, (row) => row.knowledge_base_id)).map(
        (row) => row.knowledge_base_id,
      ),
      (await walk(store.keys.list, (row) => row.key_id)).map((row) => row.key_id),
    ];
    for (const list of lists) {
      expect(new Set(list).size).toBe(12);
      expect(list).toEqual(list.toSorted().toReversed());
    }
  });

  it('of conversations that were active at the same time show each once', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    for (const index of counted)
      await store.transaction((tx) =>
        tx.conversations.append(agentId, `s${index}`, [newMessage('user', 'Hi')], [], index % 3),
      );
    const shown = await walk<[number, string], { session_id: string; last_activity_at: number }>(
      (request) => store.conversations.list(agentId, request),
      (row) => [row.last_activity_at, row.session_id],
    );
    expect(new Set(shown.map((row) => row.session_id)).size).toBe(counted.length);
    const times = shown.map((row) => row.last_activity_at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('of messages and of chunks are in the order of the text', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    const texts = counted.map((index) => `acorn ${index}`);
    await store.transaction((tx) =>
      tx.conversations.append(
        agentId,
        's',
        texts.map((text) => newMessage('user', text)),
        [],
        1,
      ),
    );
    const messages = await walk(
      (request: PageRequest<MessageId>) => store.conversations.messages(agentId, 's', request),
      (row) => row.message_id,
    );
    expect(messages.map((row) => row.text)).toEqual(texts);
    const sourceId = await addIndexed(ours, texts);
    const chunks = await walk(
      (request: PageRequest<number>) => store.contents.listChunks(sourceId, 1, request),
      (row) => row.position,
    );
    expect(chunks.map((row) => row.text)).toEqual(texts);
  });
}

function jobs(context: () => Context): void {
  const add = (runAts: number[]): Promise<void> =>
    context().ours.store.transaction(async (tx) => {
      for (const runAt of runAts) await tx.jobs.insert(newJob(`src_${runAt}`, runAt));
    });
  const claim = (now: number, limit = 100, leaseToken: string = newId('request')): Promise<JobRow[]> =>
    context().store.jobs.claim({ lane: 'compute', now, leaseUntil: now + 100, leaseToken, limit });
  const finish = (job: JobRow): Promise<boolean> =>
    context().ours.store.transaction((tx) => tx.jobs.finish(job));
  const only = async (jobs: Promise<JobRow[]>): Promise<JobRow> => {
    const [job, ...others] = await jobs;
    if (!job || others.length > 0) throw new Error(`Expected one job, not ${job ? others.length + 1 : 0}.`);
    return job;
  };

  it('each go to one claimer, of many that claim at once', async () => {
    await add(Array.from({ length: 60 }, (_, index) => index));
    const claimed = (await Promise.all(Array.from({ length: 30 }, () => claim(1_000, 3)))).flat();
    expect(claimed).toHaveLength(60);
    expect(new Set(claimed.map((job) => job.job_id)).size).toBe(60);
    const ofClaim = [...Map.groupBy(claimed, (job) => job.lease_token).values()];
    // One that meets others at the same jobs may get fewer than it asked for.
    expect(ofClaim.every((jobs) => jobs.length <= 3)).toBe(true);
  });

  it('are claimed in the order in which they are due, not before their time, with their lease', async () => {
    const { store, ours } = context();
    expect(await store.jobs.nextDueAt('compute')).toBeUndefined();
    await add([30, 10, 20, 500]);
    expect(await store.jobs.nextDueAt('compute')).toBe(10);
    expect(await claim(5)).toEqual([]);
    const first = await only(claim(100, 1, 'mine'));
    expect(first).toMatchObject({
      workspace_id: ours.workspaceId,
      kind: 'ingest-source',
      subject_id: 'src_10',
      payload: JSON.stringify({ source_id: 'src_10', revision: 1 }),
      lease_until: 200,
      lease_token: 'mine',
      attempts: 1,
      failures: 0,
      created_at: 10,
    });
    expect((await only(claim(100, 1))).subject_id).toBe('src_20');
    expect((await claim(100)).map((job) => job.subject_id)).toEqual(['src_30']);
    expect(await claim(199)).toEqual([]);
    expect(await store.jobs.nextDueAt('compute')).toBe(200);
  });

  it('come back when their lease runs out; who lost it can neither end, extend nor give back the job', async () => {
    const { store, ours } = context();
    await add([0]);
    const lost = await only(claim(0));
    expect(await claim(99)).toEqual([]);
    const held = await only(claim(100));
    expect(held).toMatchObject({ job_id: lost.job_id, attempts: 2 });
    expect(await finish(lost)).toBe(false);
    expect(await store.jobs.heartbeat([lost], 9_000)).toEqual([]);
    await ours.store.transaction((tx) => tx.jobs.release(lost, { runAt: 0, failures: 5 }));
    expect(await claim(150)).toEqual([]);
    expect(await store.jobs.nextDueAt('compute')).toBe(200);
    expect(await finish(held)).toBe(true);
    expect(await finish(held)).toBe(false);
    expect(await store.jobs.nextDueAt('compute')).toBeUndefined();
  });

  it('stay with who extends the lease', async () => {
    const { store } = context();
    await add([0, 1]);
    const held = await claim(10);
    expect((await store.jobs.heartbeat(held, 1_000)).sort()).toEqual(held.map((job) => job.job_id).sort());
    expect(await claim(999)).toEqual([]);
    expect(await claim(1_000)).toHaveLength(2);
    expect(await store.jobs.heartbeat([], 1_000)).toEqual([]);
  });

  it('that are given back wait for their time and remember their failures', async () => {
    const { ours } = context();
    await add([0]);
    const job = await only(claim(0));
    await ours.store.transaction((tx) => tx.jobs.release(job, { runAt: 50, failures: 1 }));
    expect(await claim(49)).toEqual([]);
    expect(await only(claim(50))).toMatchObject({ attempts: 2, failures: 1 });
    expect(await finish(job)).toBe(false);
  });

  it('that are cancelled cannot be claimed or finished, and others stay', async () => {
    const { ours } = context();
    await add([0, 1, 2]);
    const job = await only(claim(0));
    await ours.store.transaction(async (tx) => {
      await tx.jobs.cancel('src_0');
      await tx.jobs.cancel('src_2');
    });
    expect(await finish(job)).toBe(false);
    expect((await claim(1_000)).map((row) => row.subject_id)).toEqual(['src_1']);
  });

  it('are held by who claimed them last, until they are ended, given back, cancelled or taken', async () => {
    const { ours } = context();
    const isHeld = (job: JobRow) => ours.store.transaction((tx) => tx.jobs.isHeld(job));
    await add([0]);
    const lost = await only(claim(0));
    expect(await isHeld(lost)).toBe(true);
    const taken = await only(claim(100));
    expect([await isHeld(lost), await isHeld(taken)]).toEqual([false, true]);
    await ours.store.transaction(async (tx) => {
      await tx.jobs.release(taken, { runAt: 0, failures: 1 });
      expect(await tx.jobs.isHeld(taken)).toBe(false);
    });
    const again = await only(claim(100));
    await ours.store.transaction(async (tx) => {
      expect(await tx.jobs.isHeld(again)).toBe(true);
      await tx.jobs.finish(again);
      expect(await tx.jobs.isHeld(again)).toBe(false);
    });
    await add([1]);
    const cancelled = await only(claim(100));
    await ours.store.transaction((tx) => tx.jobs.cancel(cancelled.subject_id));
    expect(await isHeld(cancelled)).toBe(false);
  });

  it('of one lane are not seen from the other', async () => {
    const { store, ours } = context();
    await add([20]);
    expect(await store.jobs.nextDueAt('network')).toBeUndefined();
    await ours.store.transaction((tx) => tx.jobs.insert({ ...newJob('src_10', 10), lane: 'network' }));
    expect([await store.jobs.nextDueAt('compute'), await store.jobs.nextDueAt('network')]).toEqual([20, 10]);
    const compute = await only(claim(100));
    expect(compute).toMatchObject({ lane: 'compute', subject_id: 'src_20' });
    const more = { now: 100, leaseUntil: 200, leaseToken: 'mine', limit: 9 };
    const network = await only(store.jobs.claim({ lane: 'network', ...more }));
    expect(network).toMatchObject({ lane: 'network', subject_id: 'src_10' });
    expect((await store.jobs.heartbeat([compute, network], 300)).sort()).toEqual(
      [compute.job_id, network.job_id].sort(),
    );
    await ours.store.transaction((tx) => tx.jobs.release(network, { runAt: 50, failures: 1 }));
    expect(await claim(299)).toEqual([]);
    expect([await store.jobs.nextDueAt('compute'), await store.jobs.nextDueAt('network')]).toEqual([300, 50]);
    await ours.store.transaction((tx) => tx.jobs.cancel('src_10'));
    expect(await store.jobs.nextDueAt('network')).toBeUndefined();
  });

  it('finished in a transaction that fails are not finished', async () => {
    const { ours } = context();
    await add([0]);
    const job = await only(claim(0));
    const failing = ours.store.transaction(async (tx) => {
      expect(await tx.jobs.finish(job)).toBe(true);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await finish(job)).toBe(true);
  });
}

function fairJobs(context: () => Context): void {
  const add = (tenant: Tenant, runAts: readonly number[], lane: JobLane = 'compute'): Promise<void> =>
    tenant.store.transaction(async (tx) => {
      for (const runAt of runAts) await tx.jobs.insert({ ...newJob(`${runAt}`, runAt), lane });
    });
  const claim = (limit: number, now = 10_000, lane: JobLane = 'compute'): Promise<JobRow[]> =>
    context().store.jobs.claim({ lane, now, leaseUntil: now + 100, leaseToken: newId('request'), limit });
  const times = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
  /** How many of them are of each tenant. */
  const shares = (tenants: readonly Tenant[], jobs: readonly JobRow[]): number[] =>
    tenants.map(({ workspaceId }) => jobs.filter((job) => job.workspace_id === workspaceId).length);
  const subjects = (jobs: readonly JobRow[]): string[] => jobs.map((job) => job.subject_id).sort();

  let a: Tenant;
  let b: Tenant;
  beforeEach(async () => {
    const { store, ours } = context();
    a = ours;
    b = await addTenant(store);
  });

  it('are claimed for one with a single job as soon as for one with a thousand that are older', async () => {
    await add(a, times(0, 1_000));
    await add(b, [5_000]);
    const first = await claim(2);
    expect(shares([a, b], first)).toEqual([1, 1]);
    expect(subjects(first)).toEqual(['0', '5000']);
    const second = await claim(7);
    expect(subjects(second)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  it('are claimed for who has fewest under way', async () => {
    await add(a, times(0, 8));
    expect(await claim(5)).toHaveLength(5);
    await add(b, times(5_000, 4));
    for (const expected of [5_000, 5_001, 5_002, 5_003, 5])
      expect(subjects(await claim(1))).toEqual([`${expected}`]);
    expect(subjects(await claim(9))).toEqual(['6', '7']);
  });

  it('are claimed for the oldest of those who have equally many under way', async () => {
    await add(a, [3, 4, 5]);
    await add(b, [1, 9]);
    const order: string[][] = [];
    for (let count = 0; count < 5; count++) order.push(subjects(await claim(1)));
    expect(order).toEqual([['1'], ['3'], ['4'], ['9'], ['5']]);
  });

  it('count as under way while their lease lasts, and no longer', async () => {
    await add(a, times(0, 5));
    const held = await claim(5, 10);
    await add(b, [50]);
    expect(shares([a, b], await claim(1, 109))).toEqual([0, 1]);
    await b.store.transaction((tx) => tx.jobs.cancel('50'));
    await add(b, [150]);
    expect(subjects(await claim(1, 200))).toEqual(['0']);
    // One of the lost ones is under way again.
    expect(subjects(await claim(1, 200))).toEqual(['150']);
    expect(await context().store.jobs.heartbeat(held, 900)).toHaveLength(4);
  });

  it('that wait for their time, or in the other lane, are not under way', async () => {
    const network = (limit: number) => claim(limit, 10_000, 'network');
    await add(a, times(0, 3), 'network');
    await add(a, [1, 20_000, 20_001]);
    await add(b, [2]);
    expect(shares([a, b], await network(2))).toEqual([2, 0]);
    const released = await network(1);
    await a.store.transaction(async (tx) => {
      for (const job of released) await tx.jobs.release(job, { runAt: 90_000, failures: 1 });
    });
    expect(subjects(await claim(1))).toEqual(['1']);
    expect(subjects(await claim(1))).toEqual(['2']);
    expect(await claim(1)).toEqual([]);
  });

  it('of 50 workspaces are interleaved, whatever the limit', async () => {
    const { store } = context();
    const tenants: Tenant[] = [];
    for (let count = 0; count < 50; count++) tenants.push(await addTenant(store));
    for (const [index, tenant] of tenants.entries()) await add(tenant, times(index * 10, 3));
    const claimed: JobRow[] = [];
    for (const limit of [50, 1, 24, 25, 30, 19, 1, 9]) {
      const jobs = await claim(limit);
      expect(jobs.length).toBe(Math.min(limit, 150 - claimed.length));
      claimed.push(...jobs);
      const counts = shares(tenants, claimed);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }
    expect(new Set(claimed.map((job) => job.job_id)).size).toBe(150);
  });

  it('are claimed as a plain model says, whatever came before', async () => {
    const tenants = [a, b, await addTenant(context().store)];
    const lane = fc.constantFrom<JobLane>('compute', 'network');
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const), lane, tenant: fc.nat(2), at: fc.nat(300) }),
      fc.record({ do: fc.constant('claim' as const), lane, limit: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ do: fc.constant('finish' as const), nth: fc.nat(5) }),
      fc.record({ do: fc.constant('wait' as const), time: fc.nat(60) }),
    );
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const { store } = context();
      let now = 100;
      let added = 0;
      /** All jobs that are not finished, by their subject. */
      const model = new Map<string, { tenant: Tenant; lane: JobLane; dueAt: number; row?: JobRow }>();
      for (const next of steps) {
        if (next.do === 'wait') now += next.time;
        if (next.do === 'add') {
          const tenant = tenants[next.tenant] ?? a;
          const subject = `job ${String(added++).padStart(3, '0')}`;
          await tenant.store.transaction((tx) =>
            tx.jobs.insert({ ...newJob(subject, next.at), lane: next.lane }),
          );
          model.set(subject, { tenant, lane: next.lane, dueAt: next.at });
        }
        if (next.do === 'finish') {
          const [subject, job] = [...model].filter(([, { row }]) => row)[next.nth] ?? [];
          const row = job?.row;
          if (subject && row && (await job.tenant.store.transaction((tx) => tx.jobs.finish(row))))
            model.delete(subject);
        }
        if (next.do === 'claim') {
          const all = [...model].filter(([, job]) => job.lane === next.lane);
          const turns = tenants.flatMap((tenant) => {
            const own = all.filter(([, job]) => job.tenant === tenant);
            const held = own.filter(([, job]) => job.row && job.dueAt > now).length;
            return own
              .filter(([, job]) => job.dueAt <= now)
              .sort(([, one], [, other]) => one.dueAt - other.dueAt)
              .map(([subject, job], index) => ({ subject, turn: held + index, dueAt: job.dueAt }));
          });
          const expected = turns
            .sort(
              (one, other) =>
                one.turn - other.turn || one.dueAt - other.dueAt || (one.subject < other.subject ? -1 : 1),
            )
            .slice(0, next.limit);
          const claimed = await claim(next.limit, now, next.lane);
          expect(subjects(claimed)).toEqual(expected.map(({ subject }) => subject).sort());
          for (const row of claimed)
            Object.assign(model.get(row.subject_id) ?? {}, { dueAt: now + 100, row });
        }
        for (const each of ['compute', 'network'] as const) {
          const dueAts = [...model.values()].filter((job) => job.lane === each).map((job) => job.dueAt);
          expect(await store.jobs.nextDueAt(each)).toBe(dueAts.length > 0 ? Math.min(...dueAts) : undefined);
        }
      }
      for (const [subject, { tenant }] of model)
        await tenant.store.transaction((tx) => tx.jobs.cancel(subject));
    });
    await fc.assert(property, { numRuns: 40 });
  });
}

function repairs(context: () => Context): void {
  it('name the sources in processing that have no job', async () => {
    const { store, ours } = context();
    const others = await addTenant(store);
    const orphan = newSource(ours.knowledgeBaseId, { revision: 3 });
    const queued = newSource(ours.knowledgeBaseId);
    const theirs = newSource(others.knowledgeBaseId);
    await ours.store.transaction(async (tx) => {
      await tx.sources.insert(orphan);
      await tx.sources.insert(queued);
      await tx.jobs.insert(newJob(queued.source_id));
      await tx.sources.insert(newSource(ours.knowledgeBaseId, { status: 'failed' }));
    });
    await others.store.transaction(async (tx) => {
      await tx.sources.insert(theirs);
      // Of another workspace: it is no job of ours.
      await tx.jobs.insert(newJob(orphan.source_id));
    });
    await addIndexed(ours, ['acorn']);
    const named = await store.repairs.sourcesWithoutJob();
    expect(named.toSorted((one, other) => other.revision - one.revision)).toEqual([
      { workspace_id: ours.workspaceId, source_id: orphan.source_id, revision: 3 },
      { workspace_id: others.workspaceId, source_id: theirs.source_id, revision: 1 },
    ]);
  });

  it('name the pages whose time has come and that have no job', async () => {
    const { store, ours } = context();
    const others = await addTenant(store);
    const add = async (
      tenant: Tenant,
      refreshAt: number | null,
      more: Parameters<typeof newSource>[1] = {},
    ) => {
      const row = newSource(tenant.knowledgeBaseId, {
        type: 'url',
        status: 'indexed',
        refresh_at: refreshAt,
        ...more,
      });
      await tenant.store.transaction((tx) => tx.sources.insert(row));
      return { workspace_id: tenant.workspaceId, source_id: row.source_id, revision: row.revision };
    };
    const due = [
      await add(ours, 100),
      await add(ours, 1, { revision: 7 }),
      await add(ours, 99, { status: 'failed' }),
      await add(others, 50),
    ];
    await add(ours, 101);
    await add(ours, null);
    const busy = await add(ours, 10);
    await ours.store.transaction((tx) => tx.jobs.insert({ ...newJob(busy.source_id), lane: 'network' }));
    const named = await store.repairs.pagesToRefresh(100);
    expect(named).toHaveLength(due.length);
    expect(named).toEqual(expect.arrayContaining(due));
    expect(await store.repairs.pagesToRefresh(0)).toEqual([]);
  });

  it('name the crawls that are running and have no job', async () => {
    const { store, ours } = context();
    const others = await addTenant(store);
    const [orphan, theirs] = [await addCrawl(ours, []), await addCrawl(others, [newPage('a')])];
    const busy = await addCrawl(ours, []);
    for (const status of ['completed', 'cancelled', 'failed'] as const) await addCrawl(ours, [], { status });
    await ours.store.transaction((tx) => tx.jobs.insert({ ...newJob(busy), lane: 'network' }));
    const named = await store.repairs.crawlsWithoutJob();
    expect(named).toHaveLength(2);
    expect(named).toEqual(
      expect.arrayContaining([
        { workspace_id: ours.workspaceId, crawl_id: orphan },
        { workspace_id: others.workspaceId, crawl_id: theirs },
      ]),
    );
  });
}

function settings(context: () => Context): void {
  it('give everybody the value of the first', async () => {
    const { store } = context();
    const values = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.settings.getOrCreate('secret', () => `value ${index}`)),
    );
    expect(new Set(values).size).toBe(1);
    expect(await store.settings.getOrCreate('secret', () => 'late')).toBe(values[0]);
    expect(await store.settings.getOrCreate('other', () => 'another')).toBe('another');
  });
}

function conversations(context: () => Context): void {
  it('count the messages of user and agent, and keep their order', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    const append = (now: number, ...messages: ReturnType<typeof newMessage>[]) =>
      store.transaction((tx) => tx.conversations.append(agentId, 's', messages, [], now));
    await append(10, newMessage('welcome', 'W'), newMessage('user', 'A'), newMessage('agent', 'B'));
    await append(20, newMessage('user', 'C'), newMessage('agent', 'D'));
    expect(await store.conversations.find(agentId, 's')).toEqual({
      workspace_id: ours.workspaceId,
      agent_id: agentId,
      session_id: 's',
      message_count: 4,
      metadata: '{}',
      started_at: 10,
      last_activity_at: 20,
    });
    const texts = async (rows: Promise<{ text: string }[]>) => (await rows).map((row) => row.text).join('');
    expect(await texts(store.conversations.messages(agentId, 's', page))).toBe('WABCD');
    expect(await texts(store.conversations.recentMessages(agentId, 's', 3))).toBe('BCD');
    expect(await store.conversations.list(agentId, { ...page, sessionId: 'other' })).toEqual([]);
  });

  it('count every turn of turns that come at once', async () => {
    const { store, agentId } = context().ours;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.transaction((tx) =>
          tx.conversations.append(agentId, 's', [newMessage('user', 'A'), newMessage('agent', 'B')], [], 1),
        ),
      ),
    );
    expect(await store.conversations.find(agentId, 's')).toMatchObject({ message_count: 40 });
    expect(await store.conversations.messages(agentId, 's', page)).toHaveLength(40);
  });

  it('keep the metadata and the feedback that came last, of one session and one message alone', async () => {
    const { store, agentId } = context().ours;
    const [one, two] = [newMessage('agent', 'A'), newMessage('agent', 'B')];
    await store.transaction(async (tx) => {
      await tx.conversations.append(agentId, 's', [one, two], [], 1);
      await tx.conversations.append(agentId, 't', [newMessage('agent', 'C')], [], 1);
      for (const metadata of ['{"a":"1"}', '{"b":"2"}'])
        await tx.conversations.setMetadata(agentId, 's', metadata);
      for (const rating of ['up', 'down'] as const)
        await tx.conversations.rate(agentId, 's', one.message_id, { rating, comment: `So ${rating}.` });
      await tx.conversations.rate(agentId, 't', two.message_id, { rating: 'up', comment: null });
    });
    expect((await store.conversations.find(agentId, 's'))?.metadata).toBe('{"b":"2"}');
    expect((await store.conversations.find(agentId, 't'))?.metadata).toBe('{}');
    const message = (session: string, { message_id }: typeof one) =>
      store.conversations.message(agentId, session, message_id);
    expect(await message('s', one)).toMatchObject({ text: 'A', rating: 'down', comment: 'So down.' });
    expect(await message('s', two)).toMatchObject({ text: 'B', rating: null, comment: null });
    expect(await message('t', one)).toBeUndefined();
  });

  it('are found idle in every workspace, and go only while they are', async () => {
    const { store, ours } = context();
    const theirs = await addTenant(store);
    const at = (tenant: Tenant, session: string, now: number) =>
      tenant.store.transaction((tx) =>
        tx.conversations.append(tenant.agentId, session, [newMessage('user', 'A')], [], now),
      );
    await at(ours, 'late', 30);
    await at(theirs, 'early', 10);
    await at(ours, 'early', 20);
    const idle = await store.repairs.idleConversations(30, 10);
    expect(idle).toEqual(
      [theirs, ours].map(({ workspaceId: workspace_id, agentId: agent_id }) => ({
        workspace_id,
        agent_id,
        session_id: 'early',
      })),
    );
    expect(await store.repairs.idleConversations(30, 1)).toEqual(idle.slice(0, 1));
    await at(theirs, 'early', 40);
    const remove = (tenant: Tenant) =>
      tenant.store.transaction((tx) => tx.conversations.remove(tenant.agentId, 'early', 30));
    expect([await remove(ours), await remove(theirs)]).toEqual([true, false]);
    expect(await ours.store.conversations.find(ours.agentId, 'early')).toBeUndefined();
    expect(await theirs.store.conversations.find(theirs.agentId, 'early')).toBeDefined();
  });

  it('lose what rests on one source, and keep what rests on others', async () => {
    const { ours } = context();
    const [a, b] = [await addIndexed(ours, ['acorn']), await addIndexed(ours, ['kettle'])];
    const { store, agentId } = ours;
    await store.transaction(async (tx) => {
      await tx.conversations.append(agentId, 's', [reply(a)], [a], 1);
      await tx.conversations.append(agentId, 's', [reply(b)], [b], 1);
    });
    await store.transaction((tx) => tx.conversations.redactSource(a));
    const [first, second] = await store.conversations.messages(agentId, 's', page);
    expect(first).toMatchObject({ text: '[removed] Ferries hoot.', sources: '[]', citations: '[]' });
    expect(second?.text).toBe('Kettles whistle. Ferries hoot.');
    expect(JSON.parse(second?.citations ?? '')).toHaveLength(1);
  });

  it('go with their messages, alone or with their agent', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    const sourceId = await addIndexed(ours, ['acorn']);
    for (const session of ['s', 't'])
      await store.transaction((tx) =>
        tx.conversations.append(agentId, session, [reply(sourceId)], [sourceId], 1),
      );
    expect(await store.transaction((tx) => tx.conversations.remove(agentId, 's'))).toBe(true);
    expect(await store.transaction((tx) => tx.conversations.remove(agentId, 's'))).toBe(false);
    expect(await store.conversations.messages(agentId, 's', page)).toEqual([]);
    expect(await store.conversations.messages(agentId, 't', page)).toHaveLength(1);
    expect(await store.transaction((tx) => tx.agents.remove(agentId))).toBe(true);
    expect(await store.conversations.messages(agentId, 't', page)).toEqual([]);
    expect(await store.sources.find(sourceId)).toBeDefined();
  });
}

function idempotentRequests(context: () => Context): void {
  const write = <T>(work: (tx: WorkspaceTransaction) => Promise<T>): Promise<T> =>
    context().ours.store.transaction(work);
  const find = () => context().ours.store.idempotentRequests.find(REQUEST.idempotency_key);

  it('run until they have their answer, or are released', async () => {
    await write((tx) => tx.idempotentRequests.begin(newRequest()));
    expect(await find()).toMatchObject({ ...newRequest(), status: null, body: null });
    await write((tx) => tx.idempotentRequests.extend(REQUEST, 200));
    expect(await find()).toMatchObject({ lease_until: 200 });
    await write((tx) => tx.idempotentRequests.release(REQUEST));
    expect(await find()).toBeUndefined();
  });

  it('keep their answer, whoever extends or releases them afterwards', async () => {
    await write((tx) => tx.idempotentRequests.begin(newRequest()));
    expect(await write((tx) => tx.idempotentRequests.end(REQUEST, ACORN_ANSWER))).toBe(true);
    await write((tx) => tx.idempotentRequests.extend(REQUEST, 200));
    await write((tx) => tx.idempotentRequests.release(REQUEST));
    expect(await find()).toMatchObject({ ...ACORN_ANSWER, lease_until: null });
  });

  it('belong to whoever began them last', async () => {
    await write((tx) => tx.idempotentRequests.begin(newRequest()));
    const another = { ...newRequest(300, 50), lease_token: 'birch-lease' };
    await write((tx) => tx.idempotentRequests.begin(another));
    expect(await write((tx) => tx.idempotentRequests.end(REQUEST, ACORN_ANSWER))).toBe(false);
    await write((tx) => tx.idempotentRequests.release(REQUEST));
    expect(await find()).toMatchObject({ ...another, status: null });
  });

  it('are removed by their age', async () => {
    const { store } = context();
    await write((tx) => tx.idempotentRequests.begin(newRequest(100, 50)));
    expect(await store.idempotentRequests.removeOld(50, 10)).toBe(0);
    expect(await store.idempotentRequests.removeOld(51, 10)).toBe(1);
    expect(await find()).toBeUndefined();
  });
}

function runningChats(context: () => Context): void {
  it('are as many as the limit at most for each actor, without those whose lease has run out', async () => {
    const { store, ours } = context();
    const others = await addTenant(store);
    const enter = (now: number, actor = 'acorn', tenant = ours) =>
      tenant.store.transaction((tx) => tx.runningChats.enter(actor, { limit: 2, now, leaseUntil: now + 10 }));
    const [first, second] = [await enter(0), await enter(5)];
    if (!first || !second) throw new Error('There was no place for the first two.');
    expect(await enter(9)).toBeUndefined();
    expect(await enter(9, 'birch')).toBeDefined();
    expect(await enter(9, 'acorn', others)).toBeDefined();
    expect(await enter(10)).toBeDefined();
    await ours.store.transaction((tx) => tx.runningChats.extend('acorn', second, 99));
    expect(await enter(15)).toBeUndefined();
    await ours.store.transaction((tx) => tx.runningChats.leave('acorn', second));
    expect(await enter(15)).toBeDefined();
  });
}

function rateCounts(context: () => Context): void {
  it('are exact however many count at once, and begin anew when the window is over', async ({ skip }) => {
    const { store, ours } = context();
    if (!store.isShared) skip('it is counted in memory');
    const add = (now: number, bucket = 'read', workspaceId: WorkspaceId | '' = ours.workspaceId) =>
      store.rateCounts.add({ workspaceId, bucket }, { windowMs: 60, now });
    const counted = await Promise.all(Array.from({ length: 50 }, () => add(100)));
    expect(counted.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    expect(await add(159)).toEqual({ count: 51, windowStart: 100 });
    expect(await add(159, 'write')).toEqual({ count: 1, windowStart: 159 });
    expect(await add(159, 'read', '')).toEqual({ count: 1, windowStart: 159 });
    expect(await add(160)).toEqual({ count: 1, windowStart: 160 });
    await store.rateCounts.removeOld(160);
    expect(await add(161)).toEqual({ count: 2, windowStart: 160 });
    expect(await add(161, 'write')).toEqual({ count: 1, windowStart: 161 });
  });
}

function turnTickets(context: () => Context): void {
  const session = (sessionId = 's') => ({ agentId: context().ours.agentId, sessionId });
  const take = (leaseUntil = 100, now = 0, sessionId = 's') =>
    context().ours.store.transaction((tx) => tx.turnTickets.take(session(sessionId), { now, leaseUntil }));
  const first = async (sessionId = 's') =>
    (await context().ours.store.turnTickets.first(session(sessionId)))?.ticket_id;

  it('are first one after another, in the order in which they were taken', async () => {
    const { store } = context().ours;
    const other = await take(100, 0, 'other');
    const taken = await Promise.all(Array.from({ length: 20 }, () => take()));
    expect(new Set(taken).size).toBe(20);
    for (const ticketId of taken) {
      expect(await first()).toBe(ticketId);
      await store.transaction((tx) => tx.turnTickets.giveBack(ticketId, session()));
    }
    expect([await first(), await first('other')]).toEqual([undefined, other]);
  });

  it('tell of their end, once', async () => {
    const { store, ours } = context();
    const heard = listenTo(store);
    const ticketId = await take();
    for (const _ of ['first', 'second'])
      await ours.store.transaction((tx) => tx.turnTickets.giveBack(ticketId, session()));
    expect(await heardAll(ours, heard)).toEqual([{ topic: 'turn-ended', ...session() }]);
  });

  it('are lost when their lease has run out and somebody removes them, unless it was extended before', async () => {
    const { store } = context().ours;
    const [lost, extended, later] = [await take(10), await take(10), await take(100)];
    await store.transaction(async (tx) => {
      expect(await tx.turnTickets.extend(extended, session(), 20)).toBe(true);
      await tx.turnTickets.removeDead(session(), 10);
    });
    expect(await first()).toBe(extended);
    await store.transaction(async (tx) => {
      expect(await tx.turnTickets.extend(lost, session(), 99)).toBe(false);
      expect(await tx.turnTickets.isHeld(lost, session())).toBe(false);
      expect(await tx.turnTickets.isHeld(later, session())).toBe(true);
      await tx.turnTickets.removeDead(session(), 99);
    });
    expect(await first()).toBe(later);
  });

  it('do not pile up in sessions that nobody comes back to', async () => {
    const abandoned = await take(10);
    await take(1_000_000, 600_000, 'other');
    expect(await first()).toBe(abandoned);
    await take(1_000_000, 600_011, 'other');
    expect(await first()).toBeUndefined();
  });
}

function texts(context: () => Context, options: { isBulky: boolean }): void {
  const roundTrip = async (text: string): Promise<(string | undefined)[]> => {
    const { ours } = context();
    const source = newSource(ours.knowledgeBaseId, { name: text.slice(0, 200) });
    const address = { source_id: source.source_id, revision: 1 };
    await ours.store.transaction(async (tx) => {
      await tx.sources.insert(source);
      await tx.contents.insertFile(address.source_id, address.revision, [Buffer.from(text)]);
      await tx.contents.insertText({ ...address, text, outline: '{}' });
    }, options);
    return [
      (await ours.store.sources.find(source.source_id))?.name,
      (await ours.store.contents.text(source.source_id, 1))?.text,
      Buffer.from(await ours.store.contents.file(source.source_id, 1)).toString(),
    ];
  };

  it.for<[string, string]>([
    ['empty', ''],
    ['quotes and backslashes', `'"\\%_$1?;--`],
    ['control characters', '\u0001\t\r\n\u001f\u007f\u0085\u2028'],
    ['emoji and flags', '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🇺🇳'],
    ['combining marks, not normalised', 'e\u0301 \u00e9 \u1100\u1161 \uac00'],
    ['right to left', '\u202eשלום عربي\u202c'],
    ['a byte order mark and non-characters', '\ufefftext\ufffe\uffff\u{10ffff}'],
  ])('comes back as it was: %s', async ([, text], { skip }) => {
    if (context().isInWebAssembly && text.startsWith('\ufeff')) skip('its client drops the mark');
    expect(await roundTrip(text)).toEqual([text, text, text]);
  });

  it('of 5 MB comes back as it was', async () => {
    const text = 'Zeile 🚢 '.repeat(460_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(5_000_000);
    const [, stored, bytes] = await roundTrip(text);
    expect(stored === text).toBe(true);
    expect(bytes === text).toBe(true);
  });

  it('has U+FFFD in place of each half of a surrogate pair', async () => {
    const text = 'a\ud83db\ude00c\ud800\ud800d';
    expect(await roundTrip(text)).toEqual(Array(3).fill(text.toWellFormed()));
  });
}
