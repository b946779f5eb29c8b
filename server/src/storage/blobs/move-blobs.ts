import { type Kysely, sql } from 'kysely';
import { BlobError } from '#storage/blob-error.ts';
import type { Engine, Part } from '#storage/engine.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import { EVERYWHERE, readParts, within } from '#storage/tables/parts.ts';
import type { SourceFileRow, Tables } from '#storage/tables.ts';
import { blobNotes } from './blob-notes.ts';
import { blobOf } from './blob-of.ts';
import type { BlobStore } from './blob-store.ts';
import { inParts } from './in-parts.ts';

/** Several nodes look for work at once, so each takes any of the next ones. Nor does one that always fails stop the
 *  others. */
const CANDIDATES = 32;

type Times = { now: number; commitBy: number };
type FileAddress = Pick<SourceFileRow, 'workspace_id' | 'source_id' | 'revision'>;

/** Moves original files between the database and the store of BLOB_STORE, and deletes objects there that no row names. Work
 *  of workspaces that cannot be reached waits, and that of the others goes on. */
export const blobMoves = (engine: Engine) => ({
  /** Whether a file of any workspace is in a store. */
  hasFiles: async (): Promise<boolean> => (await filesIn(engine, 1)).length > 0,

  /** Moves one file of at least 64 KiB, of any workspace. False when there is none, or no store that takes files. commitBy:
   *  when its object may be deleted if this node dies. */
  moveFile: async (times: Times): Promise<boolean> => {
    const { blobs } = engine;
    if (!blobs?.takesFiles) return false;
    // The condition of the index source_files_to_move, word for word.
    const candidates = await readParts(engine, (part) =>
      engine.reads
        .selectFrom('source_files')
        .select(['workspace_id', 'source_id', 'revision'])
        .where(sql<boolean>`part = 0 AND blob_key IS NULL AND octet_length(bytes) >= 65536`)
        .limit(CANDIDATES)
        .$call(within(part, 'workspace_id'))
        .execute(),
    );
    const file = anyOf(candidates);
    if (!file) return false;
    await moveFile(engine, blobs, file, times);
    return true;
  },

  /** Moves one file back to the database, of any workspace. False when there is none, or the store takes files. damaged:
   *  objects to leave where they are, with the errors; it is added to. */
  moveBack: async (now: number, damaged: Map<string, BlobError>): Promise<boolean> => {
    const { blobs } = engine;
    if (!blobs || blobs.takesFiles) return false;
    const candidates = await filesIn(engine, CANDIDATES + damaged.size);
    const file = anyOf(candidates.filter(({ blob_key }) => !damaged.has(blob_key ?? '')));
    if (!file) return false;
    try {
      await moveBack(engine, blobs, file, now);
    } catch (error) {
      if (!(error instanceof BlobError)) throw error;
      damaged.set(error.key, error);
    }
    return true;
  },

  /** Deletes one object that was due before this time, of any workspace. False when there is none. */
  deleteOne: async (before: number): Promise<boolean> => {
    const { blobs } = engine;
    if (!blobs) return false;
    const due = await findDue(engine, before);
    if (!due) return false;
    const { workspace_id, blob_key } = due;
    const workspaceIds = [workspace_id];
    // From here on no row can name it.
    const isClaimed = await engine.transaction(
      async ({ db }) => {
        const { numUpdatedRows } = await db
          .updateTable('blob_deletions')
          .set({ is_claimed: 1 })
          .where('workspace_id', '=', workspace_id)
          .where('blob_key', '=', blob_key)
          .where('due_at', '<=', before)
          .executeTakeFirstOrThrow();
        return numUpdatedRows > 0n;
      },
      { workspaceIds },
    );
    if (!isClaimed) return true;
    await blobs.delete(blob_key);
    await engine.transaction(
      async ({ db }) => {
        await db
          .deleteFrom('blob_deletions')
          .where('workspace_id', '=', workspace_id)
          .where('blob_key', '=', blob_key)
          .where('is_claimed', '=', 1)
          .execute();
      },
      { workspaceIds },
    );
    return true;
  },
});

async function moveFile(
  engine: Engine,
  blobs: BlobStore,
  file: FileAddress,
  { now, commitBy }: Times,
): Promise<void> {
  const workspaceId = file.workspace_id;
  const workspaceIds = [workspaceId];
  const parts = await rowsOf(engine.reads, file).select('part').orderBy('part').execute();
  const key = blobs.newKey([engine.environment, workspaceId, 'file']);
  await engine.transaction(({ db }) => blobNotes({ db, workspaceId }).begin(key, commitBy), { workspaceIds });
  const read = async function* () {
    for (const { part } of parts) {
      const row = await rowsOf(engine.reads, file)
        .select('bytes')
        .where('part', '=', part)
        .executeTakeFirst();
      // Its source was deleted meanwhile, or another node moved it.
      if (!row) return;
      yield row.bytes;
    }
  };
  const isThere = async (db: Kysely<Tables>): Promise<boolean> => {
    const rest = await rowsOf(db, file).select('part').where('blob_key', 'is', null).execute();
    return rest.length === parts.length;
  };
  let stored: Awaited<ReturnType<BlobStore['put']>>;
  try {
    stored = await blobs.put(key, read);
  } catch (error) {
    // The clean-up deletes what may be there.
    if (!(await isThere(engine.reads))) return;
    throw error;
  }
  await engine.transaction(
    async ({ db }) => {
      const notes = blobNotes({ db, workspaceId });
      // Not if its source was deleted meanwhile, or if this node was paused for so long that another deletes the object.
      if (!(await isThere(db)) || !(await notes.name(key))) return await notes.forget([key], now);
      await deleteParts(db, file);
      await updateFirst(db, file, {
        bytes: new Uint8Array(),
        blob_key: key,
        blob_bytes: stored.sizeBytes,
        blob_sha256: stored.sha256,
      });
    },
    { workspaceIds, isLarge: true },
  );
}

async function moveBack(
  engine: Engine,
  blobs: BlobStore,
  file: Awaited<ReturnType<typeof filesIn>>[number],
  now: number,
): Promise<void> {
  const blob = blobOf(file);
  if (!blob) return;
  const workspaceId = file.workspace_id;
  const parts: Uint8Array[] = [];
  for await (const part of inParts(await blobs.get(blob))) parts.push(part);
  const { source_id, revision } = file;
  const inDatabase = { blob_key: null, blob_bytes: null, blob_sha256: null };
  await engine.transaction(
    async ({ db }) => {
      const current = await rowsOf(db, file).select('blob_key').executeTakeFirst();
      if (current?.blob_key !== blob.key) return;
      for (const [part, bytes] of parts.entries()) {
        if (part === 0) await updateFirst(db, file, { bytes, ...inDatabase });
        else
          await db
            .insertInto('source_files')
            .values({ workspace_id: workspaceId, source_id, revision, part, bytes, ...inDatabase })
            .execute();
      }
      await blobNotes({ db, workspaceId }).forget([blob.key], now);
    },
    { workspaceIds: [workspaceId], isLarge: true },
  );
}

/** An object to delete. Workspaces that were deleted are in no part: theirs come when every machine answers. */
async function findDue(engine: Engine, before: number) {
  const dueIn = (part: Part) =>
    engine.reads
      .selectFrom('blob_deletions')
      .select(['workspace_id', 'blob_key'])
      .where('due_at', '<=', before)
      .orderBy('due_at')
      .limit(CANDIDATES)
      .$call(within(part, 'workspace_id'))
      .execute();
  const due = anyOf(await readParts(engine, dueIn));
  if (due) return due;
  const everywhere = dueIn(EVERYWHERE).catch((error: unknown) => {
    if (error instanceof StorageUnavailableError) return [];
    throw error;
  });
  return anyOf(await everywhere);
}

const anyOf = <T>(candidates: readonly T[]): T | undefined =>
  candidates[Math.floor(Math.random() * candidates.length)];

/** Files that are in a store, so many of each part. */
const filesIn = (engine: Engine, limit: number) =>
  readParts(engine, (part) =>
    engine.reads
      .selectFrom('source_files')
      .select(['workspace_id', 'source_id', 'revision', 'blob_key', 'blob_bytes', 'blob_sha256'])
      .where('blob_key', 'is not', null)
      .limit(limit)
      .$call(within(part, 'workspace_id'))
      .execute(),
  );

const rowsOf = (db: Kysely<Tables>, { workspace_id, source_id, revision }: FileAddress) =>
  db
    .selectFrom('source_files')
    .where('workspace_id', '=', workspace_id)
    .where('source_id', '=', source_id)
    .where('revision', '=', revision);

const deleteParts = (db: Kysely<Tables>, { workspace_id, source_id, revision }: FileAddress) =>
  db
    .deleteFrom('source_files')
    .where('workspace_id', '=', workspace_id)
    .where('source_id', '=', source_id)
    .where('revision', '=', revision)
    .where('part', '>', 0)
    .execute();

const updateFirst = (
  db: Kysely<Tables>,
  { workspace_id, source_id, revision }: FileAddress,
  columns: Pick<SourceFileRow, 'bytes' | 'blob_key' | 'blob_bytes' | 'blob_sha256'>,
) =>
  db
    .updateTable('source_files')
    .set(columns)
    .where('workspace_id', '=', workspace_id)
    .where('source_id', '=', source_id)
    .where('revision', '=', revision)
    .where('part', '=', 0)
    .execute();
