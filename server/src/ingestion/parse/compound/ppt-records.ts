/** A record of a presentation. A container holds other records. */
export type PptRecord = { type: number; instance: number; isContainer: boolean; data: Buffer };

const HEADER_BYTES = 8;
const MAX_CHILDREN = 100_000;

/** The record at an offset; undefined if there is none. Format: [MS-PPT], 2.3.1. */
export function recordAt(stream: Buffer, offset: number | undefined): PptRecord | undefined {
  if (offset === undefined || offset + HEADER_BYTES > stream.length) return undefined;
  const head = stream.readUInt16LE(offset);
  const length = stream.readUInt32LE(offset + 4);
  return {
    type: stream.readUInt16LE(offset + 2),
    instance: head >> 4,
    isContainer: (head & 15) === 15,
    data: stream.subarray(offset + HEADER_BYTES, offset + HEADER_BYTES + length),
  };
}

export function childrenOf({ data }: PptRecord): PptRecord[] {
  const children: PptRecord[] = [];
  for (let at = 0; children.length < MAX_CHILDREN; ) {
    const record = recordAt(data, at);
    if (!record) break;
    children.push(record);
    at += HEADER_BYTES + record.data.length;
  }
  return children;
}
