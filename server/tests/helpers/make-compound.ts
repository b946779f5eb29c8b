const SECTOR = 512;
const END = 0xffff_fffe;
const FREE = 0xffff_ffff;

/** Writes a compound file with these streams. Its directory is a list, and every stream has sectors of its own.
 *  loops: each chain of sectors leads back to its start. */
export function makeCompound(
  streams: Readonly<Record<string, Uint8Array>>,
  { loops = false } = {},
): Uint8Array {
  const contents = Object.entries(streams).map(([name, data]) => ({ name, data: Buffer.from(data) }));
  const directory = Buffer.alloc(Math.ceil((contents.length + 1) / 4) * SECTOR);
  const chains: Buffer[] = [directory, ...contents.map(({ data }) => data)];
  const table: number[] = [];
  const starts = chains.map(({ length }) => {
    const start = table.length;
    const count = Math.ceil(length / SECTOR);
    for (let index = 1; index < count; index += 1) table.push(start + index);
    if (count > 0) table.push(loops ? start : END);
    return count > 0 ? start : END;
  });
  const tableSectors = Math.ceil((table.length + 2) / (SECTOR / 4 - 1));
  const first = table.length;
  for (let index = 0; index < tableSectors; index += 1) table.push(0xffff_fffd);
  const entry = (index: number, name: string, type: number): void => {
    const at = index * 128;
    directory.write(`${name}\0`, at, 'utf16le');
    directory.writeUInt16LE((name.length + 1) * 2, at + 64);
    directory[at + 66] = type;
    for (const link of [68, 72, 76]) directory.writeUInt32LE(FREE, at + link);
  };
  entry(0, 'Root Entry', 5);
  directory.writeUInt32LE(END, 116);
  directory.writeUInt32LE(contents.length === 0 ? FREE : 1, 76);
  for (const [index, { name, data }] of contents.entries()) {
    entry(index + 1, name, 2);
    if (index + 1 < contents.length) directory.writeUInt32LE(index + 2, (index + 1) * 128 + 72);
    directory.writeUInt32LE(starts[index + 1] ?? END, (index + 1) * 128 + 116);
    directory.writeUInt32LE(data.length, (index + 1) * 128 + 120);
  }
  const header = Buffer.alloc(SECTOR, 0);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(0, 48);
  // Streams below this size would be in small sectors.
  header.writeUInt32LE(0, 56);
  header.writeUInt32LE(END, 60);
  header.writeUInt32LE(END, 68);
  for (let index = 0; index < 109; index += 1)
    header.writeUInt32LE(index < tableSectors ? first + index : FREE, 76 + index * 4);
  const sectors = Buffer.alloc(tableSectors * SECTOR, 0xff);
  for (const [index, next] of table.entries()) sectors.writeUInt32LE(next, index * 4);
  const padded = chains.map((chain) =>
    Buffer.concat([chain, Buffer.alloc((SECTOR - (chain.length % SECTOR)) % SECTOR)]),
  );
  return new Uint8Array(Buffer.concat([header, ...padded, sectors]));
}
