/** Runs generators under a name one after another, in the order in which they are first asked for something; work under
 *  other names runs beside it. Each keeps its place until it ends or whoever reads it turns away. */
export function oneAtATime() {
  const last = new Map<string, Promise<void>>();
  return async function* inOrder<Event, Result>(
    name: string,
    work: () => AsyncGenerator<Event, Result>,
  ): AsyncGenerator<Event, Result> {
    const before = last.get(name);
    const { promise: mine, resolve: leave } = Promise.withResolvers<void>();
    last.set(name, mine);
    try {
      await before;
      return yield* work();
    } finally {
      leave();
      if (last.get(name) === mine) last.delete(name);
    }
  };
}
