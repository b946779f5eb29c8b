import type { FastifyReply } from 'fastify';
import type { Principal } from '#records/principal.ts';
import { tooMany } from './rate-limit.ts';

/** The most of all clients of an environment, in one process. Each takes about 30 kB and a listener. */
const MOST_OF_ALL = 2_000;
/** The most of one workspace, however many keys it has: a quarter, so that it cannot lock out the others. */
const MOST_OF_A_WORKSPACE = MOST_OF_ALL / 4;
/** A stream of the client may end at any time. */
const RETRY_SECONDS = 5;

/** Counts a request that stays open, a stream or a long poll, until its connection or answer ends. Throws 429 for one
 *  too many. */
export type HoldOpen = (reply: FastifyReply, principal: Principal) => void;

/** Holds every key and person to `RATE_LIMIT_STREAMS` of them, in this process. */
export function limitOpenStreams(config: {
  RATE_LIMITS: 'on' | 'off';
  RATE_LIMIT_STREAMS: number;
}): HoldOpen {
  if (config.RATE_LIMITS === 'off') return () => {};
  const limit = config.RATE_LIMIT_STREAMS;
  const counts = new Map<string, number>();
  const countOf = (name: string): number => counts.get(name) ?? 0;
  const add = (name: string, change: 1 | -1): void => {
    const count = countOf(name) + change;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
  };
  let all = 0;
  return (reply, { workspaceId, actor }) => {
    const name = `${workspaceId} ${actor.id}`;
    if (countOf(name) >= limit)
      throw tooMany(
        `${limit} streams and waiting requests are open, the most for one API key or person. Close one of them first.`,
        RETRY_SECONDS,
      );
    if (countOf(workspaceId) >= MOST_OF_A_WORKSPACE)
      throw tooMany(
        `${MOST_OF_A_WORKSPACE} streams and waiting requests are open, the most for one workspace. Close one of them first.`,
        RETRY_SECONDS,
      );
    if (all >= MOST_OF_ALL)
      throw tooMany(
        'The service has as many open streams and waiting requests as it can. Try again in a few seconds.',
        RETRY_SECONDS,
      );
    // The client may be gone already, and then nothing would end the count.
    if (reply.raw.destroyed) return;
    add(name, 1);
    add(workspaceId, 1);
    all++;
    reply.raw.once('close', () => {
      add(name, -1);
      add(workspaceId, -1);
      all--;
    });
  };
}
