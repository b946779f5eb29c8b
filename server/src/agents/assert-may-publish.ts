import type { FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import type { AgentWithBases, WorkspaceReads } from '#storage/store.ts';

/** The check of `assertMayChangePublished`, for the documentation of routes. */
export const PUBLISHED_CONDITION =
  'While the agent has an enabled publishable token, only those who may publish can add knowledge bases, change system_prompt or activate it: admins, or everyone with write access while members_may_publish is on.';

/** Throws 403 unless the sender may publish an agent: admins may, and members if the workspace allows it. Keys restricted
 *  to knowledge bases only see agents that use no other (storage/visibility.ts).
 *  what: the refused action, as the start of a sentence; hint: what to do instead. */
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

/** The same for changes of a token; everyone with write access may disable one. */
export async function assertMayChangeToken(request: FastifyRequest): Promise<void> {
  const { enabled, ...rest } = (request.body ?? {}) as { enabled?: unknown };
  if (enabled === false && Object.keys(rest).length === 0) return;
  await assertMayPublish(request);
}

/** The same for changes of an agent that decide what visitors of web pages learn from it. Call it in the transaction of
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
