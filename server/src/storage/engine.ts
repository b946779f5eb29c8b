import type { Kysely } from 'kysely';
import type { Environment } from '#lib/environment.ts';
import type { KnowledgeBaseId, SourceId, WorkspaceId } from '#lib/ids.ts';
import type { JobLane, JobRow, Tables } from '#storage/tables.ts';
import type { QueryTerm } from '#text/analyze-query.ts';

/** What differs between database engines: everything that the portable files of this folder cannot say in common SQL.
 *  An engine serves one environment. */
export type Engine = {
  readonly environment: Environment;
  /** Whether other nodes may work on the same rows at the same time. */
  readonly isShared: boolean;
  /** Reads outside a transaction: each statement sees all that was committed before it. */
  readonly reads: Kysely<Tables>;
  /** Runs `work` and commits it, or throws and leaves nothing behind. Transactions of one workspace run one after another, on
   *  all nodes: what one reads, no other changes before it ends. Inside, only statements of `tx` may be awaited. */
  transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    options?: TransactionOptions & {
      /** Several where one person is changed in all their workspaces; none for what concerns no workspace as a whole, such as
       *  claiming jobs. */
      workspaceIds?: readonly WorkspaceId[];
    },
  ): Promise<T>;
  /** Leases up to `limit` due jobs of a lane to the caller, inside a transaction: the oldest of each workspace first,
   *  of the workspace with the fewest jobs under way before the others. */
  claimJobs(
    tx: Transaction,
    claim: { lane: JobLane; now: number; leaseUntil: number; leaseToken: string; limit: number },
  ): Promise<JobRow[]>;
  readonly search: SearchEngine;
  /** The memory of this node that the search indexes use. */
  indexMemoryBytes(): number;
  /** Tells every listener of this environment, on every node, once the transaction is committed. */
  notify(tx: Transaction, notice: Notification): void;
  /** Returns the function that ends the listening. */
  listen(listener: (notice: Notification) => void): () => void;
  /** Throws when the database cannot answer. */
  ping(): Promise<void>;
  /** A sentence for each fault in the stored data; empty when there is none. */
  checkIntegrity(): Promise<string[]>;
  /** Resolves when what this node does to the indexes in the background is done. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

export type TransactionOptions = {
  /** It moves more than about a megabyte, and must not block the thread that answers requests. */
  isLarge?: boolean;
  /** It may be lost in a power cut, such as a lease: the commit does not wait for the disk. */
  isVolatile?: boolean;
  /** It notes something beside what a request does, such as an entry of the audit log, and is not its effect: the request
   *  still ends when its key is revoked. */
  isNote?: boolean;
  /** It must follow what the request has committed, and is not refused when the key was revoked in between. Only for what takes
   *  rights away. */
  isCompletion?: boolean;
};

/** An open transaction. `afterCommit` effects run in order, in the same instant in which the commit becomes known
 *  and before callers of the transaction continue. They do not run when it fails. */
export type Transaction = {
  readonly db: Kysely<Tables>;
  afterCommit(effect: () => void): void;
};

/** One environment as it was at one moment, for commands beside a service. It is read-only and blocks no writer. */
export type Snapshot = {
  readonly environment: Environment;
  readonly db: Kysely<Tables>;
  /** As Engine.checkIntegrity. */
  checkIntegrity(): Promise<string[]>;
  describe(): Promise<DatabaseFacts>;
  close(): Promise<void>;
};

/** What a database reports about itself. */
export type DatabaseFacts = {
  /** With its version, such as PostgreSQL 17.2. */
  name: string;
  /** Its clock in milliseconds, where it has one of its own. */
  now: number | undefined;
  /** How many connections are left for users that are not superusers. */
  maxConnections: number | undefined;
  /** Why the service cannot run on it, a sentence. */
  fault: string | undefined;
};

/** Where a backup is restored before it becomes visible. */
export type RestoreTarget<Address> = {
  readonly address: Address;
  /** Makes it the storage of its address, all at once. Nothing may be open on it. */
  take(): Promise<void>;
  /** Removes what is left of it. */
  end(): Promise<void>;
};

/** A hint that rows have changed. Listeners read the rows, and never rely on being notified. */
export type Notification =
  | { topic: 'job-queued'; lane: JobLane }
  | { topic: 'job-cancelled'; subjectId: string }
  /** Added, changed or deleted. */
  | { topic: 'source-changed'; workspaceId: string; knowledgeBaseId: string; sourceId: string }
  /** A key or a sign-in. */
  | { topic: 'credential-ended'; credentialId: string }
  | { topic: 'turn-ended'; agentId: string; sessionId: string };

/** Where the search index of one source belongs. */
export type SegmentAddress = {
  workspaceId: WorkspaceId;
  knowledgeBaseId: KnowledgeBaseId;
  sourceId: SourceId;
  revision: number;
  /** See SegmentRow. */
  indexVersion: string;
};

/** Search is implemented twice, and both have to stay for now. The embedded engine scans an index in the memory of its only
 *  process (sqlite/segment-search.ts): no query is faster, and there is nothing to tune. On PostgreSQL several nodes share a
 *  database that may be larger than their memory, so postings and vectors are in tables and only recent segments are in
 *  memory (postgres/sql-search.ts). Both score with the code of memory-index/, and postgres/parity.test.ts checks that they find
 *  the same. */
export type SearchEngine = {
  /** Makes `segment` (the bytes of segment/segment.ts) the index of its source in this version from the commit on; an earlier
   *  one goes. Throws when its vectors have another length than those that are searched with it. */
  writeSegment(
    tx: Transaction,
    address: SegmentAddress,
    segment: { chunkCount: number; bytes: Uint8Array },
  ): Promise<void>;
  /** Takes the source out of every search from the commit on, in every version. */
  removeSegment(
    tx: Transaction,
    address: Pick<SegmentAddress, 'workspaceId' | 'knowledgeBaseId' | 'sourceId'>,
  ): Promise<void>;
  /** Removes the segments of all versions but this one, which the row of the knowledge base names as the one that answers,
   *  or that is built; searches under way end on what they began with. */
  keepVersions(
    tx: Transaction,
    address: Pick<SegmentAddress, 'workspaceId' | 'knowledgeBaseId'> & { indexVersions: readonly string[] },
  ): Promise<void>;
  /** The three below throw IndexSwitchedError when a knowledge base does not answer from the version that the scope
   *  names.
   *  The languages of the passages in these knowledge bases, which decide how a query is stemmed. */
  languages(scope: SearchScope): Promise<string[]>;
  /** How many chunks of these knowledge bases hold each term, in the order of the terms; 0 for one that none holds. Chunks
   *  of removed sources may count for a while. */
  termCounts(scope: SearchScope, terms: readonly string[]): Promise<number[]>;
  /** The best chunks by meaning and by terms, each with both raw scores. Not ordered. */
  candidates(scope: SearchScope, query: CandidateQuery): Promise<Candidate[]>;
};

export type SearchScope = {
  workspaceId: WorkspaceId;
  knowledgeBaseIds: readonly KnowledgeBaseId[];
  /** From which all of these knowledge bases answer. */
  indexVersion: string;
  /** When given, only these sources are searched. */
  sourceIds?: ReadonlySet<string>;
};

/** A query by meaning, by terms, or both; with both, each candidate gets both raw scores, whichever found it. */
export type CandidateQuery = {
  vector?: Float32Array;
  terms?: readonly QueryTerm[];
  /** Candidates that each of the two brings. */
  limit: number;
};

export type Candidate = {
  sourceId: SourceId;
  revision: number;
  /** The chunk's place in its source, from 0. */
  position: number;
  /** -1 to 1; 0 without a vector. */
  cosine: number;
  /** 0 without terms. */
  bm25: number;
  /** BM25 divided by the most that this query could reach in this scope: 0 to 1. */
  share: number;
  /** BM25 divided by the most that one word could add: about how many telling words of the query the chunk holds.
   *  From 0; 64 at most, the terms of a query. */
  matchedWords: number;
};
