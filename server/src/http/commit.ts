import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TransactionOptions, WorkspaceTransaction } from '#storage/store.ts';
import { contextOf } from './context.ts';
import { answer } from './envelope.ts';
import { replayAnswer } from './kept-answer.ts';
import { assertUnchanged, sendVersion } from './precondition.ts';

/** The answer of a write. Status 200 and no location by default. */
type Made<Data> = { data: Data; status?: 200 | 201 | 202; location?: string };

/** Runs a write and answers with its result, unless `If-Match` says that it is about an earlier version. The answer is created inside the transaction, so that a request with an
 *  `Idempotency-Key` stores both the write and its answer, or neither. */
export async function commit<Data>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: WorkspaceTransaction) => Promise<Made<Data>>,
  options?: TransactionOptions,
): Promise<ReturnType<typeof answer<Data>>> {
  const { store, keepAnswer, earlierAnswer } = contextOf(request);
  if (earlierAnswer) return replayAnswer(reply, earlierAnswer) as ReturnType<typeof answer<Data>>;
  const { status, location, body } = await store.transaction(async (tx) => {
    await assertUnchanged(request, tx);
    const made = await work(tx);
    await sendVersion(request, reply, tx);
    const stored = { status: made.status ?? 200, location: made.location, body: answer(request, made.data) };
    await keepAnswer?.(tx, stored);
    return stored;
  }, options);
  reply.status(status);
  if (location !== undefined) reply.header('location', location);
  return body;
}
