import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import { createFairPlaces } from './fair-semaphore.ts';

/** Takes all that waits. */
function drain<Item>(queue: FairQueue<Item>): Item[] {
  const items: Item[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
}

describe('createFairQueue', () => {
  it('takes turns between workspaces, and keeps the order within one', () => {
    const queue = createFairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item[0] ?? '', item);
    expect(queue.size).toBe(6);
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect([queue.size, queue.shift()]).toEqual([0, undefined]);
  });

  it('lets a workspace that comes late wait for one turn of each other, however many they have', () => {
    const queue = createFairQueue<string>();
    for (let count = 0; count < 1_000; count++) queue.push('a', `a${count}`);
    expect(queue.shift()).toBe('a0');
    queue.push('b', 'b0');
    expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(['a1', 'b0', 'a2']);
  });

  it('removes what waits, wherever it stands, and nothing else', () => {
    const queue = createFairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1']) queue.push(item[0] ?? '', item);
    queue.remove('a', 'a2');
    queue.remove('b', 'b1');
    queue.remove('b', 'b1');
    queue.remove('a', 'b1');
    queue.remove('nobody', 'a1');
    expect(queue.size).toBe(2);
    expect(drain(queue)).toEqual(['a1', 'a3']);
  });

  it('behaves as the model does, whatever happens', () => {
    const workspace = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant('push' as const), workspace }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('shift' as const) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), workspace, nth: fc.nat(5) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const queue = createFairQueue<number>();
        /** All that waits, in the order of coming, and since when each workspace waits for its turn. */
        let waiting: { workspace: string; item: number }[] = [];
        const since = new Map<string, number>();
        for (const [time, now] of steps.entries()) {
          if (now.do === 'push') {
            if (!waiting.some((one) => one.workspace === now.workspace)) since.set(now.workspace, time);
            waiting.push({ workspace: now.workspace, item: time });
            queue.push(now.workspace, time);
          } else if (now.do === 'shift') {
            const turn = (one: { workspace: string }): number => since.get(one.workspace) ?? 0;
            const next = waiting.toSorted(
              (one, other) => turn(one) - turn(other) || one.item - other.item,
            )[0];
            expect(queue.shift()).toBe(next?.item);
            waiting = waiting.filter((one) => one !== next);
            if (next) since.set(next.workspace, time);
          } else {
            const one = waiting.filter((each) => each.workspace === now.workspace)[now.nth];
            queue.remove(now.workspace, one?.item ?? -1);
            waiting = waiting.filter((each) => each !== one);
          }
          expect(queue.size).toBe(waiting.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('createFairPlaces', () => {
  const never = new AbortController().signal;
  /** Lets those who were admitted go on. */
  const settle = () => new Promise(setImmediate);

  it('admits as many as there are places, and the others in turn as places become free', async () => {
    const places = createFairPlaces(2);
    const entered: string[] = [];
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1'])
      void places.enter(name[0] ?? '', never).then(() => entered.push(name));
    await settle();
    expect(entered).toEqual(['a1', 'a2']);
    places.leave();
    places.leave();
    await settle();
    expect(entered.slice(2)).toEqual(['a3', 'b1']);
    places.leave();
    places.leave();
    places.leave();
    await settle();
    expect(entered.slice(4)).toEqual(['a4']);
    await places.enter('c', never);
  });

  it('gives no place to one who went away, and takes none back from one who entered before', async () => {
    const places = createFairPlaces(1);
    const [first, second] = [new AbortController(), new AbortController()];
    await places.enter('a', first.signal);
    const waiting = places.enter('a', second.signal);
    const last = places.enter('a', never);
    second.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(places.enter('a', second.signal)).rejects.toThrow('gone');
    first.abort(new Error('too late'));
    places.leave();
    await expect(last).resolves.toBeUndefined();
  });
});
