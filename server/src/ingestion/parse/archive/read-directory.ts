import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { damagedFile, lockedFile, tooManyEntries, tooMuchInside } from './archive-faults.ts';

export type ArchiveEntry = {
  name: string;
  /** The range of bytes in the archive that holds its compressed content. */
  start: number;
  end: number;
  /** Compression method: 0 stored, 8 deflated. */
  method: number;
  /** The size in bytes and the CRC-32 that the directory declares. */
  size: number;
  checksum: number;
};

/** The directory of a ZIP file: name -> entry, without folders. Checks everything that can be checked without
 *  inflating. Throws SourceFault `unreadable_file`, `encrypted_file` or `too_large`. */
export async function readDirectory(bytes: Uint8Array): Promise<Map<string, ArchiveEntry>> {
  try {
    const zip = await fromBufferPromise(withoutTrailingBytes(bytes), {});
    const entries = await readEntries(zip, bytes);
    refuseOverlaps(entries);
    const declared = entries.reduce((total, { size }) => total + size, 0);
    if (declared > expansionAllowed(bytes.length)) throw tooMuchInside(bytes.length, declared);
    return byName(entries);
  } catch (cause) {
    if (cause instanceof SourceFault) throw cause;
    if (cause instanceof Error && cause.message.startsWith('strong encryption')) throw lockedFile();
    throw damagedFile('its table of contents cannot be read', cause);
  }
}

/** The archive up to the end of its last record. Some programs write a few bytes after it, which other readers ignore
 *  and yauzl takes for a wrong length of the comment. */
function withoutTrailingBytes(bytes: Uint8Array): Buffer {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = archive.length - END_RECORD_BYTES; at >= 0; at -= 1) {
    at = archive.lastIndexOf(END_RECORD, at);
    if (at < 0) break;
    const end = at + END_RECORD_BYTES + archive.readUInt16LE(at + END_RECORD_BYTES - 2);
    if (end <= archive.length && pointsToDirectory(archive, at)) return archive.subarray(0, end);
  }
  return archive;
}

/** True if the end record at this offset belongs to the archive itself, and not to one that is stored inside it, whose
 *  offsets count from its own start. */
function pointsToDirectory(archive: Buffer, at: number): boolean {
  const directory = archive.readUInt32LE(at + 16);
  // ZIP64 keeps the offset in another record, which yauzl checks.
  if (directory === 0xffff_ffff) return true;
  return (
    directory === at ||
    (directory < at && archive.subarray(directory, directory + ENTRY.length).equals(ENTRY))
  );
}

const END_RECORD = Buffer.from('PK\x05\x06');
const ENTRY = Buffer.from('PK\x01\x02');
/** The size of the end record without its comment, in bytes. */
const END_RECORD_BYTES = 22;

/** The bytes that an archive of this size may expand to. Small results are allowed at any compression ratio. */
export const expansionAllowed = (archiveBytes: number): number =>
  Math.min(LIMITS.archiveBytes, Math.max(RATIO_FREE_BYTES, LIMITS.archiveExpansion * archiveBytes));

const RATIO_FREE_BYTES = 1024 * 1024;

/** The size of a directory entry without its name, in bytes. */
const ENTRY_BYTES = 46;

async function readEntries(zip: ZipFile, bytes: Uint8Array): Promise<ArchiveEntry[]> {
  if (zip.entryCount * ENTRY_BYTES > bytes.length)
    throw damagedFile('its table of contents is longer than it');
  if (zip.entryCount > LIMITS.archiveEntries) throw tooManyEntries(zip.entryCount);
  const entries: ArchiveEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw lockedFile();
    entries.push(await located(zip, entry));
  }
  return entries;
}

async function located(zip: ZipFile, entry: Entry): Promise<ArchiveEntry> {
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  return {
    name: entry.fileName,
    start,
    end: start + entry.compressedSize,
    method: entry.compressionMethod,
    size: entry.uncompressedSize,
    checksum: entry.crc32,
  };
}

/** Rejects entries that share bytes: they let a small file expand to many times its size. */
function refuseOverlaps(entries: readonly ArchiveEntry[]): void {
  let taken = 0;
  for (const { name, start, end } of entries.toSorted((a, b) => a.start - b.start)) {
    if (start < taken) throw damagedFile(`its part ${name} lies inside another`);
    taken = end;
  }
}

function byName(entries: readonly ArchiveEntry[]): Map<string, ArchiveEntry> {
  const named = new Map<string, ArchiveEntry>();
  for (const entry of entries) {
    if (named.has(entry.name)) throw damagedFile(`it has two parts of the name ${entry.name}`);
    if (!entry.name.endsWith('/')) named.set(entry.name, entry);
  }
  return named;
}
