import { AppError } from '#errors.ts';

const FIRST_BYTES = 16 * 1024;
/** How many bytes must arrive before an announced length is trusted: doubling instead would copy 32 MB once more. */
const BELIEVED_BYTES = 1024 * 1024;

export type CollectedBytes = { add(chunk: Uint8Array): void; bytes(): Buffer };

/** Collects bytes in one doubling buffer. Keeping the chunks would cost about 300 bytes each, however small: 300 MB for 1
 *  MB that arrives byte by byte.
 *  maxBytes: the most that will be added. isAnnounced: whether the client announced that length. */
export function collectBytes(maxBytes: number, { isAnnounced }: { isAnnounced: boolean }): CollectedBytes {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    add: (chunk) => {
      const needed = length + chunk.length;
      if (needed > buffer.length) {
        const next =
          isAnnounced && needed > BELIEVED_BYTES ? maxBytes : Math.max(FIRST_BYTES, buffer.length * 2);
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(maxBytes, next)));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(chunk, length);
      length = needed;
    },
    bytes: () => buffer.subarray(0, length),
  };
}

/** A body may have this many chunks of any size. Beyond this, the average size counts. */
const FREE_CHUNKS = 10_000;
const AVERAGE_BYTES = 256;

/** Throws 400 for a body in absurdly small chunks. Each costs as much time as 16 kB, so 1 MB byte by byte would block
 *  the thread that serves all clients for more than a second. */
export function refuseTinyChunks(): (chunk: Uint8Array) => void {
  let chunks = 0;
  let received = 0;
  return ({ length }) => {
    chunks++;
    received += length;
    if (chunks > FREE_CHUNKS && received < chunks * AVERAGE_BYTES)
      throw new AppError(
        'invalid_request',
        `The body comes in more than ${FREE_CHUNKS.toLocaleString('en')} chunks of less than ${AVERAGE_BYTES} bytes on average. Send larger chunks.`,
        { headers: { connection: 'close' } },
      );
  };
}
