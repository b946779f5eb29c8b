import { createKey } from '#keys/create-key.ts';
import { systemClock } from '#lib/clock.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import { newId } from '#lib/ids.ts';
import { openStoreBesideServer } from '#storage/open-store.ts';
import { type Client, createClient, type TestService } from './start-test-service.ts';
import { storageBeside } from './test-storage.ts';

/** A client with a new key, made with an admin's. */
export async function clientWithScope(
  admin: Client,
  scope: 'read_only' | 'read_write' | 'admin',
  more: Record<string, unknown> = {},
): Promise<Client & { keyId: string }> {
  const { body } = await admin.post('/v1/api-keys', { name: `A ${scope} key`, scope, ...more });
  return { ...createClient(admin.baseUrl, body.data.key), keyId: body.data.id };
}

/** A second workspace, whose data the first must never see; the interface has no way to make one. To be called before
 *  the service has work to do: two writers on one thread would wait for each other. */
export async function addWorkspace({
  dataDir,
  live,
  sandbox,
}: TestService): Promise<Record<Environment, Client>> {
  const workspaceId = newId('workspace');
  const clients: Partial<Record<Environment, Client>> = {};
  for (const environment of ENVIRONMENTS) {
    const beside = await openStoreBesideServer({ ...storageBeside(dataDir), environment });
    const store = beside.workspace(workspaceId);
    const [neighbour] = await beside.orphanedWork.knowledgeBasesWithoutJob();
    const now = Date.now();
    await store.transaction(async (tx) => {
      await tx.workspace.create({ name: 'Another workspace', created_at: now, updated_at: now });
      await tx.knowledgeBases.insert({
        knowledge_base_id: newId('knowledgeBase'),
        name: 'Default',
        description: '',
        is_default: 1,
        index_version: neighbour?.index_version ?? '',
        created_at: now,
        updated_at: now,
      });
    });
    const { secret } = await createKey({ store, clock: systemClock }, { name: 'Admin', scope: 'admin' });
    await beside.close();
    clients[environment] = createClient({ live, sandbox }[environment].baseUrl, secret);
  }
  return clients as Record<Environment, Client>;
}
