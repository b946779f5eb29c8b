import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#errors.ts';
import { keyedMutex } from '#lib/async/keyed-mutex.ts';
import { sortIdsAfter, type TurnTicketId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { SessionAddress, WorkspaceStore } from '#storage/store.ts';

/** A node that was silent for this long loses its tickets. */
const LEASE_MS = 10_000;
const EXTEND_EVERY_MS = 3_000;
/** How long a turn waits for a notification before it checks whether it is next. */
const POLL_MS = 250;

type AcrossNodes = Pick<Services, 'store' | 'clock' | 'log'>;
/** `store`: that of the request. */
type Place = { store: WorkspaceStore; session: SessionAddress; signal: AbortSignal };

/** Waits until the earlier turns of a session have ended. `store` is that of the request, for the turn that holds the lock. */
export type LockSession = (
  place: Place,
) => Promise<{ store: WorkspaceStore; release(): Promise<void> | void }>;

/** Turns of a session run one after another, in the order in which they asked. */
export function lockSessionInProcess(): LockSession {
  const lock = keyedMutex<string>();
  return async ({ store, session }) => ({
    store,
    release: await lock(`${session.agentId} ${session.sessionId}`),
  });
}

/** The same over all nodes: each turn takes a ticket, and runs when none is before it. A node that dies loses its tickets when
 *  their leases run out. The store refuses to write, with 503, when the ticket was lost to a turn that went ahead. */
export function lockSessionAcrossNodes(services: AcrossNodes): LockSession {
  return async ({ store, session, signal }) => {
    // Not the store of the request: the lock is released even if the key was revoked meanwhile.
    const tickets = ticketsOf(services, services.store.workspace(store.workspaceId), session);
    let ticketId = await tickets.take();
    const extending = setInterval(() => tickets.extend(ticketId), EXTEND_EVERY_MS);
    const release = async (): Promise<void> => {
      clearInterval(extending);
      await tickets.giveBack(ticketId);
    };
    try {
      while (!(await untilNext(services, tickets, { ticketId, session, signal })))
        ticketId = await tickets.take();
      // Transcripts are ordered by message id, and the clock of the node before may be ahead.
      await tickets.sortAfterTranscript();
      return { store: whileHeld(store, session, ticketId), release };
    } catch (error) {
      await release();
      throw error;
    }
  };
}

type Tickets = ReturnType<typeof ticketsOf>;

/** The tickets of one session. */
function ticketsOf({ clock, log }: AcrossNodes, store: WorkspaceStore, session: SessionAddress) {
  /** Without the transaction a ticket ends with its lease. */
  const warn = (error: unknown): void =>
    log.warn({ err: error }, 'the place of a turn in its session could not be kept or given back');
  return {
    first: () => store.turnTickets.first(session),
    /** Transactions of a workspace run in the order of the calls, and so do the turns of a node. */
    take: () => {
      const now = clock.now();
      const lease = { now, leaseUntil: now + LEASE_MS };
      return store.transaction((tx) => tx.turnTickets.take(session, lease), { isForgettable: true });
    },
    extend: (ticketId: TurnTicketId): void => {
      const leaseUntil = clock.now() + LEASE_MS;
      store
        .transaction((tx) => tx.turnTickets.extend(ticketId, session, leaseUntil), { isForgettable: true })
        .catch(warn);
    },
    giveBack: async (ticketId: TurnTicketId): Promise<void> =>
      await store
        .transaction((tx) => tx.turnTickets.giveBack(ticketId, session), { isForgettable: true })
        .catch(warn),
    removeDead: () =>
      store.transaction((tx) => tx.turnTickets.removeDead(session, clock.now()), { isForgettable: true }),
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
  { ticketId, session, signal }: { ticketId: TurnTicketId } & Omit<Place, 'store'>,
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
      if (first === undefined || first.ticket_id >= ticketId) return first?.ticket_id === ticketId;
      if (first.lease_until <= clock.now()) await tickets.removeDead();
      else await Promise.race([news, sleep(POLL_MS, undefined, { signal }).catch(() => undefined)]);
    }
  } finally {
    stopListening();
  }
}

/** The store of a request while its turn holds the lock: an overtaken turn must not write. */
const whileHeld = (
  store: WorkspaceStore,
  session: SessionAddress,
  ticketId: TurnTicketId,
): WorkspaceStore => ({
  ...store,
  transaction: (work, options) =>
    store.transaction(async (tx) => {
      if (!(await tx.turnTickets.isHeld(ticketId, session))) throw overtaken();
      return await work(tx);
    }, options),
});

const overtaken = (): AppError =>
  new AppError(
    'unavailable',
    'Another turn of the session went ahead, because this one had stopped responding: send the message again.',
    { headers: { 'retry-after': '1' } },
  );
