import type { FastifyReply } from 'fastify';

/** Whether the whole answer was sent. The stream of an HTTP/2 client that disconnects midway counts as finished
 *  without having been ended. */
export const isSent = ({ raw }: FastifyReply): boolean =>
  // An answer to the service itself (`mcp/call-api.ts`) needs no socket: it is sent once it has ended.
  raw.writableEnded && (raw.writableFinished || 'isLightMyRequest' in raw);
