import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound } from '#errors.ts';
import { SessionId } from './schema.ts';

export const sessionParams = z.object({ id: z.string(), session_id: z.string() });

/** Whether this can be the id of a session; the database does not accept every text. */
export const canBeSession = (id: string): boolean => SessionId.safeParse(id).success;

/** Runs before the body is parsed. */
export async function assertSessionCanBe(request: FastifyRequest): Promise<void> {
  const { session_id } = request.params as z.infer<typeof sessionParams>;
  if (!canBeSession(session_id)) throw notFound('session', session_id);
}
