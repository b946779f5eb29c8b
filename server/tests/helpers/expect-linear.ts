import { expect } from 'vitest';

/** Expects that twice the text takes about twice the time: `work` runs on texts of growing length, each four times the one
 *  before, until one takes long enough to be measured. Quadratic work takes sixteen times as long at each step. */
export async function expectLinear(
  textOf: (length: number) => string,
  work: (text: string) => unknown,
): Promise<void> {
  let before: number | undefined;
  for (let length = 4_000; length <= 256_000; length *= 4) {
    const tookMs = Math.min(await cpuMs(work, textOf(length)), await cpuMs(work, textOf(length)));
    // Under this the compiler and the garbage collector are most of it.
    if (before !== undefined && tookMs > 150)
      expect(tookMs / before, `${length} characters took ${Math.round(tookMs)} ms`).toBeLessThan(9);
    before = Math.max(tookMs, 25);
  }
}

async function cpuMs(work: (text: string) => unknown, text: string): Promise<number> {
  const before = process.cpuUsage();
  await work(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
