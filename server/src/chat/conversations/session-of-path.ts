import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { agentOfPath } from '#chat/agent-of-path.ts';
import { notFound } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { SessionId } from './schema.ts';

export const sessionParams = z.object({ id: z.string(), session_id: z.string() });

/** Whether this can be the id of a session; the database does not accept every text. */
export const canBeSession = (id: string): boolean => SessionId.safeParse(id).success;

/** Throws 404 if the path names no conversation of the agent, also to a repeated request whose first answer is kept. Runs
 *  before the body is parsed, after the agent was loaded. */
export async function assertConversationExists(request: FastifyRequest): Promise<void> {
  await assertSessionCanBe(request);
  const { session_id } = request.params as z.infer<typeof sessionParams>;
  const { conversations } = contextOf(request).store;
  if (!(await conversations.find(agentOfPath.of(request).agent_id, session_id)))
    throw notFound('session', session_id);
}

/** Runs before the body is parsed. */
export async function assertSessionCanBe(request: FastifyRequest): Promise<void> {
  const { session_id } = request.params as z.infer<typeof sessionParams>;
  if (!canBeSession(session_id)) throw notFound('session', session_id);
}
