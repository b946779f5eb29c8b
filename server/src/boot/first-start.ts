import { newKey } from '#keys/create-key.ts';
import type { Clock } from '#lib/clock.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import { type KnowledgeBaseId, newId, type WorkspaceId } from '#lib/ids.ts';
import { newInvitation } from '#members/new-invitation.ts';
import { recordAudit, SERVICE } from '#records/audit.ts';
import type { Store, WorkspaceStore } from '#storage/store.ts';
import { makeWorkspace } from '#workspace/make-workspace.ts';

/** Printed by the first start and never shown again. */
export type FirstKeys = Record<Environment, { secret: string; knowledgeBaseId: KnowledgeBaseId }> & {
  /** Token of the invitation that makes the first person the owner. */
  ownerToken: string;
};

/** indexVersion: for the default knowledge bases. */
type Dependencies = { stores: Record<Environment, Store>; clock: Clock; indexVersion: string };

/** Prepares empty storage: a workspace with a default knowledge base and an admin key in both environments, and an
 *  invitation for its owner. Undefined if nothing is left to do. Completes an interrupted first start. If several nodes
 *  start at once, one of them gets the keys. */
export async function completeFirstStart({ stores, ...more }: Dependencies): Promise<FirstKeys | undefined> {
  const workspaceId = await firstWorkspaceId(stores.live);
  const live = stores.live.workspace(workspaceId);
  const sandbox = stores.sandbox.workspace(workspaceId);
  if (await hasKeys(sandbox)) return undefined;
  const workspace = { name: 'My workspace', now: more.clock.now(), indexVersion: more.indexVersion };
  for (const environment of ENVIRONMENTS) await makeWorkspace({ live, sandbox }[environment], workspace);
  return await makeKeys({ live, sandbox }, more);
}

async function firstWorkspaceId(live: Store): Promise<WorkspaceId> {
  const [existing] = await live.workspaceIds();
  if (existing) return existing;
  // Nodes that start at the same time all get the same id.
  return (await live.settings.getOrCreate('first_workspace_id', () => newId('workspace'))) as WorkspaceId;
}

const hasKeys = async ({ keys }: Pick<WorkspaceStore, 'keys'>): Promise<boolean> =>
  (await keys.list({ limit: 1 })).length > 0;

/** The sandbox key is stored last, and the node that stores it wins. Other nodes delete the live key they have just
 *  created. */
async function makeKeys(
  { live, sandbox }: Record<Environment, WorkspaceStore>,
  { clock }: Pick<Dependencies, 'clock'>,
): Promise<FirstKeys | undefined> {
  const first = { name: 'First admin key', scope: 'admin' } as const;
  const liveKey = newKey({ store: live, clock }, first);
  const sandboxKey = newKey({ store: sandbox, clock }, first);
  await live.transaction((tx) => tx.keys.insert(liveKey.row));
  const isFirst = await sandbox.transaction(async (tx) => {
    if (await hasKeys(tx)) return false;
    await tx.keys.insert(sandboxKey.row);
    return true;
  });
  if (!isFirst) {
    await live.transaction((tx) => tx.keys.remove(liveKey.row.key_id));
    return undefined;
  }
  return {
    ownerToken: await inviteOwner(live, clock),
    live: { secret: liveKey.secret, knowledgeBaseId: await live.knowledgeBases.defaultId() },
    sandbox: { secret: sandboxKey.secret, knowledgeBaseId: await sandbox.knowledgeBases.defaultId() },
  };
}

async function inviteOwner(live: WorkspaceStore, clock: Clock): Promise<string> {
  const { row, token } = newInvitation(clock, { role: 'owner' });
  await live.transaction(async (tx) => {
    await tx.invitations.insert(row);
    await recordAudit(tx, {
      actor: SERVICE,
      action: 'invitation.created',
      subjectId: row.invitation_id,
      details: { role: row.role },
      now: row.created_at,
    });
  });
  return token;
}
