const LINE_END = '\n'.charCodeAt(0);

/** Reads lines and runs of bytes from a stream. It holds only one of them in memory. */
export function createByteReader(stream: AsyncIterable<Uint8Array>) {
  const source = stream[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();

  const more = async (): Promise<boolean> => {
    const { value, done } = await source.next();
    rest = done ? new Uint8Array() : value;
    return !done;
  };
  /** Takes parts until `lengthIn` knows where it ends: how many bytes of this part are the last, or undefined. */
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
    /** The next line with its end; undefined where the stream ends before. */
    line: (): Promise<Uint8Array | undefined> =>
      collect((part) => {
        const index = part.indexOf(LINE_END);
        return index === -1 ? undefined : index + 1;
      }),
    /** The next so many bytes; undefined where the stream ends before. */
    take: (length: number): Promise<Uint8Array | undefined> =>
      collect((part, before) => (before + part.length >= length ? length - before : undefined)),
  };
}
