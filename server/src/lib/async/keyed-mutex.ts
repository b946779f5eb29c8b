/** Waiting lines by name. `enter` takes a place in the line of the name at once, and resolves when all who entered it
 *  before have left; the function that it gives leaves. */
export function createLines<Name>(): (name: Name) => Promise<() => void> {
  const last = new Map<Name, Promise<void>>();
  return async (name) => {
    const before = last.get(name);
    const { promise: mine, resolve } = Promise.withResolvers<void>();
    last.set(name, mine);
    await before;
    return () => {
      resolve();
      if (last.get(name) === mine) last.delete(name);
    };
  };
}
