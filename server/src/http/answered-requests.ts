import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const answered = new WeakSet<FastifyRequest>();

/** Notes that a request is being answered outside its handler, because its key was revoked. Its answer may still have a
 *  transaction to wait for, so that `reply.sent` comes later. */
export const noteAnswer = (request: FastifyRequest): void => {
  answered.add(request);
};

/** Whether anything that its handler returns or throws comes too late. */
export const isAnswered = (request: FastifyRequest, reply: FastifyReply): boolean =>
  reply.sent || answered.has(request);

/** A request may be answered while its handler runs: what the handler then returns or throws is dropped. Call it before
 *  the routes are added. */
export function ignoreAnsweredRequests(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = async function (request, reply) {
      try {
        const payload = await handler.call(this, request, reply);
        return isAnswered(request, reply) ? reply : payload;
      } catch (error) {
        if (!isAnswered(request, reply)) throw error;
        request.log.debug({ err: error }, 'the request was answered before its handler ended');
        return reply;
      }
    };
  });
}
