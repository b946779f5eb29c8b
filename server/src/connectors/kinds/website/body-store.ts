import { mkdir, open, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOfFile, sha256 } from '#connectors/kinds/web-tools.ts';
import type { Content } from '#records/content.ts';

/** Bytes on disk. Beyond them the oldest pages are dropped, and fetched again if they are wanted. */
const MAX_BYTES = 512 * 1024 * 1024;

/** The bodies of pages between the listing, which has to read them for their links, and the fetch. */
export type BodyStore = {
  keep(id: string, content: Content): Promise<void>;
  /** Read once; undefined if it is not kept. */
  take(id: string): { bytes: AsyncIterable<Uint8Array>; mimeType: string | null } | undefined;
  clear(): Promise<void>;
};

type Body = { path: string; sizeBytes: number; mimeType: string | null };

/** folder: of its own; what an earlier run left there is removed. */
export async function openBodyStore(folder: string): Promise<BodyStore> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const bodies = new Map<string, Body>();
  let total = 0;
  const forget = (id: string, { sizeBytes }: Body): void => {
    bodies.delete(id);
    total -= sizeBytes;
  };
  return {
    async keep(id, content) {
      const { sizeBytes, mimeType } = content;
      const path = join(folder, sha256(id));
      const file = await open(path, 'w', 0o600);
      try {
        for (const part of content.parts()) await file.write(part);
      } finally {
        await file.close();
      }
      bodies.set(id, { path, sizeBytes, mimeType });
      total += sizeBytes;
      for (const [oldest, body] of bodies) {
        if (total <= MAX_BYTES) break;
        forget(oldest, body);
        await unlink(body.path);
      }
    },
    take(id) {
      const body = bodies.get(id);
      if (!body) return undefined;
      forget(id, body);
      return { bytes: readOnce(body.path), mimeType: body.mimeType };
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}

async function* readOnce(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytesOfFile(path);
  } finally {
    await unlink(path).catch(() => undefined);
  }
}
