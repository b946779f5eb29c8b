import { convertible } from '#ingestion/convert/convertible.ts';
import { sniffFormat } from '#ingestion/parse/sniff-format.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import type { ListedArchiveEntry, UnpackedArchiveEntry } from '#records/archive-entries.ts';
import { checkPath } from './entry-path.ts';
import { isGzip, listTar, unpackTar } from './tar-entries.ts';
import { listZip, unpackZip } from './zip-entries.ts';

/** Lists an archive, and says of each file whether it can become a source. fileBytes: the size of the largest file. Throws
 *  SourceFault for what is no archive, is damaged, or goes beyond the limits. */
export async function listArchive(
  bytes: Uint8Array,
  { fileBytes }: { fileBytes: number },
): Promise<ListedArchiveEntry[]> {
  const found = isZip(bytes) ? await listZip(bytes) : isTar(bytes) ? await listTar(bytes) : refuse();
  const paths = new Set<string>();
  const entries: ListedArchiveEntry[] = [];
  for (const [position, { name, sizeBytes, isFolder, reason }] of found.entries()) {
    const checked = isFolder ? undefined : checkPath(name);
    if (!checked) continue;
    const { path } = checked;
    const fault = reason ?? checked.reason ?? faultOfSize(sizeBytes, fileBytes);
    const isRepeated = paths.has(path);
    if (fault === null) paths.add(path);
    const repeated = isRepeated ? 'The archive has another file of this path before it.' : null;
    entries.push({ position, path, sizeBytes, reason: fault ?? repeated });
  }
  return entries;
}

function faultOfSize(sizeBytes: number, fileBytes: number): string | null {
  if (sizeBytes === 0) return 'It is empty.';
  return sizeBytes > fileBytes ? `It is larger than ${fileBytes / 1024 / 1024} MB, the maximum.` : null;
}

/** Unpacks entries of an archive that was listed. What no parser and no converter reads becomes no source. */
export async function unpackEntries(
  bytes: Uint8Array,
  wanted: readonly { position: number; path: string }[],
): Promise<UnpackedArchiveEntry[]> {
  const positions = wanted.map(({ position }) => position);
  const unpacked = await (isZip(bytes) ? unpackZip : unpackTar)(bytes, positions);
  const paths = new Map(wanted.map(({ position, path }) => [position, path]));
  return await Promise.all(
    unpacked.map(async (entry) => {
      if (!('bytes' in entry)) return entry;
      const { position } = entry;
      const reason = await faultOfContent(entry.bytes, paths.get(position)?.split('/').at(-1) ?? '');
      return reason === undefined ? entry : { position, reason };
    }),
  );
}

/** Why content can be no source, whatever its parser says later. */
async function faultOfContent(bytes: Uint8Array, fileName: string): Promise<string | undefined> {
  try {
    await sniffFormat({ bytes, mimeType: null, fileName, origin: 'file' });
    return undefined;
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    const isUnreadable = error.code === 'unsupported_format' && !convertible({ bytes, fileName });
    return isUnreadable ? error.message : undefined;
  }
}

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

/** Every program since 1988 writes this word into the header of an entry. */
const isTar = (bytes: Uint8Array): boolean =>
  isGzip(bytes) || Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar';

function refuse(): never {
  throw new SourceFault(
    'unsupported_format',
    'parsing',
    'The file is not a ZIP, TAR or TAR.GZ archive by its bytes. Pack its files in one of these formats, or add it as a source.',
  );
}
