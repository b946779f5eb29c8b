import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHeartbeat } from './heartbeat.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A heartbeat over leases of 900 ms, with what it has done. */
function started(extend = async (leases: readonly string[]): Promise<readonly string[]> => leases) {
  const beats: [leases: string[], leaseUntil: number][] = [];
  const lost: string[] = [];
  const errors: unknown[] = [];
  const heartbeat = createHeartbeat<string>({
    clock: { now: () => 1_000 },
    leaseMs: 900,
    extend: (leases, leaseUntil) => {
      beats.push([[...leases], leaseUntil]);
      return extend(leases);
    },
    onLost: (lease) => lost.push(lease),
    onError: (error) => errors.push(error),
  });
  return { heartbeat, beats, lost, errors };
}

it('extends all leases together every third of their time, as long as they are held', async () => {
  const { heartbeat, beats } = started();
  heartbeat.hold('a');
  heartbeat.hold('b');
  vi.advanceTimersByTime(299);
  expect(beats).toEqual([]);
  vi.advanceTimersByTime(1);
  heartbeat.release('a');
  vi.advanceTimersByTime(300);
  expect(beats).toEqual([
    [['a', 'b'], 1_900],
    [['b'], 1_900],
  ]);
});

it('has no timer while nothing is held', () => {
  const { heartbeat } = started();
  expect(vi.getTimerCount()).toBe(0);
  heartbeat.hold('a');
  expect(vi.getTimerCount()).toBe(1);
  heartbeat.release('a');
  expect(vi.getTimerCount()).toBe(0);
});

it('reports a lost lease, but not one that was released meanwhile', async () => {
  const { heartbeat, lost } = started(async () => ['kept']);
  for (const lease of ['kept', 'lost', 'released']) heartbeat.hold(lease);
  vi.advanceTimersByTime(300);
  heartbeat.release('released');
  await heartbeat.idle();
  expect(lost).toEqual(['lost']);
});

it('counts no lease as lost when extending fails, and tries again', async () => {
  const fault = new Error('The database is away.');
  const { heartbeat, beats, lost, errors } = started(() => Promise.reject(fault));
  heartbeat.hold('a');
  vi.advanceTimersByTime(600);
  await heartbeat.idle();
  expect(beats).toHaveLength(2);
  expect(errors).toEqual([fault, fault]);
  expect(lost).toEqual([]);
});

it('a beat that hangs does not hold up the next one', () => {
  const { heartbeat, beats } = started(() => new Promise(() => {}));
  heartbeat.hold('a');
  vi.advanceTimersByTime(600);
  expect(beats).toHaveLength(2);
});
