/** Growing bytes of entries. Each begins with its kind in the lowest three bits of a number. */
export function createEntryBytes({ most, longestEntry }: { most: number; longestEntry: number }) {
  let bytes = Buffer.alloc(0);
  let length = 0;
  const number = (value: number): void => {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
      bytes[length] = (rest % 0x80) | 0x80;
      length += 1;
    }
    bytes[length] = rest;
    length += 1;
  };
  return {
    isEmpty: (): boolean => length === 0,
    /** True if there is no room for another entry. */
    isFull: (): boolean => length + longestEntry > most,
    /** first: the number in the bits above the kind. */
    begin: (kind: number, first: number): void => {
      if (length + longestEntry > bytes.length) {
        const larger = Buffer.alloc(Math.max(4_096, bytes.length * 2));
        larger.set(bytes.subarray(0, length));
        bytes = larger;
      }
      number(first * 8 + kind);
    },
    /** A whole number that is not negative. Small ones take fewer bytes. */
    number,
    /** The same with a sign. */
    signed: (value: number): void => number(value < 0 ? -2 * value - 1 : 2 * value),
    text: (encoded: Uint8Array): void => {
      bytes.set(encoded, length);
      length += encoded.length;
    },
    written: (): Uint8Array => bytes.subarray(0, length),
  };
}
