import { closeSync, openSync, readSync } from 'node:fs';

/** Where the rows of the token table are: a text needs few of them, so they are read when they are first needed. The common ones lie
 *  together, so the memory of the others is never touched: 36 MB in all. */
export type TokenRows = {
  path: string;
  /** Parts of a row: bytes of each row, position of the first in the file, address of the first in memory. */
  parts: readonly { bytes: number; position: number; address: number }[];
  /** For each group of rows 1 once it is in memory. */
  isRead: Uint8Array<SharedArrayBuffer>;
  count: number;
};

/** Rows that are read together: about a page of memory of each part. */
const GROUP = 32;

export const tokenRows = (parts: TokenRows['parts'], path: string, count: number): TokenRows => ({
  path,
  parts,
  isRead: new Uint8Array(new SharedArrayBuffer(Math.ceil(count / GROUP))),
  count,
});

/** Sees to it that the rows of these tokens are in memory. Two threads may read the same ones at once: they write the same. */
export function readRows(
  { path, parts, isRead, count }: TokenRows,
  memory: WebAssembly.Memory,
  ids: readonly number[],
): void {
  const missing = new Set(
    ids.map((id) => Math.floor(id / GROUP)).filter((group) => Atomics.load(isRead, group) === 0),
  );
  if (missing.size === 0) return;
  const file = openSync(path, 'r');
  try {
    for (const group of missing) {
      const first = group * GROUP;
      const rows = Math.min(GROUP, count - first);
      for (const { bytes, position, address } of parts) {
        const to = new Uint8Array(memory.buffer, address + first * bytes, rows * bytes);
        if (readSync(file, to, { position: position + first * bytes }) !== to.length)
          throw new Error(`${path} ends too early.`);
      }
      // After its bytes, so that no thread takes the rows for read too early.
      Atomics.store(isRead, group, 1);
    }
  } finally {
    closeSync(file);
  }
}
