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

/** An entry with what decides whether it can be read. */
export type ListedEntry = ArchiveEntry & {
  isEncrypted: boolean;
  /** The file type of Unix, such as 0xa000 for a link; 0 if no system with such types made the archive. */
  unixType: number;
};

/** The directory of a ZIP file: name -> entry, without folders. Checks everything that can be checked without
 *  inflating. Throws SourceFault `unreadable_file`, `encrypted_file` or `too_large`. */
export async function readDirectory(bytes: Uint8Array): Promise<Map<string, ArchiveEntry>> {
  const entries = await readAllEntries(bytes, { most: LIMITS.archiveBytes });
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw lockedFile();
  return byName(entries);
}

/** Every entry of a ZIP file, folders too, in the order of its directory. most: the bytes that it may expand to, if that
 *  is not too many times its size. nameOf: reads names, which are not checked then. Throws like `readDirectory`, but
 *  not for encrypted entries and names that come twice. */
export async function readAllEntries(
  bytes: Uint8Array,
  { most, nameOf }: { most: number; nameOf?: (entry: Entry) => string },
): Promise<ListedEntry[]> {
  try {
    const zip = await fromBufferPromise(withoutTrailingBytes(bytes), nameOf ? { decodeStrings: false } : {});
    const entries = await readEntries(zip, bytes, nameOf);
    refuseOverlaps(entries);
    const declared = entries.reduce((total, { size }) => total + size, 0);
    if (declared > expansionAllowed(bytes.length, most)) throw tooMuchInside(bytes.length, declared, most);
    return entries;
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
export const expansionAllowed = (archiveBytes: number, most: number = LIMITS.archiveBytes): number =>
  Math.min(most, Math.max(RATIO_FREE_BYTES, LIMITS.archiveExpansion * archiveBytes));

const RATIO_FREE_BYTES = 1024 * 1024;

/** The size of a directory entry without its name, in bytes. */
const ENTRY_BYTES = 46;

async function readEntries(
  zip: ZipFile,
  bytes: Uint8Array,
  nameOf = ({ fileName }: Entry): string => fileName,
): Promise<ListedEntry[]> {
  if (zip.entryCount * ENTRY_BYTES > bytes.length)
    throw damagedFile('its table of contents is longer than it');
  if (zip.entryCount > LIMITS.archiveEntries) throw tooManyEntries(zip.entryCount);
  const entries: ListedEntry[] = [];
  for await (const entry of zip.eachEntry())
    entries.push({
      ...(await located(zip, entry)),
      name: nameOf(entry),
      isEncrypted: entry.isEncrypted(),
      unixType: entry.versionMadeBy >> 8 === UNIX ? (entry.externalFileAttributes >>> 16) & 0xf000 : 0,
    });
  return entries;
}

/** The system that made an entry, in the upper byte of `versionMadeBy`. */
const UNIX = 3;

async function located(zip: ZipFile, entry: Entry): Promise<Omit<ArchiveEntry, 'name'>> {
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  return {
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
