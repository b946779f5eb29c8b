import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { agentOfPath } from '#chat/agent-of-path.ts';
import { notFound } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { idParams } from '#records/fields.ts';
import { SessionId } from './schema.ts';

export const sessionParams = idParams('agent', 'agt').extend({
  session_id: z
    .string()
    .meta({ description: 'The id of the session, as the client chose it or the first reply returned it.' }),
});

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
