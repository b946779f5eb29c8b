import type { Environment } from '#lib/environment.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import { agentReads, agentWrites } from './agents.ts';
import { contentReads, contentWrites } from './contents.ts';
import { conversationReads, conversationWrites } from './conversations.ts';
import { crawlReads, crawlWrites } from './crawls.ts';
import type { Candidate, CandidateQuery, Engine, Notice, SearchScope, TransactionOptions } from './engine.ts';
import { evaluationReads, evaluationWrites } from './evaluations.ts';
import { jobQueue, jobWrites } from './jobs.ts';
import { keyReads, keyWrites } from './keys.ts';
import { knowledgeBaseReads, knowledgeBaseWrites } from './knowledge-bases.ts';
import { precompiled } from './precompiled.ts';
import { repairReads } from './repairs.ts';
import type { ReadScope, WriteScope } from './scope.ts';
import { segmentReads, segmentWrites } from './segments.ts';
import { environmentSettings } from './settings.ts';
import { sourceReads, sourceWrites } from './sources.ts';
import type { ApiKeyRow } from './tables.ts';
import { turnTicketReads, turnTicketWrites } from './turn-tickets.ts';
import { workspaceReads, workspaceWrites } from './workspaces.ts';

/** All that can be asked of storage. A room gets a `WorkspaceStore`, which is bound to one workspace of one
 *  environment; only what serves the environment as a whole (sign-in, the queue, the command line) sees the `Store`. */
export type Store = {
  readonly environment: Environment;
  /** Whether other nodes may work on the same rows at the same time. */
  readonly isShared: boolean;
  workspace(workspaceId: WorkspaceId): WorkspaceStore;
  /** The key with this hash, whichever workspace it belongs to: the one look-up that comes before a workspace is known. */
  findKeyByHash(secretHash: string): Promise<ApiKeyRow | undefined>;
  workspaceIds(): Promise<WorkspaceId[]>;
  readonly settings: ReturnType<typeof environmentSettings>;
  readonly jobs: ReturnType<typeof jobQueue>;
  readonly repairs: ReturnType<typeof repairReads>;
  listen(listener: (notice: Notice) => void): () => void;
  ping(): Promise<void>;
  checkIntegrity(): Promise<string[]>;
  close(): Promise<void>;
};

const reads = (scope: ReadScope) => ({
  workspace: workspaceReads(scope),
  keys: keyReads(scope),
  knowledgeBases: knowledgeBaseReads(scope),
  agents: agentReads(scope),
  sources: sourceReads(scope),
  contents: contentReads(scope),
  segments: segmentReads(scope),
  conversations: conversationReads(scope),
  crawls: crawlReads(scope),
  evaluations: evaluationReads(scope),
  turnTickets: turnTicketReads(scope),
});

const writes = (scope: WriteScope) => ({
  workspace: { ...workspaceReads(scope), ...workspaceWrites(scope) },
  keys: { ...keyReads(scope), ...keyWrites(scope) },
  knowledgeBases: { ...knowledgeBaseReads(scope), ...knowledgeBaseWrites(scope) },
  agents: { ...agentReads(scope), ...agentWrites(scope) },
  sources: { ...sourceReads(scope), ...sourceWrites(scope) },
  contents: { ...contentReads(scope), ...contentWrites(scope) },
  segments: { ...segmentReads(scope), ...segmentWrites(scope) },
  conversations: { ...conversationReads(scope), ...conversationWrites(scope) },
  crawls: { ...crawlReads(scope), ...crawlWrites(scope) },
  evaluations: { ...evaluationReads(scope), ...evaluationWrites(scope) },
  turnTickets: { ...turnTicketReads(scope), ...turnTicketWrites(scope) },
  jobs: jobWrites(scope),
});

export type { AgentWithBases } from './agents.ts';
export type { ChunkOfSource } from './contents.ts';
export type { CrawlCounts } from './crawls.ts';
export type { Candidate, TransactionOptions } from './engine.ts';
export type { EvaluationSummary } from './evaluations.ts';
export type { KnowledgeBaseWithCount } from './knowledge-bases.ts';
export type { SessionAddress } from './turn-tickets.ts';

export type WorkspaceReads = ReturnType<typeof reads>;
export type WorkspaceTransaction = ReturnType<typeof writes>;

export type WorkspaceStore = WorkspaceReads & {
  readonly environment: Environment;
  readonly workspaceId: WorkspaceId;
  /** Commits all that `work` writes, or nothing. `work` may await statements of its transaction alone. */
  transaction<T>(work: (tx: WorkspaceTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  readonly search: {
    languages(scope: Omit<SearchScope, 'workspaceId'>): Promise<string[]>;
    termCounts(scope: Omit<SearchScope, 'workspaceId'>, terms: readonly string[]): Promise<number[]>;
    candidates(scope: Omit<SearchScope, 'workspaceId'>, query: CandidateQuery): Promise<Candidate[]>;
  };
};

/** The Store over an engine. */
export function createStore(engine: Engine): Store {
  const workspaces = new Map<WorkspaceId, WorkspaceStore>();
  const keyByHash = precompiled(
    engine.reads,
    (hash: string) => engine.reads.selectFrom('api_keys').selectAll().where('secret_hash', '=', hash),
    1,
  );
  return {
    environment: engine.environment,
    isShared: engine.isShared,
    workspace: (workspaceId) => {
      const store = workspaces.get(workspaceId) ?? bindWorkspace(engine, workspaceId);
      workspaces.set(workspaceId, store);
      return store;
    },
    findKeyByHash: async (secretHash) => (await keyByHash(secretHash))[0],
    workspaceIds: async () => {
      const rows = await engine.reads
        .selectFrom('workspaces')
        .select('workspace_id')
        .orderBy('workspace_id')
        .execute();
      return rows.map((row) => row.workspace_id);
    },
    settings: environmentSettings(engine),
    jobs: jobQueue(engine),
    repairs: repairReads(engine),
    listen: engine.listen,
    ping: engine.ping,
    checkIntegrity: engine.checkIntegrity,
    close: engine.close,
  };
}

function bindWorkspace(engine: Engine, workspaceId: WorkspaceId): WorkspaceStore {
  return {
    ...reads({ engine, db: engine.reads, workspaceId }),
    environment: engine.environment,
    workspaceId,
    transaction: (work, options) =>
      engine.transaction((tx) => work(writes({ engine, tx, db: tx.db, workspaceId })), {
        ...options,
        workspaceId,
      }),
    search: {
      languages: (scope) => engine.search.languages({ ...scope, workspaceId }),
      termCounts: (scope, terms) => engine.search.termCounts({ ...scope, workspaceId }, terms),
      candidates: (scope, query) => engine.search.candidates({ ...scope, workspaceId }, query),
    },
  };
}
