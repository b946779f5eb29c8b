import type { Kysely } from 'kysely';
import type { SourceId } from '#lib/ids.ts';
import { decodeSegment } from '#segment/segment.ts';
import { IndexSwitchedError } from '#storage/index-switched-error.ts';
import type { SearchIndex } from '#storage/memory-index/search-index.ts';
import type { Tables } from '#storage/tables.ts';
import type { BaseAddress, IndexAddress } from './segment-log.ts';

type Db = Kysely<Tables>;

/** Rows without bytes that are read at a time. */
const ROWS_PER_PAGE = 2_000;
/** Chunks whose bytes are read at a time, some 10 MB. One segment may have more. */
const CHUNKS_PER_READ = 10_000;
/** How long changes are applied before requests get a turn. */
const TURN_MS = 4;

/** Brings an index to a later change. version: the change that it has; undefined for an empty one. atLeast: a change that is
 *  known to be committed. Returns the change that it has then, `atLeast` or a later one. In between it is no state
 *  of the knowledge base, so no search may use it meanwhile. Throws IndexSwitchedError when the knowledge base answers
 *  from another version, whose segments replace these. */
export async function readChanges(
  db: Db,
  address: IndexAddress,
  index: SearchIndex,
  { version, atLeast }: { version: number | undefined; atLeast: number },
): Promise<number> {
  // An empty index does not need earlier removals: the removed rows are not there to be read.
  const from = version ?? (await findBase(db, address))?.search_changes ?? 0;
  const { reached, isOvertaken } = await addSegments(db, address, index, {
    after: version ?? 0,
    atLeast: Math.max(from, atLeast),
  });
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
  return await readChanges(db, address, index, { version: reached, atLeast: now });
}

/** Adds the segments written after a change, in the order of the changes. A commit that replaces a segment meanwhile comes
 *  later in this order. reached: the last change that was read, or `atLeast`. isOvertaken: a segment was replaced or removed
 *  before its bytes were read, by a commit that may come after `reached`. */
async function addSegments(
  db: Db,
  address: IndexAddress,
  index: SearchIndex,
  { after, atLeast }: { after: number; atLeast: number },
): Promise<{ reached: number; isOvertaken: boolean }> {
  let last = { change_no: after, source_id: LAST_ID };
  let reached = atLeast;
  let isOvertaken = false;
  for (;;) {
    const rows = await segmentsOf(db, address)
      .select(['change_no', 'source_id', 'revision', 'chunk_count'])
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('change_no', 'source_id'), '>', tuple(last.change_no, last.source_id)),
      )
      .orderBy('change_no')
      .orderBy('source_id')
      .limit(ROWS_PER_PAGE)
      .execute();
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
    const end = rows.at(-1);
    reached = Math.max(reached, end?.change_no ?? 0);
    if (!end || rows.length < ROWS_PER_PAGE) return { reached, isOvertaken };
    last = end;
  }
}

/** Greater than every id of a source. */
const LAST_ID = '~' as SourceId;

const segmentsOf = (db: Db, { workspaceId, knowledgeBaseId, indexVersion }: IndexAddress) =>
  db
    .selectFrom('segments')
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .where('index_version', '=', indexVersion);

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

async function inTurns<T>(items: readonly T[], apply: (item: T) => void): Promise<void> {
  let turnEndsAt = performance.now() + TURN_MS;
  for (const item of items) {
    if (performance.now() > turnEndsAt) {
      await new Promise(setImmediate);
      turnEndsAt = performance.now() + TURN_MS;
    }
    apply(item);
  }
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
