import type { Kysely } from 'kysely';
import type { KnowledgeBaseId, SourceId, WorkspaceId } from '#lib/ids.ts';
import { decodeSegment, type Segment } from '#segment/segment.ts';
import type { NewSegment, Transaction } from '#storage/engine.ts';
import type { SegmentRow, Tables } from '#storage/tables.ts';
import { removePacksOf } from './segment-packs.ts';
import type { BaseAddress } from './segment-places.ts';

/** What a commit does to an index, in the order in which it happens. */
export type IndexChange =
  | { kind: 'remove'; sourceId: SourceId }
  | { kind: 'add'; sourceId: SourceId; revision: number; indexVersion: string; segment: Segment };

/** The changes of one commit to one knowledge base, all with the same number. */
export type Commit = { changeNo: number; changes: IndexChange[] };

/** The log of removals is cut off behind this many changes of a knowledge base. A node that is further behind compares
 *  the whole list of segments instead. */
const KEPT_CHANGES = 10_000;
const CUT_EVERY = 1_000;

/** The rows of an index, and the log of their changes: `knowledge_bases.search_changes` counts the commits that change what
 *  is found in a knowledge base; a segment has the number of the commit that wrote it, and `segment_removals` names the sources
 *  that a commit removed. onCommit: called once for each knowledge base, synchronously after the commit. */
export function createSegmentLog(onCommit: (address: BaseAddress, commit: Commit) => void) {
  const open = new WeakMap<Transaction, Map<KnowledgeBaseId, Commit>>();

  /** The commit of a transaction in a knowledge base. The first call takes its number. */
  const commitOf = async (tx: Transaction, address: BaseAddress): Promise<Commit> => {
    const { workspaceId, knowledgeBaseId } = address;
    const commits = open.get(tx) ?? new Map<KnowledgeBaseId, Commit>();
    open.set(tx, commits);
    const known = commits.get(knowledgeBaseId);
    if (known) return known;
    const row = await tx.db
      .updateTable('knowledge_bases')
      .set(({ eb }) => ({ search_changes: eb('search_changes', '+', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .returning('search_changes')
      .executeTakeFirstOrThrow();
    const commit: Commit = { changeNo: row.search_changes, changes: [] };
    commits.set(knowledgeBaseId, commit);
    tx.afterCommit(() => onCommit(address, commit));
    if (commit.changeNo % CUT_EVERY === 0) await cutOff(tx.db, address, commit.changeNo - KEPT_CHANGES);
    return commit;
  };

  return {
    write: async (
      tx: Transaction,
      workspaceId: WorkspaceId,
      segments: readonly NewSegment[],
    ): Promise<void> => {
      for (const [knowledgeBaseId, ofBase] of Map.groupBy(segments, (segment) => segment.knowledgeBaseId)) {
        const { changeNo, changes } = await commitOf(tx, { workspaceId, knowledgeBaseId });
        // Decode before writing: bytes that cannot be read must not be committed.
        for (const { sourceId, revision, indexVersion, bytes } of ofBase)
          changes.push({ kind: 'add', sourceId, revision, indexVersion, segment: decodeSegment(bytes) });
        for (let from = 0; from < ofBase.length; from += SEGMENTS_PER_INSERT)
          await insert(tx.db, workspaceId, changeNo, ofBase.slice(from, from + SEGMENTS_PER_INSERT));
      }
    },

    /** Removes the segments of a source in every version. */
    remove: async (tx: Transaction, address: BaseAddress & { sourceId: SourceId }): Promise<void> => {
      const { workspaceId, knowledgeBaseId, sourceId } = address;
      const removed = await tx.db
        .deleteFrom('segments')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .returning(['index_version', 'change_no', 'source_id'])
        .execute();
      if (removed.length === 0) return;
      await removePacksOf(tx.db, address, removed);
      const { changeNo, changes } = await commitOf(tx, { workspaceId, knowledgeBaseId });
      changes.push({ kind: 'remove', sourceId });
      await tx.db
        .insertInto('segment_removals')
        .values({
          workspace_id: workspaceId,
          knowledge_base_id: knowledgeBaseId,
          change_no: changeNo,
          source_id: sourceId,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Removes the segments of all versions but these. */
    keepVersions: async (
      { db }: Transaction,
      { workspaceId, knowledgeBaseId, indexVersions }: BaseAddress & { indexVersions: readonly string[] },
    ): Promise<void> => {
      for (const table of ['segments', 'segment_packs'] as const)
        await db
          .deleteFrom(table)
          .where('workspace_id', '=', workspaceId)
          .where('knowledge_base_id', '=', knowledgeBaseId)
          .where('index_version', 'not in', indexVersions)
          .execute();
    },
  };
}

/** SQLite takes 32,766 parameters. */
const SEGMENTS_PER_INSERT = 256;

async function insert(
  db: Kysely<Tables>,
  workspaceId: WorkspaceId,
  changeNo: number,
  segments: readonly NewSegment[],
): Promise<void> {
  const rows = segments.map(
    ({ knowledgeBaseId, sourceId, revision, indexVersion, chunkCount, bytes }): SegmentRow => ({
      workspace_id: workspaceId,
      knowledge_base_id: knowledgeBaseId,
      source_id: sourceId,
      revision,
      index_version: indexVersion,
      chunk_count: chunkCount,
      bytes,
      change_no: changeNo,
    }),
  );
  await db
    .insertInto('segments')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'source_id', 'index_version']).doUpdateSet(({ ref }) => ({
        knowledge_base_id: ref('excluded.knowledge_base_id'),
        revision: ref('excluded.revision'),
        chunk_count: ref('excluded.chunk_count'),
        bytes: ref('excluded.bytes'),
        change_no: ref('excluded.change_no'),
      })),
    )
    .execute();
}

async function cutOff(
  db: Kysely<Tables>,
  { workspaceId, knowledgeBaseId }: BaseAddress,
  changeNo: number,
): Promise<void> {
  if (changeNo <= 0) return;
  await db
    .deleteFrom('segment_removals')
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .where('change_no', '<=', changeNo)
    .execute();
  await db
    .updateTable('knowledge_bases')
    .set({ removals_after: changeNo })
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .execute();
}
