import type { FastifyInstance } from 'fastify';

/** A request may be answered while its handler runs, because its key was revoked: what the handler then returns or throws
 *  concerns nobody. To be called before the routes are added. */
export function ignoreAnsweredRequests(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = async function (request, reply) {
      try {
        const payload = await handler.call(this, request, reply);
        return reply.sent ? undefined : payload;
      } catch (error) {
        if (!reply.sent) throw error;
        request.log.debug({ err: error }, 'the request was answered before its handler ended');
        return undefined;
      }
    };
  });
}
