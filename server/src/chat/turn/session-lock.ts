import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#errors.ts';
import { createHeartbeat } from '#lib/async/heartbeat.ts';
import { keyedMutex } from '#lib/async/keyed-mutex.ts';
import { sortIdsAfter } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { SessionAddress, TurnTicket, WorkspaceStore } from '#storage/store.ts';

/** A node that was silent for this long loses its tickets. */
const LEASE_MS = 10_000;
/** How long a turn waits for a notification before it checks whether it is next. */
const POLL_MS = 250;

type AcrossNodes = Pick<Services, 'store' | 'clock' | 'log'>;
/** `store`: the store of the request. */
type Place = { store: WorkspaceStore; session: SessionAddress; signal: AbortSignal };

/** Waits until the earlier turns of a session have ended. Returns the request's store, for the turn that holds the lock. */
export type LockSession = (
  place: Place,
) => Promise<{ store: WorkspaceStore; release(): Promise<void> | void }>;

/** Runs the turns of a session one after another, in the order of their requests. */
export function lockSessionInProcess(): LockSession {
  const lock = keyedMutex<string>();
  return async ({ store, session }) => ({
    store,
    release: await lock(`${session.agentId} ${session.sessionId}`),
  });
}

/** The same across nodes: each turn takes a ticket, and runs once no ticket is before it. A node that dies loses its
 *  tickets when their leases expire. The store refuses to write with 503 if the ticket was lost and another turn went
 *  ahead. */
export function lockSessionAcrossNodes(services: AcrossNodes): LockSession {
  const { store: everything, clock, log } = services;
  const heartbeat = createHeartbeat<TurnTicket>({
    clock,
    leaseMs: LEASE_MS,
    extend: (tickets, leaseUntil) => everything.leases.extend('turn_tickets', tickets, leaseUntil),
    onError: (error) => warnOf(log, error),
  });
  return async ({ store, session, signal }) => {
    // Uses the plain store rather than the request's: the lock must be released even if the key was revoked meanwhile.
    const tickets = ticketsOf(services, everything.workspace(store.workspaceId), session);
    const take = async (): Promise<TurnTicket> => {
      const taken = await tickets.take(heartbeat.leaseUntil());
      heartbeat.hold(taken);
      return taken;
    };
    let ticket = await take();
    const release = async (): Promise<void> => {
      heartbeat.release(ticket);
      await tickets.giveBack(ticket);
    };
    try {
      while (!(await untilNext(services, tickets, { ticket, session, signal }))) {
        heartbeat.release(ticket);
        ticket = await take();
      }
      // Transcripts are ordered by message id, and the clock of the previous node may be ahead.
      await tickets.sortAfterTranscript();
      return { store: whileHeld(store, ticket), release };
    } catch (error) {
      await release();
      throw error;
    }
  };
}

/** A ticket that is not released ends with its lease. */
const warnOf = (log: AcrossNodes['log'], error: unknown): void =>
  log.warn({ err: error }, 'the place of a turn in its session could not be kept or given back');

type Tickets = ReturnType<typeof ticketsOf>;

/** The tickets of one session. */
function ticketsOf({ clock, log }: AcrossNodes, store: WorkspaceStore, session: SessionAddress) {
  return {
    first: () => store.turnTickets.first(session),
    /** Transactions of a workspace run in the order of the calls, and so do the turns of a node. */
    take: (leaseUntil: number) => {
      const lease = { now: clock.now(), leaseUntil };
      return store.transaction((tx) => tx.turnTickets.take(session, lease), { isVolatile: true });
    },
    giveBack: async (ticket: TurnTicket): Promise<void> =>
      await store
        .transaction((tx) => tx.turnTickets.giveBack(ticket), { isVolatile: true })
        .catch((error) => warnOf(log, error)),
    removeExpired: () =>
      store.transaction((tx) => tx.turnTickets.removeExpired(session, clock.now()), { isVolatile: true }),
    sortAfterTranscript: async (): Promise<void> => {
      const { agentId, sessionId } = session;
      for (const { message_id } of await store.conversations.recentMessages(agentId, sessionId, 1))
        sortIdsAfter(message_id);
    },
  };
}

/** Waits until this ticket is first. False if it is gone, because this node was silent for too long. */
async function untilNext(
  { store, clock }: AcrossNodes,
  tickets: Tickets,
  { ticket, session, signal }: { ticket: TurnTicket } & Omit<Place, 'store'>,
): Promise<boolean> {
  let ring = (): void => {};
  const stopListening = store.listen((notice) => {
    if (notice.topic !== 'turn-ended') return;
    if (notice.agentId === session.agentId && notice.sessionId === session.sessionId) ring();
  });
  try {
    for (;;) {
      signal.throwIfAborted();
      // Subscribed before the check, so that no notification is missed in between.
      const { promise: news, resolve } = Promise.withResolvers<void>();
      ring = resolve;
      const first = await tickets.first();
      if (first === undefined || first.ticket_id >= ticket.ticket_id)
        return first?.ticket_id === ticket.ticket_id;
      if (first.lease_until <= clock.now()) await tickets.removeExpired();
      else await Promise.race([news, sleep(POLL_MS, undefined, { signal }).catch(() => undefined)]);
    }
  } finally {
    stopListening();
  }
}

/** The store of a request while its turn holds the lock: an overtaken turn must not write. */
const whileHeld = (store: WorkspaceStore, ticket: TurnTicket): WorkspaceStore => ({
  ...store,
  transaction: (work, options) =>
    store.transaction(async (tx) => {
      if (!(await tx.turnTickets.isHeld(ticket))) throw overtaken();
      return await work(tx);
    }, options),
});

const overtaken = (): AppError =>
  new AppError(
    'unavailable',
    'Another turn of the session went ahead, because this one had stopped responding: send the message again.',
    { headers: { 'retry-after': '1' } },
  );
