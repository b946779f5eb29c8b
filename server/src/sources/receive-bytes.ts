import type { Readable } from 'node:stream';
import { AppError } from '#errors.ts';
import { refuseTinyChunks } from '#http/body/collect-bytes.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { UPLOAD_PART_BYTES, type UploadRow } from '#storage/tables.ts';

type Target = {
  store: Pick<WorkspaceStore, 'transaction'>;
  upload: Pick<UploadRow, 'upload_id' | 'received_bytes' | 'length_bytes'>;
};

/** Adds a body to an upload, part by part, so that at most one part is lost with its process. Returns the new offset. Of two
 *  requests that send the same bytes, one gets 409 at its next part. Throws 413 for bytes beyond the announced length, and
 *  what the body throws, after the bytes that had arrived were stored. */
export async function receiveBytes(body: Readable, { store, upload }: Target): Promise<number> {
  const { upload_id: id, length_bytes: length } = upload;
  const checkChunk = refuseTinyChunks();
  const part = Buffer.allocUnsafeSlow(UPLOAD_PART_BYTES);
  let offset = upload.received_bytes;
  let held = 0;
  let isOvertaken = false;
  const flush = async (): Promise<void> => {
    if (held === 0) return;
    const bytes = part.subarray(0, held);
    // Hundreds of parts, one after another, would hold up other requests where they share a thread with the database.
    const isAdded = await store.transaction((tx) => tx.uploads.append(id, { offset, bytes }), {
      isLarge: true,
    });
    if (!isAdded) {
      isOvertaken = true;
      throw overtaken();
    }
    offset += held;
    held = 0;
  };
  let failure: { cause: unknown } | undefined;
  try {
    // The answer to a refused body goes out on the same connection.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      checkChunk(chunk);
      if (offset + held + chunk.length > length) throw beyondLength(length);
      for (let at = 0; at < chunk.length; ) {
        const room = UPLOAD_PART_BYTES - ((offset + held) % UPLOAD_PART_BYTES);
        const taken = chunk.subarray(at, at + room);
        part.set(taken, held);
        held += taken.length;
        at += taken.length;
        if (taken.length === room) await flush();
      }
    }
  } catch (cause) {
    failure = { cause };
  }
  if (!isOvertaken) await flush();
  if (failure) throw failure.cause;
  return offset;
}

const overtaken = (): AppError =>
  new AppError(
    'conflict',
    'Another request has added these bytes, or the upload was deleted. Ask for the offset with HEAD and go on from there.',
    { headers: { connection: 'close' } },
  );

export const beyondLength = (length: number): AppError =>
  new AppError(
    'invalid_request',
    `The body goes beyond the ${length} bytes that Upload-Length announced. Start a new upload with the right length.`,
    { status: 413, headers: { connection: 'close' } },
  );
