import { UPLOAD_PART_BYTES } from '#storage/tables.ts';

/** The same bytes in parts of 1 MiB, as rows have them; the last one may be shorter. */
export async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(UPLOAD_PART_BYTES);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + UPLOAD_PART_BYTES - filled);
      part.set(piece, filled);
      filled += piece.length;
      at += piece.length;
      if (filled < UPLOAD_PART_BYTES) continue;
      yield part;
      part = new Uint8Array(UPLOAD_PART_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
