import { describe, expect, it } from 'vitest';
import { tokenBucket } from './token-bucket.ts';

const isSettled = async (promise: Promise<unknown>): Promise<boolean> =>
  await Promise.race([
    promise.then(() => true),
    new Promise<false>((resolve) => setImmediate(resolve, false)),
  ]);

describe('tokenBucket', () => {
  it('lets a tenth of a minute’s requests begin at once, and makes the next one wait', async () => {
    const take = tokenBucket(60);
    for (let i = 0; i < 6; i++) expect(await isSettled(take({ isUrgent: false }))).toBe(true);

    const controller = new AbortController();
    const seventh = take({ isUrgent: false, signal: controller.signal });
    expect(await isSettled(seventh)).toBe(false);
    controller.abort(new Error('stopped'));
    await expect(seventh).rejects.toThrow('stopped');
  });

  it('serves urgent requests first', async () => {
    // Half a second until the next may begin, so that both wait, also on a busy machine.
    const take = tokenBucket(120);
    await Promise.all(Array.from({ length: 12 }, () => take({ isUrgent: false })));
    const order: string[] = [];
    await Promise.all([
      take({ isUrgent: false }).then(() => order.push('passage')),
      take({ isUrgent: true }).then(() => order.push('query')),
    ]);
    expect(order).toEqual(['query', 'passage']);
  });

  it('admits all requests at once without a limit', async () => {
    const take = tokenBucket(undefined);
    expect(await isSettled(Promise.all(Array.from({ length: 1_000 }, () => take({ isUrgent: false }))))).toBe(
      true,
    );
  });
});
