import { createKey } from '#keys/create-key.ts';
import type { Clock } from '#lib/clock.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import { type KnowledgeBaseId, newId, type WorkspaceId } from '#lib/ids.ts';
import type { Store } from '#storage/store.ts';

/** What the first start prints and nobody can read again. */
export type FirstKeys = Record<Environment, { secret: string; knowledgeBaseId: KnowledgeBaseId }>;

/** indexVersion: of new knowledge bases. */
type Dependencies = { stores: Record<Environment, Store>; clock: Clock; indexVersion: string };

/** With empty storage: makes the workspace with its default knowledge base, and an admin key, in both environments.
 *  Undefined when all that is there already. A start that was cut short is completed. */
export async function setUp({ stores, ...more }: Dependencies): Promise<FirstKeys | undefined> {
  const [existing] = await stores.live.workspaceIds();
  const workspaceId = existing ?? newId('workspace');
  const isNew = existing === undefined || (await stores.sandbox.workspaceIds()).length === 0;
  if (!isNew) return undefined;
  const keys: Partial<FirstKeys> = {};
  for (const environment of ENVIRONMENTS)
    keys[environment] = await setUpEnvironment(stores[environment], workspaceId, more);
  return keys as FirstKeys;
}

async function setUpEnvironment(
  environment: Store,
  workspaceId: WorkspaceId,
  { clock, indexVersion }: Omit<Dependencies, 'stores'>,
): Promise<FirstKeys[Environment]> {
  const store = environment.workspace(workspaceId);
  if (!(await environment.workspaceIds()).includes(workspaceId)) {
    const stamps = { created_at: clock.now(), updated_at: clock.now() };
    await store.transaction(async (tx) => {
      await tx.workspace.create({ name: 'My workspace', ...stamps });
      await tx.knowledgeBases.insert({
        knowledge_base_id: newId('knowledgeBase'),
        name: 'Default',
        description: 'Where sources go that name no knowledge base.',
        is_default: 1,
        index_version: indexVersion,
        ...stamps,
      });
    });
  }
  const { secret } = await createKey({ store, clock }, { name: 'First admin key', scope: 'admin' });
  return { secret, knowledgeBaseId: await store.knowledgeBases.defaultId() };
}
