import { expect, it } from 'vitest';
import { takeTurns } from './take-turns.ts';

it('runs pieces of work in order, and lets other work run in between', async () => {
  const takeTurn = takeTurns();
  const done: string[] = [];
  const last = Promise.withResolvers<void>();
  takeTurn(() => {
    done.push('first');
    setImmediate(() => done.push('another client'));
  });
  takeTurn(() => done.push('second'));
  takeTurn(() => last.resolve());
  await last.promise;
  expect(done).toEqual(['first', 'another client', 'second']);
});

it('continues after a piece of work that throws', async () => {
  const takeTurn = takeTurns();
  expect(() =>
    takeTurn(() => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
  await new Promise<void>((resolve) => takeTurn(resolve));
});
