import type { FastifyReply } from 'fastify';
import type { Principal } from '#records/principal.ts';
import { tooMany } from './rate-limit.ts';

/** The limit for all clients of an environment, in one process. Each stream takes about 30 kB and a listener. */
const MOST_OF_ALL = 2_000;
/** The limit for one workspace, however many keys it has: a quarter, so that it cannot lock out the others. */
const MOST_OF_A_WORKSPACE = MOST_OF_ALL / 4;
/** Short, because one of the client's streams may end at any time. */
const RETRY_SECONDS = 5;

/** Counts a request that stays open, such as a stream or a long poll, until its connection or answer ends. Throws 429
 *  above the limit. */
export type HoldOpen = (reply: FastifyReply, principal: Principal) => void;

/** Limits every key and person to `streams` of RATE_LIMITS, in this process. */
export function limitOpenStreams(config: { RATE_LIMITS: { isOn: boolean; streams: number } }): HoldOpen {
  if (!config.RATE_LIMITS.isOn) return () => {};
  const limit = config.RATE_LIMITS.streams;
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
    // If the client has already disconnected, nothing would end the count.
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
