import type { ApiKeyId, WorkspaceId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { ApiKeyRow } from '#storage/tables.ts';
import { compiledOnce } from './compiled-queries.ts';
import { directoryWrites } from './directory.ts';

const keyWith = compiledOnce(
  (db, workspaceId: WorkspaceId, keyId: ApiKeyId) =>
    db.selectFrom('api_keys').selectAll().where('workspace_id', '=', workspaceId).where('key_id', '=', keyId),
  2,
);

export const keyReads = (scope: ReadScope) => ({
  find: async (keyId: ApiKeyId): Promise<ApiKeyRow | undefined> =>
    (await keyWith(scope, scope.workspaceId, keyId))[0],

  /** Newest first, including revoked keys. */
  list: async ({ limit, after }: PageRequest<string>): Promise<ApiKeyRow[]> =>
    await scope.db
      .selectFrom('api_keys')
      .selectAll()
      .where('workspace_id', '=', scope.workspaceId)
      .$if(after !== undefined, (query) => query.where('key_id', '<', after as ApiKeyId))
      .orderBy('key_id', 'desc')
      .limit(limit + 1)
      .execute(),
});

export const keyWrites = (scope: WriteScope) => {
  const { engine, tx, db, workspaceId } = scope;
  const directory = directoryWrites(scope);
  return {
    insert: async (row: Omit<ApiKeyRow, 'workspace_id' | 'made_by'>): Promise<void> => {
      await db
        .insertInto('api_keys')
        .values({ ...row, made_by: row.created_by, workspace_id: workspaceId })
        .execute();
      await directory.add('api_key', row.secret_hash);
    },

    /** Only for a key that was never handed out. Other keys are revoked and stay visible. */
    remove: async (keyId: ApiKeyId): Promise<void> => {
      const removed = await db
        .deleteFrom('api_keys')
        .where('workspace_id', '=', workspaceId)
        .where('key_id', '=', keyId)
        .returning('secret_hash')
        .execute();
      await directory.remove(
        'api_key',
        removed.map((key) => key.secret_hash),
      );
    },

    markUsed: async (keyId: ApiKeyId, at: number): Promise<void> => {
      await db
        .updateTable('api_keys')
        .set({ last_used_at: at })
        .where('workspace_id', '=', workspaceId)
        .where('key_id', '=', keyId)
        .execute();
    },

    /** Undefined when there is no such key. */
    rename: async (keyId: ApiKeyId, name: string): Promise<ApiKeyRow | undefined> =>
      await db
        .updateTable('api_keys')
        .set({ name })
        .where('workspace_id', '=', workspaceId)
        .where('key_id', '=', keyId)
        .returningAll()
        .executeTakeFirst(),

    /** False when there is no such key. An already revoked key does not change. */
    revoke: async (keyId: ApiKeyId, now: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('api_keys')
        .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(now)) }))
        .where('workspace_id', '=', workspaceId)
        .where('key_id', '=', keyId)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) engine.notify(tx, { topic: 'credential-ended', credentialId: keyId });
      return numUpdatedRows > 0n;
    },
  };
};
