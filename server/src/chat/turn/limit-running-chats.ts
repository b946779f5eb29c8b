import { tooMany } from '#http/rate-limits/rate-limit.ts';
import { createHeartbeat } from '#lib/async/heartbeat.ts';
import type { Principal } from '#records/principal.ts';
import type { Services } from '#services.ts';
import type { RunningChat } from '#storage/store.ts';

/** A node that was silent for this long runs no chats. */
const LEASE_MS = 10_000;

type Dependencies = Pick<Services, 'store' | 'clock' | 'log' | 'config'>;

type Sender = Pick<Principal, 'actor' | 'workspaceId'>;
type EndChat = () => Promise<void> | void;

/** Counts a sender's chat until the returned function is called. Throws 429 if the sender has too many running. */
export type StartChat = (sender: Sender) => Promise<EndChat>;

/** Limits each sender to `chats` of RATE_LIMITS, over all nodes. */
export function limitRunningChats(services: Dependencies): StartChat {
  const { isOn, chats: limit } = services.config.RATE_LIMITS;
  if (!isOn) return async () => () => {};
  const enter = services.store.isShared ? acrossNodes(services, limit) : inThisProcess(limit);
  return async (sender) => {
    const leave = await enter(sender);
    if (leave) return leave;
    throw tooMany(
      `${limit} chats are running, the limit for one API key, person or chat widget: send this message again when another chat has ended.`,
      1,
    );
  };
}

/** Undefined when the limit is reached. */
type Enter = (sender: Sender) => Promise<EndChat | undefined>;

function inThisProcess(limit: number): Enter {
  const counts = new Map<string, number>();
  return async ({ actor, workspaceId }) => {
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
  /** If the transaction fails, the chat's count ends with its lease. */
  const warn = (error: unknown): void =>
    log.warn({ err: error }, 'a running chat could not be counted any more, or any longer');
  const heartbeat = createHeartbeat<RunningChat>({
    clock,
    leaseMs: LEASE_MS,
    extend: (chats, leaseUntil) => store.leases.extend('running_chats', chats, leaseUntil),
    onError: warn,
  });
  return async ({ actor, workspaceId }) => {
    // Uses the plain store rather than the request's: the count must be reduced even if the key was revoked meanwhile.
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
