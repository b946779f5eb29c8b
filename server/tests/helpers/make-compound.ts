/** A folder of a compound file that is made by hand: names -> content, or another folder. */
export type CompoundFolder = { [name: string]: Uint8Array | CompoundFolder };

const SECTOR = 512;
const MINI = 64;
const CUTOFF = 4_096;
const [FREE, END, FAT, NONE] = [0xffffffff, 0xfffffffe, 0xfffffffd, 0xffffffff];

type Entry = { name: string; type: number; child: number; right: number; start: number; size: number };

/** Writes a compound file ([MS-CFB], version 3). The entries of a folder are a chain and no balanced tree, which readers
 *  accept. loops: each chain of sectors leads back to its start. */
export function makeCompound(root: CompoundFolder, { loops = false } = {}): Uint8Array {
  const sectors: Buffer[] = [];
  const fat: number[] = [];
  const mini: Buffer[] = [];
  const miniFat: number[] = [];
  const chain = (data: Uint8Array, into: Buffer[], table: number[], size: number): number => {
    const start = into.length;
    const count = Math.ceil(data.length / size);
    for (let index = 0; index < count; index += 1) {
      const sector = Buffer.alloc(size);
      sector.set(data.subarray(index * size, (index + 1) * size));
      into.push(sector);
      table.push(index + 1 < count ? start + index + 1 : loops ? start : END);
    }
    return count === 0 ? END : start;
  };
  const entries: Entry[] = [{ name: 'Root Entry', type: 5, child: NONE, right: NONE, start: END, size: 0 }];
  const add = (folder: CompoundFolder): number => {
    let first = NONE;
    for (const [name, content] of Object.entries(folder).reverse()) {
      const isFile = content instanceof Uint8Array;
      const entry: Entry = { name, type: isFile ? 2 : 1, child: NONE, right: first, start: 0, size: 0 };
      first = entries.push(entry) - 1;
      if (isFile) {
        entry.size = content.length;
        entry.start =
          content.length < CUTOFF
            ? chain(content, mini, miniFat, MINI)
            : chain(content, sectors, fat, SECTOR);
      } else entry.child = add(content);
    }
    return first;
  };
  const child = add(root);
  const top = entries[0];
  if (top)
    Object.assign(top, {
      child,
      start: chain(Buffer.concat(mini), sectors, fat, SECTOR),
      size: mini.length * MINI,
    });
  const miniFatStart = chain(numbers(miniFat), sectors, fat, SECTOR);
  const directory = Buffer.concat(entries.map(entryBytes));
  const directoryStart = chain(directory, sectors, fat, SECTOR);
  const fatSectors = Math.ceil((fat.length * 4) / (SECTOR - 4));
  const fatStart = sectors.length;
  for (let index = 0; index < fatSectors; index += 1) fat.push(FAT);
  while (fat.length < (fatSectors * SECTOR) / 4) fat.push(FREE);
  const header = Buffer.alloc(SECTOR, 0xff);
  header.fill(0, 0, 76);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(62, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(fatSectors, 44);
  header.writeUInt32LE(directoryStart, 48);
  header.writeUInt32LE(CUTOFF, 56);
  header.writeUInt32LE(miniFatStart, 60);
  header.writeUInt32LE(Math.ceil(miniFat.length / 128), 64);
  header.writeUInt32LE(END, 68);
  for (let index = 0; index < fatSectors; index += 1) header.writeUInt32LE(fatStart + index, 76 + index * 4);
  return new Uint8Array(Buffer.concat([header, ...sectors, numbers(fat)]));
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

function entryBytes({ name, type, child, right, start, size }: Entry): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  bytes[66] = type;
  bytes.writeUInt32LE(NONE, 68);
  bytes.writeUInt32LE(right, 72);
  bytes.writeUInt32LE(child, 76);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}
