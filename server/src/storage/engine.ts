import type { Expression, Kysely, RawBuilder } from 'kysely';
import type { Environment } from '#lib/environment.ts';
import type { KnowledgeBaseId, SourceId, WorkspaceId } from '#lib/ids.ts';
import type { JobLane, JobRow, KnowledgeBaseRow, Tables } from '#storage/tables.ts';
import type { QueryTerm } from '#text/analyze-query.ts';
import type { SearchedWord } from '#text/search-words.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { SearchThreads } from './memory-index/search-threads.ts';

/** What differs between database engines: everything that the portable files of this folder cannot express in common
 *  SQL. An engine serves one environment. */
export type Engine = {
  readonly environment: Environment;
  /** True if other nodes may work on the same rows at the same time. */
  readonly isShared: boolean;
  /** False while nodes may run that make what the directory does not name. */
  isDirectoryComplete(): boolean;
  /** What can be away while the rest answers, such as a machine of Citus. */
  parts(): Promise<Part[]>;
  /** Reads outside a transaction. Each statement sees everything committed before it. */
  readonly reads: Kysely<Tables>;
  /** Another number after each commit, of whatever process. Only engines have it that tell it without a round trip. */
  commitsSeen?(): number;
  /** Runs `work` and commits it, or throws and rolls back. Transactions of one workspace run one at a time across all
   *  nodes, so nothing that a transaction reads changes before it ends. Inside, `work` may await only statements of
   *  `tx`, and must not add to anything outside: it runs again if another node altered its tables meanwhile. */
  transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    options?: TransactionOptions & {
      /** Several workspaces when a person changes in all of theirs; none for work outside any one workspace, such as
       *  claiming jobs. */
      workspaceIds?: readonly WorkspaceId[];
    },
  ): Promise<T>;
  /** Leases up to `limit` due jobs of a lane to the caller, inside a transaction: the oldest of each workspace first,
   *  starting with the workspace that has the fewest running jobs. */
  claimJobs(
    tx: Transaction,
    claim: { lane: JobLane; now: number; leaseUntil: number; leaseToken: string; limit: number },
  ): Promise<JobRow[]>;
  readonly search: SearchEngine;
  /** A query for the `agent_id` and `session_id` of every message of the workspace whose `words` have all of these. */
  messagesWith(workspaceId: WorkspaceId, words: readonly SearchedWord[]): RawBuilder<unknown>;
  /** A text as lists sort it: A to Z as a to z, everything else by code point. Indexes have it, so it must never change. */
  ignoringCase(text: Expression<unknown>): RawBuilder<string>;
  /** Where a text has another, from 1; 0 if it does not. */
  position(text: Expression<unknown>, part: string): RawBuilder<number>;
  /** Where BLOB_STORE keeps large bytes; undefined if all are in the database. */
  readonly blobs?: BlobStore | undefined;
  /** The memory that the search indexes use on this node. */
  indexMemoryBytes(): number;
  /** Notifies every listener of this environment, on every node, after the transaction commits. */
  notify(tx: Transaction, notice: Notification): void;
  /** Returns a function that stops listening. */
  listen(listener: (notice: Notification) => void): () => void;
  /** Throws when the database cannot answer. */
  ping(): Promise<void>;
  /** A sentence for each fault in the stored data. */
  checkIntegrity(): Promise<string[]>;
  close(): Promise<void>;
};

/** workspaceIds: those that are kept there; null for all. */
export type Part = { name: string; workspaceIds: readonly WorkspaceId[] | null };

export type TransactionOptions = {
  /** Writes more than about a megabyte, and must not block the thread that answers requests. */
  isLarge?: boolean;
  /** May be lost in a power cut, like a lease: the commit does not wait for the disk. */
  isVolatile?: boolean;
  /** Records something besides what the request does, such as an audit log entry. The request still fails when its key
   *  is revoked. */
  isNote?: boolean;
  /** Completes what the request has committed, and runs even if the key was revoked in between. Only for removing
   *  rights. */
  isCompletion?: boolean;
};

/** An open transaction. `afterCommit` effects run in order, synchronously when the commit is known, before the callers
 *  of the transaction continue. They do not run when it fails. */
export type Transaction = {
  readonly db: Kysely<Tables>;
  afterCommit(effect: () => void): void;
};

/** One environment at one moment, for commands that run beside a service. It is read-only and blocks no writer. */
export type Snapshot = {
  readonly environment: Environment;
  readonly db: Kysely<Tables>;
  /** See Engine.blobs. */
  readonly blobs?: BlobStore | undefined;
  /** See Engine.checkIntegrity. */
  checkIntegrity(): Promise<string[]>;
  describe(): Promise<DatabaseFacts>;
  close(): Promise<void>;
};

/** What a database reports about itself. */
export type DatabaseFacts = {
  /** Includes the version, such as PostgreSQL 17.2. */
  name: string;
  /** The database clock in milliseconds; undefined if it has none of its own. */
  now: number | undefined;
  /** The number of connections for users that are not superusers. */
  maxConnections: number | undefined;
  /** The reason why the service cannot run on this database, as a sentence. */
  fault: string | undefined;
};

/** A temporary storage that a backup is restored into before it becomes visible. */
export type RestoreTarget<Address> = {
  readonly address: Address;
  /** Makes it the storage of its address in one step. Nothing may have it open. */
  take(): Promise<void>;
  /** Removes what is left of the temporary storage. */
  end(): Promise<void>;
};

/** A hint that rows have changed. Listeners read the rows, and never rely on being notified. */
export type Notification =
  | { topic: 'job-queued'; lane: JobLane }
  | { topic: 'job-cancelled'; subjectId: string }
  /** A source was added, changed or deleted. */
  | {
      topic: 'source-changed';
      workspaceId: WorkspaceId;
      knowledgeBaseId: KnowledgeBaseId;
      sourceId: SourceId;
    }
  /** A key or a sign-in ended. */
  | { topic: 'credential-ended'; credentialId: string }
  | { topic: 'turn-ended'; agentId: string; sessionId: string };

/** The search index of one source in one version, to be written. */
export type NewSegment = {
  knowledgeBaseId: KnowledgeBaseId;
  sourceId: SourceId;
  revision: number;
  /** See SegmentRow. */
  indexVersion: string;
  chunkCount: number;
  /** See segment/segment.ts. */
  bytes: Uint8Array;
};

/** Search in the memory of this node (storage/index/index-search.ts), the same on both engines. */
export type SearchEngine = {
  /** Those that search large indexes. */
  readonly threads: SearchThreads;
  /** Makes each segment the index of its source in its version from the commit on, replacing an earlier one. Throws when
   *  its vectors differ in length from those searched with it. */
  writeSegments(tx: Transaction, workspaceId: WorkspaceId, segments: readonly NewSegment[]): Promise<void>;
  /** Removes the source from every search in all versions, from the commit on. */
  removeSegment(
    tx: Transaction,
    address: { workspaceId: WorkspaceId; knowledgeBaseId: KnowledgeBaseId; sourceId: SourceId },
  ): Promise<void>;
  /** Removes the segments of all versions except these: the one that answers, per the row of the knowledge base, and
   *  the one being built. Running searches finish on the version that they began with. */
  keepVersions(
    tx: Transaction,
    address: { workspaceId: WorkspaceId; knowledgeBaseId: KnowledgeBaseId; indexVersions: readonly string[] },
  ): Promise<void>;
  /** Reads what other nodes have committed to a knowledge base whose index is in memory, so that searches need not wait
   *  for it. */
  warm(address: { workspaceId: WorkspaceId; knowledgeBaseId: KnowledgeBaseId }): Promise<void>;
  /** The languages of the passages in these knowledge bases, which decide how a query is stemmed. This and the two
   *  methods below throw IndexSwitchedError when a knowledge base does not answer from the scope's version. */
  languages(scope: SearchScope): Promise<string[]>;
  /** How many chunks of these knowledge bases hold each term, in the order of the terms. Chunks of removed sources may
   *  count for a while. */
  termCounts(scope: SearchScope, terms: readonly string[]): Promise<number[]>;
  /** The best chunks by meaning and by terms, each with both raw scores. Unordered. */
  candidates(scope: SearchScope, query: CandidateQuery): Promise<Candidate[]>;
  /** The vectors of the chunks at these addresses, in their order. Throws as `languages` does. */
  vectors(scope: SearchScope, addresses: readonly ChunkAddress[]): Promise<(Direction | undefined)[]>;
};

/** A vector without its length: only cosines mean something. There is none for a chunk that is unknown, and for the zero
 *  vector. */
export type Direction = Int8Array;

/** What a search needs to know of a knowledge base: it finds everything that was committed up to these changes. */
export type SearchedBase = Pick<KnowledgeBaseRow, 'knowledge_base_id' | 'search_changes' | 'deep_changes'>;

export type SearchScope = {
  workspaceId: WorkspaceId;
  bases: readonly SearchedBase[];
  /** The version from which all of these knowledge bases answer. */
  indexVersion: string;
  /** When given, only these sources are searched. */
  sourceIds?: ReadonlySet<string>;
  /** These sources are not searched, and count for nothing: scores, counts and languages are as if they did not exist. */
  hiddenSourceIds?: ReadonlySet<string>;
};

/** A query by meaning, by terms, or both. With both, each candidate gets both raw scores, whichever search found it. */
export type CandidateQuery = {
  vector?: Float32Array;
  terms?: readonly QueryTerm[];
  /** How many candidates each of the two searches returns. */
  limit: number;
  /** Chunks that are candidates too, whatever their scores. Unknown ones, and those outside the scope, are left out. */
  addresses?: readonly ChunkAddress[];
};

export type ChunkAddress = {
  sourceId: SourceId;
  revision: number;
  /** The index of the chunk in its source, from 0. */
  position: number;
};

export type Candidate = ChunkAddress & {
  /** Of its source; `und` where it could not be told. */
  language: string;
  /** -1 to 1; 0 without a vector. */
  cosine: number;
  /** 0 without terms. */
  bm25: number;
  /** BM25 divided by the upper limit for this query and scope: 0 to 1. */
  share: number;
  /** BM25 divided by the upper limit of one word: about how many of the query's rare words the chunk holds. 0 to 64,
   *  the most terms of a query. */
  matchedWords: number;
};

/** A search that also uses what a deep model has read: the query as that model reads it. */
export type DeepQuery = Omit<CandidateQuery, 'addresses'> & {
  deep?: { modelId: string; vector: Float32Array };
};

/** deepCosine: -1 to 1; absent without a deep query, and where the model has not read the chunk or found nothing in it. */
export type DeepCandidate = Candidate & { deepCosine?: number };
