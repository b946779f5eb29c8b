import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fairSemaphore } from '#lib/async/fair-semaphore.ts';
import { leaveACore } from './leave-a-core.ts';

const never = new AbortController().signal;

describe('documents on a machine that answers requests', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('take all cores while the main thread is idle, and leave it one while it is busy', async () => {
    const places = fairSemaphore(2);
    let load = 0;
    const core = leaveACore(places, () => load);
    const begun: string[] = [];
    const begin = (name: string): Promise<unknown> =>
      places.acquire('ws', never).then(() => begun.push(name));

    await begin('first');
    await begin('second');
    load = 0.9;
    await vi.advanceTimersByTimeAsync(1_000);
    void begin('third');
    // The place of the first document goes to the main thread, which waited for it.
    places.release();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun).toEqual(['first', 'second']);
    places.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['first', 'second', 'third']);
    void begin('fourth');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun).toHaveLength(3);
    load = 0.1;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun).toHaveLength(4);
    core.stop();
  });

  it('are all begun if the main thread is idle again before it got its place', async () => {
    const places = fairSemaphore(1);
    let load = 0.9;
    const core = leaveACore(places, () => load);
    await places.acquire('ws', never);
    await vi.advanceTimersByTimeAsync(500);
    load = 0;
    places.release();
    await vi.advanceTimersByTimeAsync(500);
    await expect(places.acquire('ws', never)).resolves.toBeUndefined();
    core.stop();
  });
});
