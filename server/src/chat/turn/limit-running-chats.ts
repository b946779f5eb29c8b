import type { FastifyRequest } from 'fastify';
import { contextOf } from '#http/context.ts';
import { tooMany } from '#http/rate-limits/rate-limit.ts';
import { createHeartbeat } from '#lib/async/heartbeat.ts';
import type { Services } from '#services.ts';
import type { RunningChat } from '#storage/store.ts';

/** A node that has not been heard of for this long runs no chats. */
const LEASE_MS = 10_000;

type Dependencies = Pick<Services, 'store' | 'clock' | 'log' | 'config'>;

/** The same turn, counted among those that its sender has under way from the moment in which it is first asked for something.
 *  Throws 429 when that is one too many. */
export type LimitRunningChats = <Event, Result>(
  request: FastifyRequest,
  turn: AsyncGenerator<Event, Result>,
) => AsyncGenerator<Event, Result>;

/** Holds everybody to `chats` of RATE_LIMITS, on all nodes together. */
export function limitRunningChats(services: Dependencies): LimitRunningChats {
  const { isOn, chats: limit } = services.config.RATE_LIMITS;
  if (!isOn) return (_, turn) => turn;
  const enter = services.store.isShared ? acrossNodes(services, limit) : inThisProcess(limit);
  return async function* counted(request, turn) {
    const leave = await enter(request);
    if (!leave)
      throw tooMany(
        `${limit} chats are under way, the most that one API key, person or chat widget may have: send this one when another has ended.`,
        1,
      );
    try {
      return yield* turn;
    } finally {
      await leave();
    }
  };
}

/** Undefined when there is no place. */
type Enter = (request: FastifyRequest) => Promise<(() => Promise<void> | void) | undefined>;

function inThisProcess(limit: number): Enter {
  const counts = new Map<string, number>();
  return async (request) => {
    const { actor, workspaceId } = contextOf(request).principal;
    const name = `${workspaceId} ${actor.id}`;
    const before = counts.get(name) ?? 0;
    if (before >= limit) return undefined;
    counts.set(name, before + 1);
    return () => {
      const left = (counts.get(name) ?? 1) - 1;
      if (left === 0) counts.delete(name);
      else counts.set(name, left);
    };
  };
}

function acrossNodes({ store, clock, log }: Dependencies, limit: number): Enter {
  /** Without it a chat ends with its lease. */
  const warn = (error: unknown): void =>
    log.warn({ err: error }, 'a running chat could not be counted any more, or any longer');
  const heartbeat = createHeartbeat<RunningChat>({
    clock,
    leaseMs: LEASE_MS,
    extend: (chats, leaseUntil) => store.leases.extend('running_chats', chats, leaseUntil),
    onError: warn,
  });
  return async (request) => {
    const { actor, workspaceId } = contextOf(request).principal;
    // Not by the store of the request: a place is given back also when the key was revoked meanwhile.
    const { transaction } = store.workspace(workspaceId);
    const lease = { limit, now: clock.now(), leaseUntil: heartbeat.leaseUntil() };
    const chat = await transaction((tx) => tx.runningChats.enter(actor.id, lease), { isVolatile: true });
    if (chat === undefined) return undefined;
    heartbeat.hold(chat);
    return async () => {
      heartbeat.release(chat);
      await transaction((tx) => tx.runningChats.leave(chat), { isVolatile: true }).catch(warn);
    };
  };
}
