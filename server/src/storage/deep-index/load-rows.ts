import type { KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import { decodeDeepVectors } from '#segment/deep-vectors.ts';
import type { Engine } from '#storage/engine.ts';
import type { DeepIndex, RowKey } from './deep-index.ts';

/** What one model made of one knowledge base. */
export type DeepAddress = { workspaceId: WorkspaceId; knowledgeBaseId: KnowledgeBaseId; modelId: string };

/** Rows and keys to read before other requests get a turn. A row has up to 64 vectors. */
const ROWS_PER_TURN = 32;
const KEYS_PER_TURN = 2_000;

type Db = Engine['reads'];
type Cursor = Omit<RowKey, 'revision'>;

/** Adds the rows written after the change `loadedTo`, and removes those that are gone. Returns the last change that the
 *  index has now: at least `changeNo`, which the caller has seen committed. */
export async function loadRows(
  db: Db,
  address: DeepAddress,
  index: DeepIndex,
  { loadedTo, changeNo }: { loadedTo: number; changeNo: number },
): Promise<number> {
  let cursor: Cursor = { changeNo: loadedTo + 1, sourceId: 'src_', firstPosition: 0 };
  let lastChange = loadedTo;
  for (;;) {
    const rows = await rowsAfter(db, address, cursor).select('bytes').limit(ROWS_PER_TURN).execute();
    for (const { bytes, ...row } of rows) {
      cursor = keyOf(row);
      lastChange = row.change_no;
      index.add(keyOf(row), decodeDeepVectors(bytes));
    }
    if (rows.length < ROWS_PER_TURN) break;
    await new Promise(setImmediate);
  }
  // Equal counts of different rows mean that one was written since: the next search sees that change.
  if ((await countRows(db, address)) !== index.rowCount) await removeGone(db, address, index);
  return Math.max(changeNo, lastChange);
}

async function removeGone(db: Db, address: DeepAddress, index: DeepIndex): Promise<void> {
  const held = new Map(index.rows().map((row) => [nameOf(row), row]));
  let cursor: Cursor = { changeNo: 0, sourceId: 'src_', firstPosition: 0 };
  for (;;) {
    const rows = await rowsAfter(db, address, cursor).limit(KEYS_PER_TURN).execute();
    for (const row of rows) {
      cursor = keyOf(row);
      held.delete(nameOf(keyOf(row)));
    }
    if (rows.length < KEYS_PER_TURN) break;
    await new Promise(setImmediate);
  }
  for (const row of held.values()) index.remove(row);
}

const nameOf = ({ sourceId, revision, firstPosition, changeNo }: RowKey): string =>
  `${sourceId} ${revision} ${firstPosition} ${changeNo}`;

const keyOf = (row: {
  source_id: RowKey['sourceId'];
  revision: number;
  first_position: number;
  change_no: number;
}): RowKey => ({
  sourceId: row.source_id,
  revision: row.revision,
  firstPosition: row.first_position,
  changeNo: row.change_no,
});

const rowsOf = (db: Db, { workspaceId, knowledgeBaseId, modelId }: DeepAddress) =>
  db
    .selectFrom('deep_vectors')
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .where('model_id', '=', modelId);

/** In the order in which they were written. */
const rowsAfter = (db: Db, address: DeepAddress, { changeNo, sourceId, firstPosition }: Cursor) =>
  rowsOf(db, address)
    .select(['source_id', 'revision', 'first_position', 'change_no'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('change_no', 'source_id', 'first_position'), '>', tuple(changeNo, sourceId, firstPosition)),
    )
    .orderBy('change_no')
    .orderBy('source_id')
    .orderBy('first_position');

async function countRows(db: Db, address: DeepAddress): Promise<number> {
  const { count } = await rowsOf(db, address)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
