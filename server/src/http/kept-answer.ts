import type { FastifyReply } from 'fastify';
import type { WorkspaceTransaction } from '#storage/store.ts';

/** A successful answer, as stored for a request with an `Idempotency-Key`. */
export type KeptAnswer = { status: number; location: string | undefined; body: unknown };

/** Stores the answer of a request in the transaction of its write. */
export type KeepAnswer = (tx: WorkspaceTransaction, answer: KeptAnswer) => Promise<void>;

/** Sets the status and headers of an answer that is replayed, and returns its body. */
export function replayAnswer(reply: FastifyReply, { status, location, body }: KeptAnswer): unknown {
  reply.status(status).headers({ 'idempotency-replayed': 'true', 'cache-control': 'no-store' });
  if (location !== undefined) reply.header('location', location);
  return body;
}
