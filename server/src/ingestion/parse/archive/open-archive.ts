import { crc32, createInflateRaw } from 'node:zlib';
import { damagedFile, tooMuchInside } from './archive-faults.ts';
import { type ArchiveEntry, expansionAllowed, readDirectory } from './read-directory.ts';

export type Archive = {
  /** The names of its files, in directory order, without folders. */
  entries: readonly string[];
  has(name: string): boolean;
  /** The content of an entry, in chunks as it is inflated. Throws SourceFault `unreadable_file` when the entry is
   *  missing or damaged, `too_large` when the archive expands beyond its limit. */
  chunks(name: string): AsyncGenerator<Uint8Array, void, undefined>;
  /** The first 64 KB of an entry, or more. Throws `unreadable_file` when the entry is missing or damaged. */
  head(name: string): Promise<Uint8Array>;
  /** The whole content of an entry. Throws the same errors as `chunks`. */
  read(name: string): Promise<Buffer>;
};

/** Opens a ZIP file in memory and checks its directory. Rejects encrypted, overlapping and duplicate entries, and names
 *  that lead out of the archive. The declared sizes must keep to LIMITS.archiveEntries, archiveExpansion and
 *  archiveBytes; the real sizes are counted while inflating, over all reads. Nothing needs closing. Throws SourceFault
 *  `unreadable_file`, `encrypted_file` or `too_large`. Format: PKWARE APPNOTE 6.3. */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const entries = await readDirectory(bytes);
  const allowed = expansionAllowed(bytes.length);
  let spent = 0;

  async function* chunks(name: string): AsyncGenerator<Uint8Array, void, undefined> {
    const entry = entries.get(name);
    if (!entry) throw damagedFile(`it lacks the part ${name}`);
    let size = 0;
    let checksum = 0;
    for await (const chunk of contentOf(entry, bytes)) {
      spent += chunk.length;
      if (spent > allowed) throw tooMuchInside(bytes.length, spent);
      size += chunk.length;
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (size !== entry.size || checksum !== entry.checksum)
      throw damagedFile(`the checksum of its part ${name} is wrong`);
  }

  return {
    entries: [...entries.keys()],
    has: (name) => entries.has(name),
    chunks,
    head: async (name) => {
      const entry = entries.get(name);
      if (!entry) throw damagedFile(`it lacks the part ${name}`);
      for await (const chunk of contentOf(entry, bytes)) return chunk;
      return new Uint8Array();
    },
    read: async (name) => {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks(name)) parts.push(chunk);
      return Buffer.concat(parts);
    },
  };
}

/** What an entry holds, in chunks as it is inflated, without a limit. */
export async function* contentOf(entry: ArchiveEntry, bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const stored = bytes.subarray(entry.start, entry.end);
  if (entry.method === STORED) {
    if (stored.length > 0) yield stored;
    return;
  }
  if (entry.method !== DEFLATED)
    throw damagedFile(`its part ${entry.name} is compressed in a way that such files never are`);
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  inflate.end(stored);
  try {
    for await (const chunk of inflate) yield chunk;
  } catch (cause) {
    throw damagedFile(`its part ${entry.name} cannot be unpacked`, cause);
  } finally {
    inflate.destroy();
  }
}

const STORED = 0;
const DEFLATED = 8;
const CHUNK_BYTES = 64 * 1024;
