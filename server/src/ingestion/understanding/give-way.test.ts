import { expect, it } from 'vitest';
import { givingWay } from './give-way.ts';

const { signal } = new AbortController();

it('goes on at once when nothing more urgent computes', async () => {
  const paused: number[] = [];
  await givingWay(
    async () => false,
    async (ms) => paused.push(ms),
  )(signal);
  expect(paused).toEqual([]);
});

it('waits until what is more urgent has ended', async () => {
  let looks = 0;
  let pauses = 0;
  await givingWay(
    async () => ++looks <= 3,
    async () => ++pauses,
  )(signal);
  expect(pauses).toBe(3);
});

it('does not wait for ever', async () => {
  let waitedMs = 0;
  const giveWay = givingWay(
    async () => true,
    async (ms) => {
      waitedMs += ms;
    },
  );
  await giveWay(signal);
  expect(waitedMs).toBe(10_000);
});

it('ends with the reason of an aborted signal', async () => {
  const stopping = new AbortController();
  const giveWay = givingWay(
    async () => true,
    async () => stopping.abort(new Error('stopping')),
  );
  await expect(giveWay(stopping.signal)).rejects.toThrow('stopping');
});
