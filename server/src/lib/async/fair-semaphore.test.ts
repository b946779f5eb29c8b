import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FairQueue, fairQueue, fairSemaphore } from './fair-semaphore.ts';

/** Removes and returns all items. */
function drain<Item>(queue: FairQueue<Item>): Item[] {
  const items: Item[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
}

describe('fairQueue', () => {
  it('takes turns between keys, and keeps the order within a key', () => {
    const queue = fairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item[0] ?? '', item);
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect(queue.shift()).toBeUndefined();
  });

  it('serves a late key after one item of each other key, however many they have', () => {
    const queue = fairQueue<string>();
    for (let count = 0; count < 1_000; count++) queue.push('a', `a${count}`);
    expect(queue.shift()).toBe('a0');
    queue.push('b', 'b0');
    expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(['a1', 'b0', 'a2']);
  });

  it('removes an item from any position, and nothing else', () => {
    const queue = fairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1']) queue.push(item[0] ?? '', item);
    queue.remove('a', 'a2');
    queue.remove('b', 'b1');
    queue.remove('b', 'b1');
    queue.remove('a', 'b1');
    queue.remove('unknown', 'a1');
    expect(drain(queue)).toEqual(['a1', 'a3']);
  });

  it('behaves like a model after any sequence of steps', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant('push' as const), key }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('shift' as const) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), key, nth: fc.nat(5) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const queue = fairQueue<number>();
        /** The items in order of arrival, and the time since when each key has waited for its turn. */
        let waiting: { key: string; item: number }[] = [];
        const since = new Map<string, number>();
        for (const [time, now] of steps.entries()) {
          if (now.do === 'push') {
            if (!waiting.some((one) => one.key === now.key)) since.set(now.key, time);
            waiting.push({ key: now.key, item: time });
            queue.push(now.key, time);
          } else if (now.do === 'shift') {
            const turn = (one: { key: string }): number => since.get(one.key) ?? 0;
            const next = waiting.toSorted(
              (one, other) => turn(one) - turn(other) || one.item - other.item,
            )[0];
            expect(queue.shift()).toBe(next?.item);
            waiting = waiting.filter((one) => one !== next);
            if (next) since.set(next.key, time);
          } else {
            const one = waiting.filter((each) => each.key === now.key)[now.nth];
            queue.remove(now.key, one?.item ?? -1);
            waiting = waiting.filter((each) => each !== one);
          }
        }
        expect(drain(queue).toSorted((a, b) => a - b)).toEqual(waiting.map(({ item }) => item));
      }),
      { numRuns: 500 },
    );
  });
});

describe('fairSemaphore', () => {
  const never = new AbortController().signal;
  /** Lets admitted callers continue. */
  const settle = () => new Promise(setImmediate);

  it('admits as many callers as it has permits, and others in turn as permits are released', async () => {
    const places = fairSemaphore(2);
    const entered: string[] = [];
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1'])
      void places.acquire(name[0] ?? '', never).then(() => entered.push(name));
    await settle();
    expect(entered).toEqual(['a1', 'a2']);
    places.release();
    places.release();
    await settle();
    expect(entered.slice(2)).toEqual(['a3', 'b1']);
    places.release();
    places.release();
    places.release();
    await settle();
    expect(entered.slice(4)).toEqual(['a4']);
    await places.acquire('c', never);
  });

  it('gives no place to an aborted caller, and takes none back from a caller that was admitted before', async () => {
    const places = fairSemaphore(1);
    const [first, second] = [new AbortController(), new AbortController()];
    await places.acquire('a', first.signal);
    const waiting = places.acquire('a', second.signal);
    const last = places.acquire('a', never);
    second.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(places.acquire('a', second.signal)).rejects.toThrow('gone');
    first.abort(new Error('too late'));
    places.release();
    await expect(last).resolves.toBeUndefined();
  });
});
