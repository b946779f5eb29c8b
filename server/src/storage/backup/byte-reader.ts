const LINE_END = '\n'.charCodeAt(0);

/** Reads lines and byte ranges from a stream. Only the current one is in memory. */
export function createByteReader(stream: AsyncIterable<Uint8Array>) {
  const source = stream[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();

  const more = async (): Promise<boolean> => {
    const { value, done } = await source.next();
    rest = done ? new Uint8Array() : value;
    return !done;
  };
  /** Collects parts until `lengthIn` finds the end in one. It returns how many bytes of the part to take, or
   *  undefined. */
  const collect = async (lengthIn: (part: Uint8Array, before: number) => number | undefined) => {
    const parts: Uint8Array[] = [];
    let before = 0;
    for (;;) {
      const length = lengthIn(rest, before);
      if (length !== undefined) {
        parts.push(rest.subarray(0, length));
        rest = rest.subarray(length);
        return Buffer.concat(parts);
      }
      parts.push(rest);
      before += rest.length;
      if (!(await more())) return undefined;
    }
  };
  return {
    /** The next line including its line end; undefined if the stream ends first. */
    line: (): Promise<Uint8Array | undefined> =>
      collect((part) => {
        const index = part.indexOf(LINE_END);
        return index === -1 ? undefined : index + 1;
      }),
    /** The next `length` bytes; undefined if the stream ends first. */
    take: (length: number): Promise<Uint8Array | undefined> =>
      collect((part, before) => (before + part.length >= length ? length - before : undefined)),
  };
}
