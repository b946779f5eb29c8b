import { emit } from '#jobs/emit.ts';
import type { Clock } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import { type KnowledgeBaseId, newId } from '#lib/ids.ts';
import { toApiKey } from '#records/api-key.ts';
import { type AuditActor, COMMAND_LINE, recordAudit } from '#records/audit.ts';
import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { ApiKeyRow, KeyScope, MakerId } from '#storage/tables.ts';
import { hashSecret, newKeySecret } from './key-secret.ts';

type KeyServices<Part extends keyof WorkspaceStore> = {
  store: Pick<WorkspaceStore, 'environment' | 'workspaceId' | Part>;
  clock: Clock;
};
type KeyFields = {
  name: string;
  scope: KeyScope;
  expiresAt?: number | null;
  /** The knowledge bases that the key sees; null means all of the workspace. */
  knowledgeBaseIds?: readonly KnowledgeBaseId[] | null | undefined;
  createdBy?: MakerId;
};
type NewKey = { row: ApiKeyRow; secret: string };

/** Creates a key in the store's workspace and environment, for the command line. Returns the row, and the key text,
 *  which cannot be read again. */
export async function createKey(services: KeyServices<'transaction'>, fields: KeyFields): Promise<NewKey> {
  const key = newKey(services, fields);
  const { environment } = services.store;
  await services.store.transaction((tx) => addKey(tx, key.row, { environment, actor: COMMAND_LINE }));
  return key;
}

/** Stores a new key and emits the event. */
export async function addKey(
  tx: WorkspaceTransaction,
  row: ApiKeyRow,
  { environment, actor }: { environment: Environment; actor: AuditActor },
): Promise<void> {
  await tx.keys.insert(row);
  const data = toApiKey(row, environment);
  await emit(tx, { type: 'key.created', subjectId: row.key_id, data, now: row.created_at });
  await recordAudit(tx, {
    actor,
    action: 'key.created',
    subjectId: row.key_id,
    details: { name: data.name, scope: data.scope, last_four: data.last_four },
    now: row.created_at,
  });
}

/** Makes a key without storing it. */
export function newKey(
  { store, clock }: KeyServices<never>,
  { name, scope, expiresAt = null, knowledgeBaseIds = null, createdBy }: KeyFields,
): NewKey {
  const secret = newKeySecret(store.environment);
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
    created_by: createdBy ?? null,
    made_by: createdBy ?? null,
  };
  return { row, secret };
}
