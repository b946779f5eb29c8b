import type { Clock } from '#lib/clock.ts';
import { newId } from '#lib/ids.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { ApiKeyRow, KeyScope } from '#storage/tables.ts';
import { hashSecret, newSecret } from './secret.ts';

/** Makes a key of the store's workspace and environment. Returns the row, and the key text that nobody can read again. */
export async function createKey(
  {
    store,
    clock,
  }: { store: Pick<WorkspaceStore, 'transaction' | 'environment' | 'workspaceId'>; clock: Clock },
  { name, scope, expiresAt = null }: { name: string; scope: KeyScope; expiresAt?: number | null },
): Promise<{ row: ApiKeyRow; secret: string }> {
  const secret = newSecret(store.environment);
  const row: ApiKeyRow = {
    workspace_id: store.workspaceId,
    key_id: newId('apiKey'),
    name,
    scope,
    secret_hash: hashSecret(secret),
    last_four: secret.slice(-4),
    created_at: clock.now(),
    last_used_at: null,
    expires_at: expiresAt,
    revoked_at: null,
  };
  await store.transaction((tx) => tx.keys.insert(row));
  return { row, secret };
}
