import { describe, expect, it } from 'vitest';
import { semaphore } from './semaphore.ts';

describe('semaphore', () => {
  it('runs `count` tasks at a time, urgent ones first, and continues after a failure', async () => {
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
