import { expect, it } from 'vitest';
import { type Context, heardAll, listenTo } from './context.ts';

/** The part of the contract of a store that is about turn tickets. */
export function turnTicketsContract(context: () => Context): void {
  const session = (sessionId = 's') => ({ agentId: context().ours.agentId, sessionId });
  const take = (leaseUntil = 100, now = 0, sessionId = 's') =>
    context().ours.store.transaction((tx) => tx.turnTickets.take(session(sessionId), { now, leaseUntil }));
  const first = async (sessionId = 's') =>
    (await context().ours.store.turnTickets.first(session(sessionId)))?.ticket_id;

  it('are first one after another, in the order in which they were taken', async () => {
    const { store } = context().ours;
    const other = await take(100, 0, 'other');
    const taken = await Promise.all(Array.from({ length: 20 }, () => take()));
    expect(new Set(taken).size).toBe(20);
    for (const ticketId of taken) {
      expect(await first()).toBe(ticketId);
      await store.transaction((tx) => tx.turnTickets.giveBack(ticketId, session()));
    }
    expect([await first(), await first('other')]).toEqual([undefined, other]);
  });

  it('tell of their end, once', async () => {
    const { store, ours } = context();
    const heard = listenTo(store);
    const ticketId = await take();
    for (const _ of ['first', 'second'])
      await ours.store.transaction((tx) => tx.turnTickets.giveBack(ticketId, session()));
    expect(await heardAll(ours, heard)).toEqual([{ topic: 'turn-ended', ...session() }]);
  });

  it('are lost when their lease has run out and somebody removes them, unless it was extended before', async () => {
    const { store } = context().ours;
    const [lost, extended, later] = [await take(10), await take(10), await take(100)];
    await store.transaction(async (tx) => {
      expect(await tx.turnTickets.extend(extended, session(), 20)).toBe(true);
      await tx.turnTickets.removeDead(session(), 10);
    });
    expect(await first()).toBe(extended);
    await store.transaction(async (tx) => {
      expect(await tx.turnTickets.extend(lost, session(), 99)).toBe(false);
      expect(await tx.turnTickets.isHeld(lost, session())).toBe(false);
      expect(await tx.turnTickets.isHeld(later, session())).toBe(true);
      await tx.turnTickets.removeDead(session(), 99);
    });
    expect(await first()).toBe(later);
  });

  it('do not pile up in sessions that nobody comes back to', async () => {
    const abandoned = await take(10);
    await take(1_000_000, 600_000, 'other');
    expect(await first()).toBe(abandoned);
    await take(1_000_000, 600_011, 'other');
    expect(await first()).toBeUndefined();
  });
}
