import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { damagedFile, tooMuchInside } from '#ingestion/parse/archive/archive-faults.ts';
import { expansionAllowed } from '#ingestion/parse/archive/read-directory.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { UnpackedArchiveEntry } from '#records/archive-entries.ts';
import { type FoundEntry, tooManyEntriesInside } from './found-entry.ts';

const CHUNK_BYTES = 64 * 1024;

/** What is in a TAR file, which may be compressed by gzip. Reads it to its end, so that a damaged one is known before any entry
 *  of it is unpacked. */
export async function listTar(bytes: Uint8Array): Promise<FoundEntry[]> {
  const found: FoundEntry[] = [];
  for await (const { header, body } of entriesOf(bytes)) {
    const { name, size, type = 'file', pax } = header;
    await body.cancel();
    found.push({
      name,
      sizeBytes: size,
      isFolder: type === 'directory',
      reason:
        type !== 'file' || Object.keys(pax ?? {}).some((key) => key.startsWith('GNU.sparse'))
          ? 'It is a link, a device or a sparse file.'
          : null,
    });
    if (found.length > LIMITS.archiveEntries) throw tooManyEntriesInside();
  }
  return found;
}

/** Unpacks these entries, in one pass from the beginning: nothing in a TAR file says where an entry is. */
export async function unpackTar(
  bytes: Uint8Array,
  positions: readonly number[],
): Promise<UnpackedArchiveEntry[]> {
  const wanted = new Set(positions);
  const last = Math.max(...positions);
  const unpacked: UnpackedArchiveEntry[] = [];
  let position = 0;
  for await (const { header, body } of entriesOf(bytes)) {
    if (wanted.has(position)) {
      const whole = new Uint8Array(header.size);
      let at = 0;
      for await (const chunk of body) {
        whole.set(chunk, at);
        at += chunk.length;
      }
      unpacked.push({ position, bytes: whole });
    } else await body.cancel();
    if (position === last) break;
    position += 1;
  }
  return unpacked;
}

async function* entriesOf(bytes: Uint8Array): AsyncGenerator<ParsedTarEntry> {
  let isFirst = true;
  try {
    const decoder = createTarDecoder({ strict: true });
    for await (const entry of ReadableStream.from(chunksOf(bytes)).pipeThrough(decoder)) {
      isFirst = false;
      yield entry;
    }
  } catch (cause) {
    if (cause instanceof SourceFault) throw cause;
    if (isFirst) throw notATar(cause);
    throw damagedFile('an entry of it cannot be read', cause);
  }
}

const notATar = (cause: unknown): SourceFault =>
  new SourceFault(
    'unreadable_file',
    'parsing',
    'The file is not a TAR archive, or its beginning is damaged. Pack its files as ZIP, TAR or TAR.GZ.',
    { cause },
  );

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (!isGzip(bytes)) {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
    return;
  }
  const allowed = expansionAllowed(bytes.length, LIMITS.unpackedBytes);
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  let spent = 0;
  gunzip.end(bytes);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      spent += chunk.length;
      if (spent > allowed) throw tooMuchInside(bytes.length, spent, LIMITS.unpackedBytes);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof SourceFault) throw cause;
    throw damagedFile('it cannot be decompressed', cause);
  } finally {
    gunzip.destroy();
  }
}
