import type { Kysely } from 'kysely';
import { decodeSegment } from '#segment/segment.ts';
import { IndexSwitchedError } from '#storage/index-switched-error.ts';
import type { SearchIndex } from '#storage/memory-index/search-index.ts';
import type { Tables } from '#storage/tables.ts';
import { inTurns } from './in-turns.ts';
import { addPacks, type PackReader } from './segment-packs.ts';
import {
  type BaseAddress,
  endOf,
  type IndexAddress,
  type Places,
  segmentsIn,
  segmentsOf,
} from './segment-places.ts';

type Db = Kysely<Tables>;

export type Reader = PackReader & {
  /** Called when an empty index was filled. unpacked: chunks that were in no pack. */
  onLoaded: (address: IndexAddress, counts: { unpacked: number; chunks: number }) => void;
};

/** Chunks whose bytes are read at a time, some 10 MB. One segment may have more. */
const CHUNKS_PER_READ = 10_000;

/** Brings an index to a later change. version: the change that it has; undefined for an empty one. atLeast: a change that is
 *  known to be committed. Returns the change that it has then, `atLeast` or a later one. In between it is no state
 *  of the knowledge base, so no search may use it meanwhile. Throws IndexSwitchedError when the knowledge base answers
 *  from another version, whose segments replace these. */
export async function readChanges(
  reader: Reader,
  address: IndexAddress,
  index: SearchIndex,
  { version, atLeast }: { version: number | undefined; atLeast: number },
): Promise<number> {
  const { reads: db } = reader;
  // An empty index does not need earlier removals: the removed rows are not there to be read.
  const from = version ?? (await findBase(db, address))?.search_changes ?? 0;
  const missing =
    version === undefined ? await addPacks(reader, address, index) : [{ after: endOf(version) }];
  const packed = index.chunkCount;
  let reached = Math.max(from, atLeast, missing.at(-1)?.after.change_no ?? 0);
  let isOvertaken = false;
  for (const places of missing) {
    const added = await addSegments(db, address, index, places);
    reached = Math.max(reached, added.last);
    isOvertaken ||= added.isOvertaken;
  }
  if (version === undefined)
    reader.onLoaded(address, { unpacked: index.chunkCount - packed, chunks: index.chunkCount });
  await removeLogged(db, address, index, { after: from, upTo: reached });
  const base = await findBase(db, address);
  // A deleted knowledge base has no segments, which is right.
  if (!base) return reached;
  if (base.index_version !== address.indexVersion)
    throw new IndexSwitchedError(address.knowledgeBaseId, address.indexVersion);
  const isCutOff = base.removals_after > from;
  if (!isCutOff && !isOvertaken) return reached;
  if (isCutOff) await removeUnlisted(db, address, index);
  const { search_changes: now } = (await findBase(db, address)) ?? base;
  return await readChanges(reader, address, index, { version: reached, atLeast: now });
}

/** Adds segments in the order of the changes. A commit that replaces a segment meanwhile comes later in this order. last: the
 *  last change that was read; 0 without one. isOvertaken: a segment was replaced or removed before its bytes were read,
 *  by a commit that may come after it. */
async function addSegments(
  db: Db,
  address: IndexAddress,
  index: SearchIndex,
  places: Places,
): Promise<{ last: number; isOvertaken: boolean }> {
  let last = 0;
  let isOvertaken = false;
  for await (const rows of segmentsIn(db, address, places)) {
    for (const batch of batchesOf(rows)) {
      const read = await segmentsOf(db, address)
        .select(['source_id', 'revision', 'change_no', 'bytes'])
        .where(
          'source_id',
          'in',
          batch.map((row) => row.source_id),
        )
        .execute();
      await inTurns(read, (row) =>
        index.add(
          { sourceId: row.source_id, revision: row.revision, changeNo: row.change_no },
          decodeSegment(row.bytes),
        ),
      );
      const changes = new Map(read.map((row) => [row.source_id, row.change_no]));
      isOvertaken ||= batch.some((row) => changes.get(row.source_id) !== row.change_no);
    }
    last = rows.at(-1)?.change_no ?? last;
  }
  return { last, isOvertaken };
}

function* batchesOf<Row extends { chunk_count: number }>(rows: readonly Row[]): Generator<Row[]> {
  let batch: Row[] = [];
  let chunks = 0;
  for (const row of rows) {
    if (batch.length > 0 && chunks + row.chunk_count > CHUNKS_PER_READ) {
      yield batch;
      [batch, chunks] = [[], 0];
    }
    batch.push(row);
    chunks += row.chunk_count;
  }
  if (batch.length > 0) yield batch;
}

/** Removes the sources that the log names, unless they were added again since. */
async function removeLogged(
  db: Db,
  { workspaceId, knowledgeBaseId }: BaseAddress,
  index: SearchIndex,
  { after, upTo }: { after: number; upTo: number },
): Promise<void> {
  if (upTo <= after) return;
  const rows = await db
    .selectFrom('segment_removals')
    .select(['source_id', 'change_no'])
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .where('change_no', '>', after)
    .where('change_no', '<=', upTo)
    .execute();
  await inTurns(rows, (row) => {
    // A commit removes a source before it writes it anew.
    if ((index.changeOf(row.source_id) ?? row.change_no) < row.change_no) index.remove(row.source_id);
  });
}

/** Removes the sources that have no segment any more. */
async function removeUnlisted(db: Db, address: IndexAddress, index: SearchIndex): Promise<void> {
  const rows = await segmentsOf(db, address).select('source_id').execute();
  const listed = new Set<string>(rows.map((row) => row.source_id));
  await inTurns([...index.sourceIds()], (sourceId) => {
    if (!listed.has(sourceId)) index.remove(sourceId);
  });
}

/** What a knowledge base answers from, and its counts; undefined when it is gone. */
export const findBase = async (db: Db, { workspaceId, knowledgeBaseId }: BaseAddress) =>
  await db
    .selectFrom('knowledge_bases')
    .select(['index_version', 'search_changes', 'removals_after'])
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .executeTakeFirst();
