import { expect, it } from 'vitest';
import { type Context, heardAll, listenTo } from './context.ts';

/** The store contract for turn tickets. */
export function turnTicketsContract(context: () => Context): void {
  const session = (sessionId = 's') => ({ agentId: context().ours.agentId, sessionId });
  const take = (leaseUntil = 100, now = 0, sessionId = 's') =>
    context().ours.store.transaction((tx) => tx.turnTickets.take(session(sessionId), { now, leaseUntil }));
  const first = async (sessionId = 's') =>
    (await context().ours.store.turnTickets.first(session(sessionId)))?.ticket_id;

  it('tickets become first in the order in which they were taken', async () => {
    const { store } = context().ours;
    const other = await take(100, 0, 'other');
    const taken = await Promise.all(Array.from({ length: 20 }, () => take()));
    expect(new Set(taken.map(({ ticket_id }) => ticket_id)).size).toBe(20);
    for (const ticket of taken) {
      expect(await first()).toBe(ticket.ticket_id);
      await store.transaction((tx) => tx.turnTickets.giveBack(ticket));
    }
    expect([await first(), await first('other')]).toEqual([undefined, other.ticket_id]);
  });

  it('giving a ticket back notifies once', async () => {
    const { store, ours } = context();
    const heard = listenTo(store);
    const ticket = await take();
    for (const _ of ['first', 'second'])
      await ours.store.transaction((tx) => tx.turnTickets.giveBack(ticket));
    expect(await heardAll(ours, heard)).toEqual([{ topic: 'turn-ended', ...session() }]);
  });

  it('a ticket is lost when its lease has expired and another node removes it', async () => {
    const { store } = context().ours;
    const [lost, later] = [await take(10), await take(100)];
    await store.transaction(async (tx) => {
      expect(await tx.turnTickets.isHeld(lost)).toBe(true);
      await tx.turnTickets.removeExpired(session(), 10);
      expect(await tx.turnTickets.isHeld(lost)).toBe(false);
      expect(await tx.turnTickets.isHeld(later)).toBe(true);
    });
    expect(await first()).toBe(later.ticket_id);
  });

  it('tickets of abandoned sessions are deleted', async () => {
    const abandoned = await take(10);
    await take(1_000_000, 600_000, 'other');
    expect(await first()).toBe(abandoned.ticket_id);
    await take(1_000_000, 600_011, 'other');
    expect(await first()).toBeUndefined();
  });
}
