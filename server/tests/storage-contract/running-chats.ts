import { expect, it } from 'vitest';
import type { Context } from './context.ts';
import { addTenant } from './tenant.ts';

/** The store contract for running chats. */
export function runningChatsContract(context: () => Context): void {
  it('the limit applies per actor and ignores chats whose lease has expired', async () => {
    const { store, ours } = context();
    const others = await addTenant(store);
    const enter = (now: number, actor = 'acorn', tenant = ours) =>
      tenant.store.transaction((tx) => tx.runningChats.enter(actor, { limit: 2, now, leaseUntil: now + 10 }));
    const [first, second] = [await enter(0), await enter(5)];
    if (!first || !second) throw new Error('There was no place for the first two.');
    expect(await enter(9)).toBeUndefined();
    expect(await enter(9, 'birch')).toBeDefined();
    expect(await enter(9, 'acorn', others)).toBeDefined();
    expect(await enter(10)).toBeDefined();
    expect(await store.leases.extend('running_chats', [second], 99)).toEqual([second]);
    expect(await enter(15)).toBeUndefined();
    await ours.store.transaction((tx) => tx.runningChats.leave(second));
    expect(await enter(15)).toBeDefined();
  });
}
