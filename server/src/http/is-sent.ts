import type { FastifyReply } from 'fastify';

/** Whether the whole answer went out. The stream of an HTTP/2 client that goes away in between counts as finished, without
 *  an end that anybody wrote. */
export const isSent = ({ raw }: FastifyReply): boolean => raw.writableEnded && raw.writableFinished;
