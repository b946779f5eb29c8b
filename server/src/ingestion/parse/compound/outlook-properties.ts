import { decodeText } from '#ingestion/parse/decode-text.ts';
import type { CompoundFile } from './compound-file.ts';

/** The stream that holds the short properties of a message, a recipient or an attachment. */
export const PROPERTIES = '__properties_version1.0';

export type OutlookProperties = {
  /** A property of text, in Unicode or in the code page of the message. */
  text(id: string): string | undefined;
  binary(id: string): Buffer | undefined;
  date(id: string): Date | undefined;
  integer(id: string): number | undefined;
};

/** The properties of a storage, by their id of four hexadecimal digits. Text without a known code page is guessed.
 *  headerBytes: of its stream of short properties. codePage: of the message around it. Format: [MS-OXMSG], 2.1 and 2.4. */
export function readProperties(
  { read }: CompoundFile,
  headerBytes: number,
  codePage?: number,
): OutlookProperties {
  const stream = (id: string, type: string) => read(`__substg1.0_${id}${type}`);
  const short = read(PROPERTIES, MAX_SHORT) ?? Buffer.alloc(0);
  const valueAt = (id: string, type: number): number | undefined => {
    const tag = Number.parseInt(id, 16) * 0x10000 + type;
    for (let at = headerBytes; at + 16 <= short.length; at += 16)
      if (short.readUInt32LE(at) === tag) return at + 8;
    return undefined;
  };
  const integer = (id: string): number | undefined => {
    const at = valueAt(id, 3);
    return at === undefined ? undefined : short.readUInt32LE(at);
  };
  const eightBit = (bytes: Buffer): string => {
    const label = labelOf(integer('3FFD') ?? codePage);
    return label === undefined ? decodeText(bytes).text : new TextDecoder(label).decode(bytes);
  };
  return {
    integer,
    text: (id) => {
      const unicode = stream(id, '001F');
      if (unicode) return withoutEnd(unicode.toString('utf16le'));
      const bytes = stream(id, '001E');
      return bytes && withoutEnd(eightBit(bytes));
    },
    binary: (id) => stream(id, '0102'),
    date: (id) => {
      const at = valueAt(id, 0x40);
      return at === undefined ? undefined : dateOf(short.readBigUInt64LE(at));
    },
  };
}

/** Each short property has 16 bytes. */
const MAX_SHORT = 64 * 1024;

const withoutEnd = (text: string): string | undefined => text.split('\0', 1)[0] || undefined;

/** Code pages whose label does not follow from their number. */
const LABELS: Record<number, string> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  20866: 'koi8-r',
  21866: 'koi8-u',
  50220: 'iso-2022-jp',
  51932: 'euc-jp',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** The TextDecoder label of a code page of Windows. */
export function labelOf(codePage: number | undefined): string | undefined {
  if (codePage === undefined) return undefined;
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  if (codePage > 28590 && codePage < 28606 && codePage !== 28602) return `iso-8859-${codePage - 28590}`;
  return LABELS[codePage];
}

/** A FILETIME: tenths of a microsecond since 1601. */
function dateOf(time: bigint): Date | undefined {
  const date = new Date(Number(time / 10_000n) - 11_644_473_600_000);
  return time === 0n || Number.isNaN(date.getTime()) ? undefined : date;
}
