import { describe, expect, it } from 'vitest';
import { semaphore } from './semaphore.ts';

describe('semaphore', () => {
  it('runs as many tasks at a time as it has places, urgent ones first, and goes on after a failure', async () => {
    const limited = semaphore(1);
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const task = (name: string) => async () => void order.push(name);
    const tasks = [
      limited(() => first.promise),
      limited(task('b')),
      limited(task('c')),
      limited(task('urgent'), { isUrgent: true }),
    ];
    expect(order).toEqual([]);
    first.reject(new Error('failed'));
    const results = await Promise.allSettled(tasks);

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(order).toEqual(['urgent', 'b', 'c']);
  });
});
