import { timingSafeEqual } from 'node:crypto';
import { AppError } from '#errors.ts';
import type { Clock } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import { readKnowledgeBaseIds } from '#records/api-key.ts';
import type { Principal } from '#records/principal.ts';
import type { Store, UnprovenKey } from '#storage/store.ts';
import type { ApiKeyRow } from '#storage/tables.ts';
import { environmentOfSecret, hashSecret } from './key-secret.ts';

/** Finds the key of an `Authorization` header, in either environment. Throws 401 if the header is malformed, or if the
 *  key is unknown, revoked or expired. mayBeRemembered: for routes that prove the key later. */
export async function authenticateKey(
  { stores, clock }: { stores: Record<Environment, Store>; clock: Clock },
  authorization: string,
  { mayBeRemembered = false }: { mayBeRemembered?: boolean } = {},
): Promise<Principal> {
  const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (secret === undefined)
    throw unauthorized('The Authorization header is malformed. Send "Authorization: Bearer <API_KEY>".');
  const environment = environmentOfSecret(secret);
  if (!environment)
    throw unauthorized("This isn't an API key of this service. It may be cut off or mistyped.");
  const hash = hashSecret(secret);
  const store = stores[environment];
  const key = await store.findKeyByHash(hash, { mayBeRemembered });
  if (!key || !timingSafeEqual(Buffer.from(key.secret_hash), Buffer.from(hash)))
    throw unauthorized('This API key does not exist.');
  assertUsable(key, clock.now());
  return {
    actor: { type: 'api_key', id: key.key_id, name: key.name },
    credentialId: key.key_id,
    secret,
    workspaceId: key.workspace_id,
    environment,
    scope: key.scope,
    knowledgeBaseIds: readKnowledgeBaseIds(key),
    asUser: null,
    ...(mayBeRemembered && store.isShared && { unprovenKey: unprovenKey(store, key, clock) }),
    assertValid: async (reads) => assertUsable(await reads.keys.find(key.key_id), clock.now()),
  };
}

const unprovenKey = (store: Store, { workspace_id, key_id }: ApiKeyRow, clock: Clock): UnprovenKey => ({
  keyId: key_id,
  now: () => clock.now(),
  assertValid: async () => assertUsable(await store.workspace(workspace_id).keys.find(key_id), clock.now()),
});

function assertUsable(key: ApiKeyRow | undefined, now: number): void {
  if (!key || key.revoked_at !== null) throw unauthorized('This API key was revoked.');
  if (key.expires_at !== null && key.expires_at <= now) throw unauthorized('This API key has expired.');
}

const unauthorized = (message: string): AppError =>
  new AppError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } });
