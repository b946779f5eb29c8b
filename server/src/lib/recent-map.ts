/** A map that keeps at least the `size` most recently used entries, and at most twice as many. Reading an entry that is
 *  already among the newer ones moves nothing, so it costs as much as in a plain map: a list of uses, as an LRU cache keeps
 *  it, costs three times that once it has outgrown the processor's cache. */
export class RecentMap<Value extends {}> {
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): Value | undefined {
    const newer = this.#newer.get(key);
    if (newer !== undefined) return newer;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    if (this.#newer.size >= this.#size) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(key, value);
  }
}
