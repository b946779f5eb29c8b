import { type AgentId, newId, sortIdsAfter, type TurnTicketId } from '#lib/ids.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { TurnTicketRow } from '#storage/tables.ts';

/** Whose turns wait for each other. */
export type SessionAddress = { agentId: AgentId; sessionId: string };

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

/** What nobody has asked after for this long is swept away with the next ticket of its workspace. */
const FORGOTTEN_MS = 600_000;

/** A ticket is the place of a turn in its session. Its row is what counts: a lease that has run out lets others remove the
 *  ticket, and only then may they go before it. */
export const turnTicketWrites = ({ engine, tx, db, workspaceId }: WriteScope) => {
  const one = (ticketId: TurnTicketId, { agentId, sessionId }: SessionAddress) =>
    ({
      workspace_id: workspaceId,
      agent_id: agentId,
      session_id: sessionId,
      ticket_id: ticketId,
    }) satisfies Partial<TurnTicketRow>;
  return {
    /** A ticket behind all of the session. That it is, rests on transactions of a workspace running one after another. */
    take: async (
      session: SessionAddress,
      { now, leaseUntil }: { now: number; leaseUntil: number },
    ): Promise<TurnTicketId> => {
      await db
        .deleteFrom('turn_tickets')
        .where('workspace_id', '=', workspaceId)
        .where('lease_until', '<', now - FORGOTTEN_MS)
        .execute();
      const last = await db
        .selectFrom('turn_tickets')
        .select('ticket_id')
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', session.agentId)
        .where('session_id', '=', session.sessionId)
        .orderBy('ticket_id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (last) sortIdsAfter(last.ticket_id);
      const ticketId = newId('turnTicket');
      await db
        .insertInto('turn_tickets')
        .values({ ...one(ticketId, session), lease_until: leaseUntil })
        .execute();
      return ticketId;
    },

    /** False when the ticket was removed, because its lease had run out. */
    extend: async (ticketId: TurnTicketId, session: SessionAddress, leaseUntil: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('turn_tickets')
        .set({ lease_until: leaseUntil })
        .where(({ and }) => and(one(ticketId, session)))
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    isHeld: async (ticketId: TurnTicketId, session: SessionAddress): Promise<boolean> =>
      (await db
        .selectFrom('turn_tickets')
        .select('ticket_id')
        .where(({ and }) => and(one(ticketId, session)))
        .executeTakeFirst()) !== undefined,

    /** Gives the turn to the next of the session. */
    giveBack: async (ticketId: TurnTicketId, session: SessionAddress): Promise<void> => {
      const { numDeletedRows } = await db
        .deleteFrom('turn_tickets')
        .where(({ and }) => and(one(ticketId, session)))
        .executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) engine.notify(tx, { topic: 'turn-ended', ...session });
    },

    /** Removes the tickets of the session that nobody holds any more. */
    removeDead: async ({ agentId, sessionId }: SessionAddress, now: number): Promise<void> => {
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
