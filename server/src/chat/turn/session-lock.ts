import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#errors.ts';
import { createHeartbeat } from '#lib/async/heartbeat.ts';
import { sortIdsAfter } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { SessionAddress, TurnTicket, WorkspaceStore } from '#storage/store.ts';

/** A node that has not been heard of for this long loses its places. */
const LEASE_MS = 10_000;
/** How long a turn waits for news before it looks by itself whether it is next. */
const POLL_MS = 250;

type AcrossNodes = Pick<Services, 'store' | 'clock' | 'log'>;
/** `store`: that of the request. */
type Place = { store: WorkspaceStore; session: SessionAddress; signal: AbortSignal };

/** Runs generators on one session one after another, on whichever nodes, in the order in which they are first asked for
 *  something: each takes a ticket, and runs when none is before it. A node that dies loses its tickets when their leases
 *  run out. `work` gets a store that refuses to write, with 503, when the ticket was lost to a turn that went ahead. */
export function acrossNodes(services: AcrossNodes) {
  const { store: everything, clock, log } = services;
  const heartbeat = createHeartbeat<TurnTicket>({
    clock,
    leaseMs: LEASE_MS,
    extend: (tickets, leaseUntil) => everything.leases.extend('turn_tickets', tickets, leaseUntil),
    onError: (error) => warnOf(log, error),
  });
  return async function* inOrder<Event, Result>(
    { store, session, signal }: Place,
    work: (store: WorkspaceStore) => AsyncGenerator<Event, Result>,
  ): AsyncGenerator<Event, Result> {
    // Not by the store of the request: a place is given back also when the key was revoked meanwhile.
    const tickets = ticketsOf(services, everything.workspace(store.workspaceId), session);
    const take = async (): Promise<TurnTicket> => {
      const taken = await tickets.take(heartbeat.leaseUntil());
      heartbeat.hold(taken);
      return taken;
    };
    let ticket = await take();
    try {
      while (!(await untilNext(services, tickets, { ticket, session, signal }))) {
        heartbeat.release(ticket);
        ticket = await take();
      }
      // Transcripts are in the order of their ids, and the clock of the node before may be ahead.
      await tickets.sortAfterTranscript();
      return yield* work(whileHeld(store, ticket));
    } finally {
      heartbeat.release(ticket);
      await tickets.giveBack(ticket);
    }
  };
}

/** A ticket that is not given back ends with its lease. */
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

/** Waits until no ticket is before this one. False when it is gone, because this node was not heard of for too long. */
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
      // Before the look, so that no news is missed between the two.
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

/** The store of a request, as long as its turn holds its place: what another turn has overtaken must not be written. */
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
    'Another turn of the session went ahead, because this one was not heard of for too long: send the message again.',
    { headers: { 'retry-after': '1' } },
  );
