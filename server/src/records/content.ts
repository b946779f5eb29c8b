import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Original content on its way into storage: read in parts, never as a whole. */
export type Content = {
  /** In order, at most 1 MiB each. A part is valid until the next one is read. */
  parts(): Iterable<Uint8Array>;
  sizeBytes: number;
  /** In hex. */
  sha256: string;
  mimeType: string | null;
  fileName?: string;
  /** Frees what the content occupies outside storage. */
  dispose(): Promise<void>;
};

const PART_BYTES = 1024 * 1024;

/** Content that is already in memory. */
export const contentOfText = (text: string): Content => ({
  ...contentOfBytes(Buffer.from(text)),
  mimeType: 'text/plain',
});

/** The same for the bytes of a file. */
export function contentOfBytes(bytes: Uint8Array, fileName?: string): Content {
  return {
    *parts() {
      for (let from = 0; from < bytes.length; from += PART_BYTES)
        yield bytes.subarray(from, from + PART_BYTES);
    },
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    mimeType: null,
    ...(fileName !== undefined && { fileName }),
    dispose: async () => {},
  };
}

/** Smaller content stays in memory: a file would cost five system calls. */
const SMALL_BYTES = 256 * 1024;

/** The folder for content that is too large for memory. */
export const spoolFolder = (dataDir: string): string => join(dataDir, 'uploads');

/** Receives streamed content and hashes it as it arrives: in memory while it is small, then in a file in `folder`. End it
 *  with `finish` or `discard`. */
export function openSpool(folder: string): Spool {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let inMemory: Uint8Array[] = [];
  let file: { path: string; handle: FileHandle } | undefined;
  const discard = async (): Promise<void> => {
    await file?.handle.close();
    if (file) await unlink(file.path);
  };
  return {
    write: async (bytes) => {
      hash.update(bytes);
      sizeBytes += bytes.length;
      if (!file && sizeBytes <= SMALL_BYTES) {
        // Copied, because the caller may reuse its buffer.
        inMemory.push(Uint8Array.from(bytes));
        return;
      }
      file ??= await createFile(folder);
      for (const part of [...inMemory, bytes]) await file.handle.write(part);
      inMemory = [];
    },
    finish: async (label) => {
      const described = { ...label, sizeBytes, sha256: hash.digest('hex') };
      if (!file) {
        const bytes = Buffer.concat(inMemory);
        return { ...described, parts: () => (bytes.length > 0 ? [bytes] : []), dispose: async () => {} };
      }
      const { path, handle } = file;
      await handle.close();
      return { ...described, parts: () => readFileParts(path), dispose: () => unlink(path) };
    },
    discard,
  };
}

async function createFile(folder: string): Promise<{ path: string; handle: FileHandle }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  return { path, handle: await open(path, 'wx', 0o600) };
}

export type Spool = {
  write(bytes: Uint8Array): Promise<void>;
  finish(label: Pick<Content, 'mimeType' | 'fileName'>): Promise<Content>;
  discard(): Promise<void>;
};

/** Synchronous, because a transaction may only wait for its statements. A part takes about 0.3 ms. */
function* readFileParts(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    const part = Buffer.allocUnsafeSlow(PART_BYTES);
    for (;;) {
      const length = readSync(file, part);
      if (length === 0) return;
      yield part.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** The whole content as one array, for small content. */
export function readContent({ parts, sizeBytes }: Content): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for (const part of parts()) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
