import type { Kysely } from 'kysely';
import type { KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import type { Engine, Transaction } from './engine.ts';
import type { Tables } from './tables.ts';

/** The workspace and environment of a statement. Every function of a table file takes it first, so that no query can
 *  omit the workspace. */
export type ReadScope = {
  engine: Engine;
  db: Kysely<Tables>;
  workspaceId: WorkspaceId;
  /** The visible knowledge bases, at least one; null is the whole workspace. See visibility.ts. */
  knowledgeBaseIds: readonly KnowledgeBaseId[] | null;
  /** The principals of the person for whom it reads: sources that allow none of them are hidden. Null hides none. */
  asUser: readonly string[] | null;
};

/** A scope inside a transaction. */
export type WriteScope = ReadScope & { tx: Transaction };

/** A page of a list: rows after `after` (the key of the last row seen), one more than `limit` when there are more. */
export type PageRequest<Key> = { limit: number; after?: Key | undefined };
