import { expect, it } from 'vitest';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { Context } from './context.ts';
import { ACORN_ANSWER, newRequest } from './furnish.ts';
import { REQUEST } from './tenant.ts';

/** The store contract for idempotent requests. */
export function idempotentRequestsContract(context: () => Context): void {
  const write = <T>(work: (tx: WorkspaceTransaction) => Promise<T>): Promise<T> =>
    context().ours.store.transaction(work);
  const lease = () => ({ ...REQUEST, workspace_id: context().ours.workspaceId });
  const find = () => context().ours.store.idempotentRequests.find(REQUEST.idempotency_key);

  it('a request runs until it ends with an answer or is released', async () => {
    await write((tx) => tx.idempotentRequests.begin(newRequest()));
    expect(await find()).toMatchObject({ ...newRequest(), status: null, body: null });
    await write((tx) => tx.idempotentRequests.release(REQUEST));
    expect(await find()).toBeUndefined();
  });

  it('extending or releasing an ended request keeps its answer', async () => {
    await write((tx) => tx.idempotentRequests.begin(newRequest()));
    expect(await write((tx) => tx.idempotentRequests.end(REQUEST, ACORN_ANSWER))).toBe(true);
    expect(await context().store.leases.extend('idempotent_requests', [lease()], 200)).toEqual([]);
    await write((tx) => tx.idempotentRequests.release(REQUEST));
    expect(await find()).toMatchObject({ ...ACORN_ANSWER, lease_until: null });
  });

  it('a request belongs to its latest holder', async () => {
    await write((tx) => tx.idempotentRequests.begin(newRequest()));
    const another = { ...newRequest(300, 50), lease_token: 'birch-lease' };
    await write((tx) => tx.idempotentRequests.begin(another));
    expect(await write((tx) => tx.idempotentRequests.end(REQUEST, ACORN_ANSWER))).toBe(false);
    await write((tx) => tx.idempotentRequests.release(REQUEST));
    expect(await find()).toMatchObject({ ...another, status: null });
  });

  it('old requests are removed by age', async () => {
    const { store } = context();
    await write((tx) => tx.idempotentRequests.begin(newRequest(100, 50)));
    expect(await store.idempotentRequests.removeOld(50, 10)).toBe(0);
    expect(await store.idempotentRequests.removeOld(51, 10)).toBe(1);
    expect(await find()).toBeUndefined();
  });
}
