import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Original content on its way into storage: read part by part, never whole. */
export type Content = {
  /** At most 1 MiB each, in order; a part is valid until the next is asked for. */
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

/** Content that is in memory already. */
export function contentOfText(text: string): Content {
  const bytes = Buffer.from(text);
  return {
    *parts() {
      for (let from = 0; from < bytes.length; from += PART_BYTES)
        yield bytes.subarray(from, from + PART_BYTES);
    },
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    mimeType: 'text/plain',
    dispose: async () => {},
  };
}

/** A file in `folder` that takes content as it streams in, under a running hash. End it with `finish`, or with `discard`
 *  when what came is not wanted. */
export async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  return {
    write: async (bytes) => {
      hash.update(bytes);
      sizeBytes += bytes.length;
      await handle.write(bytes);
    },
    finish: async (label) => {
      await handle.close();
      return {
        ...label,
        parts: () => readFileParts(path),
        sizeBytes,
        sha256: hash.digest('hex'),
        dispose: () => unlink(path),
      };
    },
    discard: async () => {
      await handle.close();
      await unlink(path);
    },
  };
}

export type Spool = {
  write(bytes: Uint8Array): Promise<void>;
  finish(label: Pick<Content, 'mimeType' | 'fileName'>): Promise<Content>;
  discard(): Promise<void>;
};

/** Synchronous, because a transaction may wait for nothing but its statements; a part takes about 0.3 ms. */
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

/** All of a content as one array, for content that is small enough. */
export function readContent({ parts, sizeBytes }: Content): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for (const part of parts()) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
