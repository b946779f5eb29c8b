import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { commit } from './commit.ts';
import { contextOf } from './context.ts';
import { answer } from './envelope.ts';
import { unlessInterrupted } from './interrupted-error.ts';
import { assertUnchanged, sendVersion } from './precondition.ts';

/** Like `commit`, for data about people, which belongs to the live environment. At the sandbox URL, the answer of a
 *  request with an `Idempotency-Key` is stored after the write, in a separate transaction. */
export async function commitLive<Data>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: WorkspaceTransaction) => ReturnType<Parameters<typeof commit<Data>>[2]>,
): ReturnType<typeof commit<Data>> {
  const { store, people, keepAnswer } = contextOf(request);
  if (store.environment === 'live') return await commit(request, reply, work);
  const made = await people.transaction(async (tx) => {
    await assertUnchanged(request, tx);
    const done = await work(tx);
    await sendVersion(request, reply, tx);
    return done;
  });
  const { status = 200, location } = made;
  const body = answer(request, made.data);
  if (keepAnswer)
    await unlessInterrupted(store.transaction((tx) => keepAnswer(tx, { status, location, body })));
  reply.status(status);
  if (location !== undefined) reply.header('location', location);
  return body;
}
