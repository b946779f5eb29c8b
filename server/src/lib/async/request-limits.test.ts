import { describe, expect, it } from 'vitest';
import { createPlaces, createTurns } from './request-limits.ts';

const isSettled = async (promise: Promise<unknown>): Promise<boolean> =>
  await Promise.race([
    promise.then(() => true),
    new Promise<false>((resolve) => setImmediate(resolve, false)),
  ]);

describe('createPlaces', () => {
  it('runs so many tasks at a time, in their order, urgent ones first, and goes on after a failure', async () => {
    const inPlace = createPlaces(1);
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const task = (name: string) => async () => void order.push(name);
    const tasks = [
      inPlace(() => first.promise),
      inPlace(task('b')),
      inPlace(task('c')),
      inPlace(task('urgent'), { isUrgent: true }),
    ];
    expect(order).toEqual([]);
    first.reject(new Error('failed'));
    const results = await Promise.allSettled(tasks);

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(order).toEqual(['urgent', 'b', 'c']);
  });
});

describe('createTurns', () => {
  it('lets a tenth of a minute’s requests begin at once, and makes the next one wait', async () => {
    const turn = createTurns(60);
    for (let i = 0; i < 6; i++) expect(await isSettled(turn({ isUrgent: false }))).toBe(true);

    const controller = new AbortController();
    const seventh = turn({ isUrgent: false, signal: controller.signal });
    expect(await isSettled(seventh)).toBe(false);
    controller.abort(new Error('nobody waits'));
    await expect(seventh).rejects.toThrow('nobody waits');
  });

  it('gives the next turn to what is urgent', async () => {
    const turn = createTurns(6_000);
    await Promise.all(Array.from({ length: 600 }, () => turn({ isUrgent: false })));
    const order: string[] = [];
    await Promise.all([
      turn({ isUrgent: false }).then(() => order.push('passage')),
      turn({ isUrgent: true }).then(() => order.push('query')),
    ]);
    expect(order).toEqual(['query', 'passage']);
  });

  it('holds nobody up without a limit', async () => {
    const turn = createTurns(undefined);
    expect(await isSettled(Promise.all(Array.from({ length: 1_000 }, () => turn({ isUrgent: false }))))).toBe(
      true,
    );
  });
});
