/** A cache of at most 2 x size entries that forgets the least recently used. */
export type BoundedCache<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
};

/** Makes a cache of two generations: when the young one is full it becomes the old one, and an entry that is read again
 *  becomes young again. A lookup costs one or two of a Map, without a list of uses to keep. */
export function boundedCache<Value>(size: number): BoundedCache<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  const set = (key: string, value: Value) => {
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const aged = old.get(key);
      if (aged !== undefined) set(key, aged);
      return aged;
    },
    set,
  };
}
