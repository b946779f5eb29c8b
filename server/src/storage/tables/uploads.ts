import type { SourceId, UploadId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import { UPLOAD_PART_BYTES, type UploadRow } from '#storage/tables.ts';
import { readParts, within } from './parts.ts';

/** Files that clients upload in parts. */
export const uploadReads = ({ db, workspaceId }: ReadScope) => ({
  find: async (uploadId: UploadId): Promise<UploadRow | undefined> =>
    await db
      .selectFrom('uploads')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('upload_id', '=', uploadId)
      .executeTakeFirst(),

  part: async (uploadId: UploadId, part: number): Promise<Uint8Array | undefined> => {
    const row = await db
      .selectFrom('upload_parts')
      .select('bytes')
      .where('workspace_id', '=', workspaceId)
      .where('upload_id', '=', uploadId)
      .where('part', '=', part)
      .executeTakeFirst();
    return row?.bytes;
  },

  /** How many have no source yet, and how many bytes they announced. */
  unfinished: async (now: number): Promise<{ count: number; bytes: number }> => {
    const { count, bytes } = await db
      .selectFrom('uploads')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('length_bytes').as('bytes')])
      .where('workspace_id', '=', workspaceId)
      .where('source_id', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    return { count: Number(count), bytes: Number(bytes) };
  },
});

export const uploadWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  return {
    insert: async (
      upload: Pick<
        UploadRow,
        'upload_id' | 'actor_id' | 'length_bytes' | 'metadata' | 'created_at' | 'expires_at'
      >,
    ): Promise<UploadRow> => {
      const row = { ...upload, workspace_id: workspaceId, received_bytes: 0, source_id: null };
      await db.insertInto('uploads').values(row).execute();
      return row;
    },

    /** Adds bytes that lie within one part. False if the upload does not end at this offset, for example because
     *  another request has added them already. */
    append: async (
      uploadId: UploadId,
      { offset, bytes }: { offset: number; bytes: Uint8Array },
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('uploads')
        .set({ received_bytes: offset + bytes.length })
        .where('workspace_id', '=', workspaceId)
        .where('upload_id', '=', uploadId)
        .where('received_bytes', '=', offset)
        .where('source_id', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      const part = Math.floor(offset / UPLOAD_PART_BYTES);
      const before =
        offset % UPLOAD_PART_BYTES > 0 ? await uploadReads(scope).part(uploadId, part) : undefined;
      const whole = before ? Buffer.concat([before, bytes]) : bytes;
      await db
        .insertInto('upload_parts')
        .values({ workspace_id: workspaceId, upload_id: uploadId, part, bytes: whole })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'upload_id', 'part']).doUpdateSet({ bytes: whole }),
        )
        .execute();
      return true;
    },

    /** Notes the source that was made of it, and removes its bytes. */
    finish: async (uploadId: UploadId, sourceId: SourceId): Promise<void> => {
      await db
        .updateTable('uploads')
        .set({ source_id: sourceId, metadata: '' })
        .where('workspace_id', '=', workspaceId)
        .where('upload_id', '=', uploadId)
        .execute();
      await db
        .deleteFrom('upload_parts')
        .where('workspace_id', '=', workspaceId)
        .where('upload_id', '=', uploadId)
        .execute();
    },

    remove: async (uploadId: UploadId): Promise<void> => {
      await db
        .deleteFrom('uploads')
        .where('workspace_id', '=', workspaceId)
        .where('upload_id', '=', uploadId)
        .execute();
    },
  };
};

export const uploadCleanup = (engine: Engine) => ({
  /** Removes one upload that has expired, of any workspace. False when there is none. */
  removeExpired: async (now: number): Promise<boolean> => {
    // Before the transaction: a large one starts a thread, and mostly there is nothing to remove.
    const [expired] = await readParts(engine, (part) =>
      engine.reads
        .selectFrom('uploads')
        .select(['workspace_id', 'upload_id'])
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(1)
        .$call(within(part, 'uploads.workspace_id'))
        .execute(),
    );
    if (!expired) return false;
    await engine.transaction(
      async ({ db }) => {
        await db
          .deleteFrom('uploads')
          .where('workspace_id', '=', expired.workspace_id)
          .where('upload_id', '=', expired.upload_id)
          .where('expires_at', '<=', now)
          .execute();
      },
      { isLarge: true },
    );
    return true;
  },
});
