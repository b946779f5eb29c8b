import type { FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import type { AgentWithBases, WorkspaceReads } from '#storage/store.ts';

/** Throws 403 for those who may not publish an agent: all but admins, unless the workspace lets members. Keys restricted to
 *  knowledge bases see only agents that use no other (storage/visibility.ts).
 *  what: they want to do, as a sentence begins; hint: what they can do instead. */
export async function assertMayPublish(
  request: FastifyRequest,
  { workspace }: Pick<WorkspaceReads, 'workspace'> = contextOf(request).store,
  { what = 'Publishing an agent', hint = '' } = {},
): Promise<void> {
  const { scope, role } = contextOf(request).principal;
  if (scope === 'admin' || (await workspace.get()).members_may_publish === 1) return;
  throw new AppError(
    'forbidden',
    role === undefined
      ? `${what} needs a key with scope admin, unless the workspace setting members_may_publish is on; this key has ${scope}.${hint}`
      : `${what} is for owners and admins, unless the workspace setting members_may_publish is on; you are a ${role}.${hint}`,
  );
}

/** The same for a change of a token; to disable one everybody may who may change anything. */
export async function assertMayChangeToken(request: FastifyRequest): Promise<void> {
  const { enabled, ...rest } = (request.body ?? {}) as { enabled?: unknown };
  if (enabled === false && Object.keys(rest).length === 0) return;
  await assertMayPublish(request);
}

/** The same for a change of an agent that decides what visitors of web pages learn from it. Belongs into the transaction of
 *  the change. */
export async function assertMayChangePublished(
  request: FastifyRequest,
  tx: Pick<WorkspaceReads, 'publishableTokens' | 'workspace'>,
  { before, after }: { before: AgentWithBases; after: AgentWithBases },
): Promise<void> {
  const isWider = after.knowledge_base_ids.some((id) => !before.knowledge_base_ids.includes(id));
  const isActivated = before.status !== 'active' && after.status === 'active';
  if (!isWider && !isActivated && before.system_prompt === after.system_prompt) return;
  if (!(await tx.publishableTokens.isPublished(before.agent_id))) return;
  await assertMayPublish(request, tx, {
    what: 'Adding knowledge bases to a published agent, changing its system_prompt or activating it',
    hint: ' Ask an admin, or disable the publishable tokens of the agent first.',
  });
}
