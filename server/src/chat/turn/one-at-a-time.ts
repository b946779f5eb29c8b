import { keyedMutex } from '#lib/async/keyed-mutex.ts';

/** Runs generators under a name one after another, in the order in which they are first asked for something; work under
 *  other names runs beside it. Each keeps its place until it ends or whoever reads it turns away. */
export function oneAtATime() {
  const lock = keyedMutex<string>();
  return async function* inOrder<Event, Result>(
    name: string,
    work: () => AsyncGenerator<Event, Result>,
  ): AsyncGenerator<Event, Result> {
    const unlock = await lock(name);
    try {
      return yield* work();
    } finally {
      unlock();
    }
  };
}
