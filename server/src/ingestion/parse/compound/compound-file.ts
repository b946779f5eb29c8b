import { damagedFile } from '#ingestion/parse/archive/archive-faults.ts';

/** The streams of a compound file, or of a storage in it, without those of the storages inside. */
export type CompoundFile = {
  has(name: string): boolean;
  /** The content of a stream; undefined if there is none of this name. most: bytes to read. */
  read(name: string, most?: number): Buffer | undefined;
  /** The storages inside, by their names in capitals, such as the attachments of a message. */
  storages: ReadonlyMap<string, () => CompoundFile>;
};

type Entry = { start: number; size: number; child: number };

type Sectors = {
  file: Buffer;
  /** The size of a sector in bytes. */
  size: number;
  /** Sector -> the next one of its chain. */
  table: Uint32Array;
};

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const MAX_ENTRIES = 10_000;
/** Sector numbers from here on are marks, such as the end of a chain. */
const MARKS = 0xffff_fffa;

/** Opens the container of Office documents from before 2007. Every chain of sectors is at most as long as the file, so a
 *  damaged file cannot make it loop. Throws SourceFault `unreadable_file`. Format: [MS-CFB]. */
export function openCompoundFile(bytes: Uint8Array): CompoundFile {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return open(file);
  } catch (cause) {
    throw damagedFile('its table of contents cannot be read', cause);
  }
}

function open(file: Buffer): CompoundFile {
  const size = file.readUInt16LE(30) === 12 ? 4096 : 512;
  const sectors: Sectors = { file, size, table: new Uint32Array() };
  sectors.table = tableOf(tableSectors(sectors), sectors);
  const directory = chain(sectors, file.readUInt32LE(48));
  const root = entryOf(directory, 0);
  const small: Sectors = {
    file: chain(sectors, root.start, root.size),
    size: 64,
    table: words(chain(sectors, file.readUInt32LE(60))),
  };
  const largestSmall = file.readUInt32LE(56);
  const storage = (child: number): CompoundFile => {
    const { streams, storages } = entriesOf(directory, child);
    return {
      has: (name) => streams.has(name.toUpperCase()),
      read: (name, most = Number.POSITIVE_INFINITY) => {
        const entry = streams.get(name.toUpperCase());
        if (!entry) return undefined;
        const length = Math.min(entry.size, most);
        return entry.size < largestSmall
          ? smallChain(small, entry.start, length)
          : chain(sectors, entry.start, length);
      },
      storages: new Map([...storages].map(([name, entry]) => [name, () => storage(entry.child)])),
    };
  };
  return storage(root.child);
}

const offsetOf = (sector: number, size: number): number => Math.max(HEADER_BYTES, size) + sector * size;

/** The sectors that hold the table of sectors: the first 109 in the header, the others in a chain of their own. */
function tableSectors({ file, size }: Sectors): number[] {
  const found: number[] = [];
  for (let at = 76; at < HEADER_BYTES; at += 4) found.push(file.readUInt32LE(at));
  const most = Math.ceil(file.length / size);
  let next = file.readUInt32LE(68);
  for (let step = 0; next < MARKS && step < most; step += 1) {
    const start = offsetOf(next, size);
    for (let at = start; at < start + size - 4; at += 4) found.push(file.readUInt32LE(at));
    next = file.readUInt32LE(start + size - 4);
  }
  return found.filter((sector) => sector < MARKS).slice(0, most);
}

function tableOf(parts: readonly number[], { file, size }: Sectors): Uint32Array {
  return words(
    Buffer.concat(
      parts.map((sector) => file.subarray(offsetOf(sector, size), offsetOf(sector, size) + size)),
    ),
  );
}

function words(bytes: Buffer): Uint32Array {
  const table = new Uint32Array(bytes.length >> 2);
  for (let index = 0; index < table.length; index += 1) table[index] = bytes.readUInt32LE(index * 4);
  return table;
}

/** The bytes of a chain of sectors. size: of the stream; the whole chain without it. */
function chain({ file, size: sectorSize, table }: Sectors, start: number, size?: number): Buffer {
  const parts: Buffer[] = [];
  const most = Math.ceil((size ?? file.length) / sectorSize);
  for (let sector = start; sector < MARKS && parts.length < Math.min(most, table.length); ) {
    const from = offsetOf(sector, sectorSize);
    parts.push(file.subarray(from, from + sectorSize));
    sector = table[sector] ?? MARKS;
  }
  return Buffer.concat(parts).subarray(0, size);
}

/** A stream shorter than 4 KB lies in sectors of 64 bytes within a stream of the root. */
function smallChain({ file, size: sectorSize, table }: Sectors, start: number, size: number): Buffer {
  const parts: Buffer[] = [];
  const most = Math.min(Math.ceil(size / sectorSize), table.length);
  for (let sector = start; sector < MARKS && parts.length < most; sector = table[sector] ?? MARKS)
    parts.push(file.subarray(sector * sectorSize, (sector + 1) * sectorSize));
  return Buffer.concat(parts).subarray(0, size);
}

const entryOf = (directory: Buffer, index: number): Entry => ({
  child: directory.readUInt32LE(index * ENTRY_BYTES + 76),
  start: directory.readUInt32LE(index * ENTRY_BYTES + 116),
  size: directory.readUInt32LE(index * ENTRY_BYTES + 120),
});

/** The entries of a storage, by their names in capitals: the format takes `Book` and `BOOK` for the same. top: the top of
 *  the tree of its entries. */
function entriesOf(
  directory: Buffer,
  top: number,
): { streams: Map<string, Entry>; storages: Map<string, Entry> } {
  const streams = new Map<string, Entry>();
  const storages = new Map<string, Entry>();
  const waiting = [top];
  const seen = new Set<number>();
  while (waiting.length > 0 && seen.size < MAX_ENTRIES) {
    const index = waiting.pop() ?? 0;
    const at = index * ENTRY_BYTES;
    if (seen.has(index) || at + ENTRY_BYTES > directory.length) continue;
    seen.add(index);
    const length = Math.min(64, directory.readUInt16LE(at + 64));
    const name = directory.toString('utf16le', at, at + Math.max(0, length - 2)).toUpperCase();
    if (directory[at + 66] === STREAM) streams.set(name, entryOf(directory, index));
    else if (directory[at + 66] === STORAGE) storages.set(name, entryOf(directory, index));
    waiting.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72));
  }
  return { streams, storages };
}

const STORAGE = 1;
const STREAM = 2;
