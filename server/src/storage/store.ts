import { LRUCache } from 'lru-cache';
import type { Environment } from '#lib/environment.ts';
import type { KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import { type BaseMemory, beginSearch, rememberBases, type UnprovenKey } from './begin-search.ts';
import { blobMoves } from './blobs/move-blobs.ts';
import { createDeepSearch, type DeepSearch } from './deep-index/deep-search.ts';
import type {
  ChunkAddress,
  DeepCandidate,
  DeepQuery,
  Direction,
  Engine,
  Notification,
  SearchScope,
  TransactionOptions,
} from './engine.ts';
import { findKeys } from './find-keys.ts';
import { followOtherNodes } from './index/follow-other-nodes.ts';
import { IndexSwitchedError } from './index-switched-error.ts';
import type { ReadScope, WriteScope } from './scope.ts';
import type { SearchSession } from './search-session.ts';
import { accountReads, accountWrites } from './tables/accounts.ts';
import { agentActivityReads } from './tables/agent-activity.ts';
import { agentVersionReads, agentVersionWrites } from './tables/agent-versions.ts';
import { agentReads, agentWrites } from './tables/agents.ts';
import { answerReads, answerWrites } from './tables/answers.ts';
import { archiveCleanup, archiveReads, archiveWrites } from './tables/archives.ts';
import { auditLogReads, auditLogWrites } from './tables/audit-log.ts';
import { baseActivityReads } from './tables/base-activity.ts';
import { chunkLimit } from './tables/chunk-limit.ts';
import { connectorReads, connectorWrites } from './tables/connectors.ts';
import { contentReads, contentWrites } from './tables/contents.ts';
import { conversationReads, conversationWrites } from './tables/conversations.ts';
import { crawlReads, crawlWrites } from './tables/crawls.ts';
import { deliveryReads, deliveryWrites } from './tables/deliveries.ts';
import { createDirectory } from './tables/directory.ts';
import { dismissedGapReads, dismissedGapWrites } from './tables/dismissed-gaps.ts';
import { evaluationReads, evaluationWrites } from './tables/evaluations.ts';
import { eventReads, eventWrites } from './tables/events.ts';
import { grantReads, grantWrites } from './tables/grants.ts';
import { handoverReads, handoverWrites } from './tables/handovers.ts';
import {
  idempotentRequestCleanup,
  idempotentRequestReads,
  idempotentRequestWrites,
} from './tables/idempotent-requests.ts';
import { insightReads } from './tables/insights.ts';
import { invitationReads, invitationWrites } from './tables/invitations.ts';
import { jobQueue, jobWrites } from './tables/jobs.ts';
import { keyReads, keyWrites } from './tables/keys.ts';
import { type BaseVersion, knowledgeBaseReads, knowledgeBaseWrites } from './tables/knowledge-bases.ts';
import { leaseHeartbeats } from './tables/leases.ts';
import { memberReads, memberWrites } from './tables/members.ts';
import { orphanedWorkReads } from './tables/orphaned-work.ts';
import { partStates } from './tables/parts.ts';
import { passkeyReads, passkeyWrites } from './tables/passkeys.ts';
import { peopleReads } from './tables/people.ts';
import { publishableTokenReads, publishableTokenWrites } from './tables/publishable-tokens.ts';
import { questionSetReads, questionSetWrites } from './tables/question-sets.ts';
import { queueDepthReads } from './tables/queue-depth.ts';
import { rateCounts } from './tables/rate-counts.ts';
import { runningChatWrites } from './tables/running-chats.ts';
import { savedViewReads, savedViewWrites } from './tables/saved-views.ts';
import { segmentReads, segmentWrites } from './tables/segments.ts';
import { environmentSettings } from './tables/settings.ts';
import { signInReads, signInWrites } from './tables/sign-ins.ts';
import { sourceChangeReads } from './tables/source-changes.ts';
import { sourceHistoryReads, sourceHistoryWrites } from './tables/source-history.ts';
import { sourceReads, sourceWrites } from './tables/sources.ts';
import { spentTokenReads, spentTokenWrites } from './tables/spent-tokens.ts';
import { transcriptReads } from './tables/transcripts.ts';
import { turnTicketReads, turnTicketWrites } from './tables/turn-tickets.ts';
import { pendingUnderstanding, understandingReads } from './tables/understanding.ts';
import { understandingWrites } from './tables/understanding-writes.ts';
import { skippedSources, unreadChunks } from './tables/unread-sources.ts';
import { uploadCleanup, uploadReads, uploadWrites } from './tables/uploads.ts';
import { usageCountReads, usageCountWrites } from './tables/usage-counts.ts';
import { verdictReads, verdictWrites } from './tables/verdicts.ts';
import { visibility } from './tables/visibility.ts';
import { webhookReads, webhookWrites } from './tables/webhooks.ts';
import { widgetLogoReads, widgetLogoWrites } from './tables/widget-logos.ts';
import { workspaceReads, workspaceWrites } from './tables/workspaces.ts';
import type { ApiKeyRow, PublishableTokenRow } from './tables.ts';

/** Everything that storage can do. API code gets a `WorkspaceStore`, which is bound to one workspace of one
 *  environment. Only code that serves the whole environment (sign-in, the queue, the command line) uses the `Store`. */
export type Store = {
  readonly environment: Environment;
  /** True if other nodes may work on the same rows at the same time. */
  readonly isShared: boolean;
  /** knowledgeBaseIds: limits reads and writes to these and what belongs to them (see visibility.ts); null is the whole
   *  workspace. asUser: also hides the sources that allow none of these principals; null hides none. */
  workspace(
    workspaceId: WorkspaceId,
    knowledgeBaseIds?: readonly KnowledgeBaseId[] | null,
    asUser?: readonly string[] | null,
  ): WorkspaceStore;
  /** Runs one transaction over several workspaces. `within` returns the reads and writes of each. */
  acrossWorkspaces<T>(
    workspaceIds: readonly WorkspaceId[],
    work: (within: (workspaceId: WorkspaceId) => WorkspaceTransaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** Finds a key by its hash in any workspace, before the workspace is known. mayBeRemembered: for requests that prove later
   *  that it is still valid, so that the database need not be asked first where other nodes share it. */
  findKeyByHash(secretHash: string, options?: { mayBeRemembered?: boolean }): Promise<ApiKeyRow | undefined>;
  /** Finds the token of a chat widget in any workspace. */
  findPublishableToken(token: string): Promise<PublishableTokenRow | undefined>;
  workspaceIds(): Promise<WorkspaceId[]>;
  /** Whether each machine answers that holds a part of the workspaces; nothing if there is only one. */
  partStates(): Promise<Record<string, 'ok' | 'failing'>>;
  readonly people: ReturnType<typeof peopleReads>;
  readonly settings: ReturnType<typeof environmentSettings>;
  readonly jobs: ReturnType<typeof jobQueue>;
  readonly leases: ReturnType<typeof leaseHeartbeats>;
  readonly orphanedWork: ReturnType<typeof orphanedWorkReads>;
  readonly pendingUnderstanding: ReturnType<typeof pendingUnderstanding>;
  readonly skippedSources: ReturnType<typeof skippedSources>;
  readonly unreadChunks: ReturnType<typeof unreadChunks>;
  readonly queueDepth: ReturnType<typeof queueDepthReads>;
  /** The memory that the search indexes use on this node. */
  indexMemoryBytes(): number;
  readonly rateCounts: ReturnType<typeof rateCounts>;
  readonly idempotentRequests: ReturnType<typeof idempotentRequestCleanup>;
  readonly uploads: ReturnType<typeof uploadCleanup>;
  readonly archives: ReturnType<typeof archiveCleanup>;
  readonly blobs: ReturnType<typeof blobMoves>;
  listen(listener: (notice: Notification) => void): () => void;
  ping(): Promise<void>;
  checkIntegrity(): Promise<string[]>;
  close(): Promise<void>;
};

const reads = (scope: ReadScope) => ({
  workspace: workspaceReads(scope),
  keys: keyReads(scope),
  knowledgeBases: knowledgeBaseReads(scope),
  baseActivity: baseActivityReads(scope),
  agents: agentReads(scope),
  sources: sourceReads(scope),
  sourceHistory: sourceHistoryReads(scope),
  sourceChanges: sourceChangeReads(scope),
  contents: contentReads(scope),
  segments: segmentReads(scope),
  understanding: understandingReads(scope),
  conversations: conversationReads(scope),
  handovers: handoverReads(scope),
  verdicts: verdictReads(scope),
  answers: answerReads(scope),
  crawls: crawlReads(scope),
  connectors: connectorReads(scope),
  evaluations: evaluationReads(scope),
  turnTickets: turnTicketReads(scope),
  transcripts: transcriptReads(scope),
  insights: insightReads(scope),
  dismissedGaps: dismissedGapReads(scope),
  agentActivity: agentActivityReads(scope),
  agentVersions: agentVersionReads(scope),
  widgetLogos: widgetLogoReads(scope),
  questionSets: questionSetReads(scope),
  savedViews: savedViewReads(scope),
  publishableTokens: publishableTokenReads(scope),
  idempotentRequests: idempotentRequestReads(scope),
  uploads: uploadReads(scope),
  archives: archiveReads(scope),
  usageCounts: usageCountReads(scope),
  spentTokens: spentTokenReads(scope),
  events: eventReads(scope),
  webhooks: webhookReads(scope),
  deliveries: deliveryReads(scope),
  accounts: accountReads(scope),
  members: memberReads(scope),
  invitations: invitationReads(scope),
  grants: grantReads(scope),
  signIns: signInReads(scope),
  auditLog: auditLogReads(scope),
});

const writes = (scope: WriteScope) => ({
  workspace: { ...workspaceReads(scope), ...workspaceWrites(scope) },
  keys: { ...keyReads(scope), ...keyWrites(scope) },
  knowledgeBases: { ...knowledgeBaseReads(scope), ...knowledgeBaseWrites(scope) },
  baseActivity: baseActivityReads(scope),
  agents: { ...agentReads(scope), ...agentWrites(scope) },
  sources: { ...sourceReads(scope), ...sourceWrites(scope) },
  sourceHistory: { ...sourceHistoryReads(scope), ...sourceHistoryWrites(scope) },
  sourceChanges: sourceChangeReads(scope),
  contents: { ...contentReads(scope), ...contentWrites(scope) },
  segments: { ...segmentReads(scope), ...segmentWrites(scope) },
  understanding: { ...understandingReads(scope), ...understandingWrites(scope) },
  conversations: { ...conversationReads(scope), ...conversationWrites(scope) },
  handovers: { ...handoverReads(scope), ...handoverWrites(scope) },
  verdicts: { ...verdictReads(scope), ...verdictWrites(scope) },
  answers: { ...answerReads(scope), ...answerWrites(scope) },
  crawls: { ...crawlReads(scope), ...crawlWrites(scope) },
  connectors: { ...connectorReads(scope), ...connectorWrites(scope) },
  evaluations: { ...evaluationReads(scope), ...evaluationWrites(scope) },
  turnTickets: { ...turnTicketReads(scope), ...turnTicketWrites(scope) },
  transcripts: transcriptReads(scope),
  insights: insightReads(scope),
  dismissedGaps: { ...dismissedGapReads(scope), ...dismissedGapWrites(scope) },
  agentActivity: agentActivityReads(scope),
  agentVersions: { ...agentVersionReads(scope), ...agentVersionWrites(scope) },
  widgetLogos: { ...widgetLogoReads(scope), ...widgetLogoWrites(scope) },
  questionSets: { ...questionSetReads(scope), ...questionSetWrites(scope) },
  savedViews: { ...savedViewReads(scope), ...savedViewWrites(scope) },
  publishableTokens: { ...publishableTokenReads(scope), ...publishableTokenWrites(scope) },
  idempotentRequests: { ...idempotentRequestReads(scope), ...idempotentRequestWrites(scope) },
  runningChats: runningChatWrites(scope),
  uploads: { ...uploadReads(scope), ...uploadWrites(scope) },
  archives: { ...archiveReads(scope), ...archiveWrites(scope) },
  usageCounts: { ...usageCountReads(scope), ...usageCountWrites(scope) },
  spentTokens: { ...spentTokenReads(scope), ...spentTokenWrites(scope) },
  events: { ...eventReads(scope), ...eventWrites(scope) },
  webhooks: { ...webhookReads(scope), ...webhookWrites(scope) },
  deliveries: { ...deliveryReads(scope), ...deliveryWrites(scope) },
  accounts: { ...accountReads(scope), ...accountWrites(scope) },
  passkeys: { ...passkeyReads(scope), ...passkeyWrites(scope) },
  members: { ...memberReads(scope), ...memberWrites(scope) },
  invitations: { ...invitationReads(scope), ...invitationWrites(scope) },
  grants: { ...grantReads(scope), ...grantWrites(scope) },
  signIns: { ...signInReads(scope), ...signInWrites(scope) },
  auditLog: { ...auditLogReads(scope), ...auditLogWrites(scope) },
  jobs: jobWrites(scope),
  chunkLimit: chunkLimit(scope),
});

export type { UnprovenKey } from './begin-search.ts';
export type { Candidate, DeepCandidate, TransactionOptions } from './engine.ts';
export type { SearchSession } from './search-session.ts';
export type { Membership } from './tables/accounts.ts';
export type { AgentWithBases } from './tables/agents.ts';
export type { AnswerWithSources, NewAnswer } from './tables/answers.ts';
export type { ArchiveCounts } from './tables/archives.ts';
export type { BaseActivity } from './tables/base-activity.ts';
export type { RunCounts } from './tables/connectors.ts';
export type { ConversationCount, ConversationFilter, Triage } from './tables/conversation-filters.ts';
export type { CrawlCounts } from './tables/crawls.ts';
export type { DeliveryOfType, DeliveryWithEvent } from './tables/deliveries.ts';
export type { EvaluationSummary } from './tables/evaluations.ts';
export type { Grants } from './tables/grants.ts';
export type { RequestLease } from './tables/idempotent-requests.ts';
export type { Counted, DayOfReplies, UnsureReply } from './tables/insights.ts';
export type { BaseVersion, KnowledgeBaseWithCount } from './tables/knowledge-bases.ts';
export type { MemberWithAccount } from './tables/members.ts';
export type { QuestionSetSummary } from './tables/question-sets.ts';
export type { ChunkOfSource } from './tables/read-chunks.ts';
export type { RunningChat } from './tables/running-chats.ts';
export type { SourceFilter } from './tables/source-filter.ts';
export type { SourceKey, SourceOrder } from './tables/source-order.ts';
export type { SourceCount } from './tables/sources.ts';
export type { Spender, SpentTokens } from './tables/spent-tokens.ts';
export type { ConversationOfAgent } from './tables/transcripts.ts';
export type { SessionAddress, TurnTicket } from './tables/turn-tickets.ts';
export type { UnderstandingCount } from './tables/understanding.ts';
export type { UsageCount } from './tables/usage-counts.ts';
export type { ReviewedReply, VerdictOnReply } from './tables/verdicts.ts';

export type WorkspaceReads = ReturnType<typeof reads>;
export type WorkspaceTransaction = ReturnType<typeof writes>;

/** Where to search. One object for one search. bases: what is known of the knowledge bases, so that the search need not read
 *  it. */
type WantedScope = Pick<SearchScope, 'indexVersion' | 'sourceIds'> & {
  knowledgeBaseIds: readonly KnowledgeBaseId[];
  bases?: readonly BaseVersion[] | undefined;
};

export type WorkspaceStore = WorkspaceReads & {
  readonly environment: Environment;
  readonly workspaceId: WorkspaceId;
  /** The principals of the person for whom it reads; null if it hides no source. */
  readonly asUser: readonly string[] | null;
  /** Commits everything that `work` writes, or nothing. `work` may await only statements of its transaction. */
  transaction<T>(work: (tx: WorkspaceTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Begins a search in these knowledge bases, or in all that the store sees. key: is proven together with the rest. */
  beginSearch(knowledgeBaseIds?: readonly KnowledgeBaseId[], key?: UnprovenKey): Promise<SearchSession>;
  /** Over what the store sees: what is hidden is in no count and no score. */
  readonly search: {
    languages(scope: WantedScope): Promise<string[]>;
    termCounts(scope: WantedScope, terms: readonly string[]): Promise<number[]>;
    /** The best chunks by meaning, by terms and by what a deep model has read, each with all raw scores. Unordered. */
    candidates(scope: WantedScope, query: DeepQuery): Promise<DeepCandidate[]>;
    /** The vectors of chunks as the index has them, or as a deep model made them. In the order of the addresses; each can
     *  be the vector of `candidates`, of the same model. */
    vectors(
      scope: WantedScope,
      addresses: readonly ChunkAddress[],
      deepModelId?: string,
    ): Promise<(Direction | undefined)[]>;
  };
};

/** How many stores of restricted keys, and of people for whom a search is made, are cached with their compiled statements. */
const NARROWED_STORES = 1_000;

/** Creates the store of an engine. deepMemoryBytes: what the deep vectors in memory may take. */
export function createStore(engine: Engine, { deepMemoryBytes = 1e9 } = {}): Store {
  const deep = createDeepSearch(engine, deepMemoryBytes);
  const memory = engine.isShared ? rememberBases(engine) : undefined;
  const stopFollowing = engine.isShared ? followOtherNodes(engine) : () => {};
  const workspaces = new Map<WorkspaceId, WorkspaceStore>();
  const narrowed = new LRUCache<string, WorkspaceStore>({ max: NARROWED_STORES });
  const directory = createDirectory(engine);
  const keys = findKeys(engine, directory);
  return {
    environment: engine.environment,
    isShared: engine.isShared,
    workspace: (workspaceId, knowledgeBaseIds = null, asUser = null) => {
      const isWhole = knowledgeBaseIds === null && asUser === null;
      const name = JSON.stringify([workspaceId, knowledgeBaseIds, asUser]);
      const known = isWhole ? workspaces.get(workspaceId) : narrowed.get(name);
      if (known) return known;
      const store = bindWorkspace({ engine, deep, memory }, { workspaceId, knowledgeBaseIds, asUser });
      if (isWhole) workspaces.set(workspaceId, store);
      else narrowed.set(name, store);
      return store;
    },
    acrossWorkspaces: (workspaceIds, work, options) =>
      engine.transaction(
        (tx) =>
          work((workspaceId) => {
            if (!workspaceIds.includes(workspaceId))
              throw new Error(`The transaction does not hold the workspace ${workspaceId}.`);
            return writes({ engine, tx, db: tx.db, workspaceId, knowledgeBaseIds: null, asUser: null });
          }),
        { ...options, workspaceIds },
      ),
    findPublishableToken: async (token) => {
      const withText = engine.reads.selectFrom('publishable_tokens').selectAll().where('token', '=', token);
      return await directory.find<PublishableTokenRow>(
        { kind: 'publishable_token', value: token },
        {
          within: (workspaceId) => withText.where('workspace_id', '=', workspaceId).executeTakeFirst(),
          anywhere: () => withText.executeTakeFirst(),
        },
      );
    },
    findKeyByHash: keys.find,
    workspaceIds: directory.workspaceIds,
    partStates: partStates(engine),
    people: peopleReads(engine),
    settings: environmentSettings(engine),
    jobs: jobQueue(engine),
    leases: leaseHeartbeats(engine),
    orphanedWork: orphanedWorkReads(engine),
    pendingUnderstanding: pendingUnderstanding(engine),
    skippedSources: skippedSources(engine),
    unreadChunks: unreadChunks(engine),
    queueDepth: queueDepthReads(engine),
    indexMemoryBytes: () => engine.indexMemoryBytes() + deep.memoryBytes(),
    rateCounts: rateCounts(engine),
    idempotentRequests: idempotentRequestCleanup(engine),
    uploads: uploadCleanup(engine),
    archives: archiveCleanup(engine),
    blobs: blobMoves(engine),
    listen: engine.listen,
    ping: engine.ping,
    checkIntegrity: engine.checkIntegrity,
    close: async () => {
      for (const stop of [memory?.stop, stopFollowing, keys.stop]) stop?.();
      await engine.close();
    },
  };
}

function bindWorkspace(
  { engine, deep, memory }: { engine: Engine; deep: DeepSearch; memory: BaseMemory | undefined },
  bound: Pick<ReadScope, 'workspaceId' | 'knowledgeBaseIds' | 'asUser'>,
): WorkspaceStore {
  const scope = { engine, db: engine.reads, ...bound };
  const { workspaceId, asUser } = bound;
  const sees = visibility(scope);
  const { indexVersions } = knowledgeBaseReads(scope);
  const open = async ({
    knowledgeBaseIds,
    indexVersion,
    sourceIds,
    bases: known,
  }: WantedScope): Promise<SearchScope> => {
    const bases =
      known?.filter((base) => sees.base(base.knowledge_base_id)) ?? (await indexVersions(knowledgeBaseIds));
    const switched = bases.find((base) => base.index_version !== indexVersion);
    if (switched) throw new IndexSwitchedError(switched.knowledge_base_id, indexVersion);
    const hiddenSourceIds = await sees.hidden(bases.map((base) => base.knowledge_base_id));
    return {
      workspaceId,
      bases,
      indexVersion,
      ...(sourceIds && { sourceIds }),
      ...(hiddenSourceIds && { hiddenSourceIds }),
    };
  };
  /** A search has one scope and asks four times or more. */
  const opened = new WeakMap<WantedScope, Promise<SearchScope>>();
  const within = (wanted: WantedScope): Promise<SearchScope> => {
    const known = opened.get(wanted) ?? open(wanted);
    opened.set(wanted, known);
    return known;
  };
  return {
    ...reads(scope),
    environment: engine.environment,
    workspaceId,
    asUser,
    transaction: (work, options) =>
      engine.transaction((tx) => work(writes({ ...scope, tx, db: tx.db })), {
        ...options,
        workspaceIds: [workspaceId],
      }),
    beginSearch: (ids, key) => beginSearch(scope, memory, ids, key),
    search: {
      languages: async (wanted) => await engine.search.languages(await within(wanted)),
      termCounts: async (wanted, terms) => await engine.search.termCounts(await within(wanted), terms),
      candidates: async (wanted, query) => await deep.candidates(await within(wanted), query),
      vectors: async (wanted, addresses, deepModelId) => {
        const searched = await within(wanted);
        const vectors =
          deepModelId === undefined
            ? await engine.search.vectors(searched, addresses)
            : await deep.vectors(searched, deepModelId, addresses);
        const { hiddenSourceIds: hidden } = searched;
        return hidden
          ? vectors.map((vector, i) => (hidden.has(addresses[i]?.sourceId ?? '') ? undefined : vector))
          : vectors;
      },
    },
  };
}
