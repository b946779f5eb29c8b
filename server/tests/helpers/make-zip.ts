import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a ZIP file that is made by hand, with the lies it should tell. */
export type ZipEntry = {
  name: string;
  data: string | Uint8Array;
  isStored?: boolean;
  /** General purpose bits; 1 says that it is encrypted. */
  flags?: number;
  method?: number;
  /** What is said of the content, instead of the truth. */
  declaredSize?: number;
  checksum?: number;
  /** The entry takes its content from the one of this index. */
  sharesContentOf?: number;
};

/** Writes a ZIP file, well-formed but for what the entries ask for. */
export function makeZip(entries: readonly ZipEntry[], declaredEntries = entries.length): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  for (const entry of entries) {
    const data = Buffer.from(typeof entry.data === 'string' ? Buffer.from(entry.data) : entry.data);
    const stored = entry.isStored ? data : deflateRawSync(data, { level: 9 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800 | (entry.flags ?? 0), 2);
    fields.writeUInt16LE(entry.method ?? (entry.isStored ? 0 : 8), 4);
    fields.writeUInt32LE(entry.checksum ?? crc32(data), 10);
    fields.writeUInt32LE(stored.length, 14);
    fields.writeUInt32LE(entry.declaredSize ?? data.length, 18);
    const name = Buffer.from(entry.name);
    fields.writeUInt16LE(name.length, 22);
    const shared = entry.sharesContentOf === undefined ? undefined : offsets[entry.sharesContentOf];
    const offset = shared ?? length;
    offsets.push(offset);
    if (shared === undefined) {
      parts.push(Buffer.from('PK\x03\x04'), fields, name, stored);
      length += 30 + name.length + stored.length;
    }
    const header = Buffer.alloc(46);
    header.write('PK\x01\x02');
    header.writeUInt16LE(20, 4);
    fields.copy(header, 6);
    header.writeUInt32LE(offset, 42);
    directory.push(header, name);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(declaredEntries, 8);
  end.writeUInt16LE(declaredEntries, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(length, 16);
  return new Uint8Array(Buffer.concat([...parts, listed, end]));
}
