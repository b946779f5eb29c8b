import type { Clock } from '#lib/clock.ts';
import { type KnowledgeBaseId, newId } from '#lib/ids.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { ApiKeyRow, KeyScope } from '#storage/tables.ts';
import { hashSecret, newSecret } from './secret.ts';

type KeyServices<Part extends keyof WorkspaceStore> = {
  store: Pick<WorkspaceStore, 'environment' | 'workspaceId' | Part>;
  clock: Clock;
};
type KeyFields = {
  name: string;
  scope: KeyScope;
  expiresAt?: number | null;
  /** All that the key sees; null is all of the workspace. */
  knowledgeBaseIds?: readonly KnowledgeBaseId[] | null;
};
type NewKey = { row: ApiKeyRow; secret: string };

/** Makes a key of the store's workspace and environment. Returns the row, and the key text that nobody can read again. */
export async function createKey(services: KeyServices<'transaction'>, fields: KeyFields): Promise<NewKey> {
  const key = newKey(services, fields);
  await services.store.transaction((tx) => tx.keys.insert(key.row));
  return key;
}

/** The same, without storing it. */
export function newKey(
  { store, clock }: KeyServices<never>,
  { name, scope, expiresAt = null, knowledgeBaseIds = null }: KeyFields,
): NewKey {
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
    knowledge_base_ids: knowledgeBaseIds && JSON.stringify(knowledgeBaseIds),
  };
  return { row, secret };
}
