import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';

export type AfterAnswer = (reply: FastifyReply, work: () => Promise<void>) => void;

/** Runs work that clients should not wait for, after the answer. The app closes once all of it has ended. */
export function afterAnswers(app: FastifyInstance, log: FastifyBaseLogger): AfterAnswer {
  const pending = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(pending);
  });
  return (reply, work) => {
    reply.raw.once('close', () => {
      const running = work()
        .catch((error) => log.warn({ err: error }, 'what was to be done after an answer failed'))
        .finally(() => pending.delete(running));
      pending.add(running);
    });
  };
}
