import { type AuditActor, recordAudit } from '#http/audit.ts';
import { emit } from '#jobs/emit.ts';
import type { Environment } from '#lib/environment.ts';
import type { ApiKeyId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { toApiKey } from './schema.ts';

/** Revokes a key, and tells of it. False when there is none with this id; one that is revoked already stays as it is. */
export async function revokeKey(
  tx: WorkspaceTransaction,
  keyId: ApiKeyId,
  { environment, actor, now }: { environment: Environment; actor: AuditActor; now: number },
): Promise<boolean> {
  const key = await tx.keys.find(keyId);
  if (!key || !(await tx.keys.revoke(keyId, now))) return false;
  const data = toApiKey({ ...key, revoked_at: now }, environment);
  if (key.revoked_at !== null) return true;
  await emit(tx, { type: 'key.revoked', subjectId: keyId, data, now });
  const { name, scope, last_four } = key;
  await recordAudit(tx, {
    actor,
    action: 'key.revoked',
    subjectId: keyId,
    details: { name, scope, last_four },
    now,
  });
  return true;
}
