import type { FastifyInstance } from 'fastify';

const INTERVAL_MS = 50;

/** While the app closes, connections are closed as they fall idle. Node does so once, at the beginning: a client that keeps
 *  its connection after an answer that was under way would hold up the end for as long as it likes. */
export function closeIdleConnections(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), INTERVAL_MS);
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
