import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const answered = new WeakSet<FastifyRequest>();

/** Marks a request as answered outside its handler, because its key was revoked. Its answer may still wait for a
 *  transaction, so that `reply.sent` comes later. */
export const noteAnswer = (request: FastifyRequest): void => {
  answered.add(request);
};

/** Whether the handler's result or error comes too late. */
export const isAnswered = (request: FastifyRequest, reply: FastifyReply): boolean =>
  reply.sent || answered.has(request);

/** Drops what a handler returns or throws after its request was answered. Call it before the routes are added. */
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
