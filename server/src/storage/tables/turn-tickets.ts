import { type AgentId, newId, sortIdsAfter } from '#lib/ids.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { TurnTicketRow } from '#storage/tables.ts';
import { type Lease, leaseWrites } from './leases.ts';

/** A session. Its turns wait for each other. */
export type SessionAddress = { agentId: AgentId; sessionId: string };

export type TurnTicket = Lease<'turn_tickets'>;

export const turnTicketReads = ({ db, workspaceId }: ReadScope) => ({
  /** The ticket whose turn it is. */
  first: async ({ agentId, sessionId }: SessionAddress): Promise<TurnTicketRow | undefined> =>
    await db
      .selectFrom('turn_tickets')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('agent_id', '=', agentId)
      .where('session_id', '=', sessionId)
      .orderBy('ticket_id')
      .limit(1)
      .executeTakeFirst(),
});

/** Tickets that expired this long ago are deleted when the next ticket of their workspace is taken. */
const FORGOTTEN_MS = 600_000;

/** A ticket is a turn's position in the queue of its session. Only the row counts: once a lease has expired, others may
 *  delete the ticket, and only after that may they go first. */
export const turnTicketWrites = (scope: WriteScope) => {
  const { engine, tx, db, workspaceId } = scope;
  const leases = leaseWrites(scope);
  return {
    /** Adds a ticket behind all others of the session. The order holds because the transactions of a workspace run one
     *  at a time. */
    take: async (
      { agentId, sessionId }: SessionAddress,
      { now, leaseUntil }: { now: number; leaseUntil: number },
    ): Promise<TurnTicket> => {
      await db
        .deleteFrom('turn_tickets')
        .where('workspace_id', '=', workspaceId)
        .where('lease_until', '<', now - FORGOTTEN_MS)
        .execute();
      const session = { workspace_id: workspaceId, agent_id: agentId, session_id: sessionId };
      const last = await db
        .selectFrom('turn_tickets')
        .select('ticket_id')
        .where(({ and }) => and(session))
        .orderBy('ticket_id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (last) sortIdsAfter(last.ticket_id);
      const ticket = { ...session, ticket_id: newId('turnTicket') };
      await db
        .insertInto('turn_tickets')
        .values({ ...ticket, lease_until: leaseUntil })
        .execute();
      return ticket;
    },

    /** False when the ticket was deleted because its lease had expired. */
    isHeld: (ticket: TurnTicket): Promise<boolean> => leases.isHeld('turn_tickets', ticket),

    /** Passes the turn to the next ticket of the session. */
    giveBack: async (ticket: TurnTicket): Promise<void> => {
      const { agent_id: agentId, session_id: sessionId } = ticket;
      if (await leases.remove('turn_tickets', ticket))
        engine.notify(tx, { topic: 'turn-ended', agentId, sessionId });
    },

    /** Deletes the tickets of the session whose leases have expired. */
    removeExpired: async ({ agentId, sessionId }: SessionAddress, now: number): Promise<void> => {
      await db
        .deleteFrom('turn_tickets')
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .where('session_id', '=', sessionId)
        .where('lease_until', '<=', now)
        .execute();
    },
  };
};
