import { recordAt } from './ppt-records.ts';

/** Where the parts of a presentation are now: each time that it was saved, the changed ones may have been added at the
 *  end. */
export type PptParts = {
  isEncrypted: boolean;
  /** The offset of the document itself. */
  document: number | undefined;
  /** Part -> its offset. */
  offsets: Map<number, number>;
};

const ENCRYPTED = 0xf3d1_c4df;
const MAX_EDITS = 10_000;
const MAX_PARTS = 1_000_000;

/** Follows the edits from the last to the first. Throws RangeError if they are damaged. Format: [MS-PPT], 2.1.2. */
export function currentParts(stream: Buffer, user: Buffer): PptParts {
  const offsets = new Map<number, number>();
  const isEncrypted = user.length >= 20 && user.readUInt32LE(12) === ENCRYPTED;
  let document: number | undefined;
  let at = user.readUInt32LE(16);
  const seen = new Set<number>();
  while (at > 0 && !seen.has(at) && seen.size < MAX_EDITS) {
    seen.add(at);
    const edit = recordAt(stream, at);
    if (!edit || edit.data.length < 20) break;
    document ??= edit.data.readUInt32LE(16);
    addDirectory(offsets, recordAt(stream, edit.data.readUInt32LE(12))?.data);
    at = edit.data.readUInt32LE(8);
  }
  return { isEncrypted, document: document === undefined ? undefined : offsets.get(document), offsets };
}

function addDirectory(offsets: Map<number, number>, data: Buffer = Buffer.alloc(0)): void {
  for (let at = 0; at + 4 <= data.length; ) {
    const head = data.readUInt32LE(at);
    const first = head & 0xf_ffff;
    const count = head >>> 20;
    at += 4;
    for (let index = 0; index < count && at + 4 <= data.length && offsets.size < MAX_PARTS; index += 1) {
      const part = first + index;
      if (!offsets.has(part)) offsets.set(part, data.readUInt32LE(at));
      at += 4;
    }
  }
}
