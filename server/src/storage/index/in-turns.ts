/** How long work goes on before requests get a turn. */
const TURN_MS = 4;

/** Applies a function to each item, a few milliseconds at a time. */
export async function inTurns<Item>(
  items: Iterable<Item>,
  apply: (item: Item) => void = () => {},
): Promise<void> {
  let turnEndsAt = performance.now() + TURN_MS;
  for (const item of items) {
    if (performance.now() > turnEndsAt) {
      await new Promise(setImmediate);
      turnEndsAt = performance.now() + TURN_MS;
    }
    apply(item);
  }
}
