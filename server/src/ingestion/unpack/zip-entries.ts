import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel } from 'yauzl';
import { contentOf } from '#ingestion/parse/archive/open-archive.ts';
import { type ListedEntry, readAllEntries } from '#ingestion/parse/archive/read-directory.ts';
import { sniffArchive } from '#ingestion/parse/archive/sniff-archive.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { UnpackedArchiveEntry } from '#records/archive-entries.ts';
import type { FoundEntry } from './found-entry.ts';

const readEntries = (bytes: Uint8Array): Promise<ListedEntry[]> =>
  readAllEntries(bytes, { most: LIMITS.unpackedBytes, nameOf });

/** Most programs write UTF-8, and not all of them say so. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw);
  } catch {
    return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  }
}

/** What is in a ZIP file. Throws SourceFault for documents that are ZIP files too, such as DOCX. */
export async function listZip(bytes: Uint8Array): Promise<FoundEntry[]> {
  const format = await sniffArchive(bytes).catch(() => undefined);
  if (format)
    throw new SourceFault(
      'unsupported_format',
      'parsing',
      `The file is a document (${format.toUpperCase()}), not an archive of files. Add it as a source.`,
    );
  return (await readEntries(bytes)).map((entry) => ({
    name: entry.name,
    sizeBytes: entry.size,
    isFolder: entry.name.endsWith('/') || entry.unixType === FOLDER,
    reason: faultOf(entry),
  }));
}

const FOLDER = 0x4000;
const FILE = 0x8000;

function faultOf({ isEncrypted, unixType, method }: ListedEntry): string | null {
  if (isEncrypted) return 'It is encrypted.';
  if (unixType !== 0 && unixType !== FILE) return 'It is a link or a device.';
  return method === 0 || method === 8 ? null : 'It is compressed by another method than Deflate.';
}

/** Unpacks these entries. A damaged one costs no other. */
export async function unpackZip(
  bytes: Uint8Array,
  positions: readonly number[],
): Promise<UnpackedArchiveEntry[]> {
  const entries = await readEntries(bytes);
  const unpacked: UnpackedArchiveEntry[] = [];
  for (const position of positions) {
    const entry = entries[position];
    const content = entry && (await wholeOf(entry, bytes));
    unpacked.push(content ? { position, bytes: content } : { position, reason: 'It is damaged.' });
  }
  return unpacked;
}

/** The content of an entry; undefined if it is not what the directory says. */
async function wholeOf(entry: ListedEntry, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const whole = new Uint8Array(entry.size);
  let at = 0;
  try {
    for await (const chunk of contentOf(entry, bytes)) {
      if (at + chunk.length > whole.length) return undefined;
      whole.set(chunk, at);
      at += chunk.length;
    }
  } catch (error) {
    if (error instanceof SourceFault) return undefined;
    throw error;
  }
  return at === whole.length && crc32(whole) === entry.checksum ? whole : undefined;
}
