import { expect, it } from 'vitest';
import { collectGarbageWhenIdle } from './collect-garbage.ts';

it('garbage is collected once the thread is idle', async () => {
  let isCollected = false;
  const registry = new FinalizationRegistry(() => {
    isCollected = true;
  });
  // Nothing here may still hold it, not even a register of this function.
  (() => registry.register(new Uint8Array(1_000), undefined))();
  collectGarbageWhenIdle();
  await expect.poll(() => isCollected).toBe(true);
});
