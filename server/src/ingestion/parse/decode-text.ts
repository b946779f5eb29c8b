import { isUtf8 as bufferIsUtf8 } from 'node:buffer';
import { guessEncoding } from './guess-encoding.ts';

/** Decodes the bytes of a text file. encoding: its TextDecoder name (`utf-8`, `windows-1252`, …).
 *  Detects the encoding in this order: the byte order mark, the rows of UTF-16, UTF-8 with at most a few invalid bytes,
 *  the escapes of ISO-2022-JP, then the best guess from the text. Never throws; invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const encoding = byMark(bytes) ?? byUnits(bytes) ?? byUtf8(bytes) ?? guessEncoding(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

/** True if the bytes are not text: a known binary format, or too many control characters. An empty file is text. */
export function looksBinary(bytes: Uint8Array): boolean {
  if (byMark(bytes)) return false;
  if (magicNumbers.some((magic) => startsWith(bytes, magic))) return true;
  const sample = bytes.subarray(0, sampleSize);
  if (byUnits(sample)) return false;
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) return true;
    if (byte < 0x20 && !textControls.has(byte)) controls += 1;
  }
  return controls > sample.length / 50;
}

const sampleSize = 65_536;
/** Tab, line feed, vertical tab, form feed, carriage return, and escape, which ISO-2022 and terminals use. */
const textControls = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);

const magicNumbers = [
  '%PDF-',
  'PK\x03\x04',
  'PK\x05\x06',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'RIFF',
  '\x7fELF',
  'MZ\x90',
  '\x1f\x8b',
  'BZh',
  '\xfd7zXZ',
  '7z\xbc\xaf',
  'Rar!',
  '\x28\xb5\x2f\xfd',
  '\xd0\xcf\x11\xe0',
  'SQLite format 3',
  '\xca\xfe\xba\xbe',
  '\0asm',
  'OggS',
  'ID3',
  'fLaC',
].map((magic) => Uint8Array.from(magic, (character) => character.charCodeAt(0)));

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}

function byMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** Detects UTF-16 without a byte order mark. Only in UTF-16 are spaces, line ends and commas written with a control
 *  character or a zero, and nearly every unit belongs to an alphabet. */
function byUnits(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.length, 8_192) & ~1;
  let [little, big, signsOfLittle, signsOfBig] = [0, 0, 0, 0];
  for (let index = 0; index < length; index += 2) {
    const [first = 0, second = 0] = [bytes[index], bytes[index + 1]];
    if (isLetterRow(second, first)) little += 1;
    if (isLetterRow(first, second)) big += 1;
    if (isSign(second, first)) signsOfLittle += 1;
    if (isSign(first, second)) signsOfBig += 1;
  }
  const units = length / 2;
  const isLikely = (letters: number, signs: number) => signs > units / 100 && letters > units * 0.9;
  if (isLikely(little, signsOfLittle) && little >= big) return 'utf-16le';
  return isLikely(big, signsOfBig) ? 'utf-16be' : undefined;
}

/** Latin, Greek, Cyrillic, Hebrew, Arabic, Thai, punctuation, East Asian. */
const isLetterRow = (row: number, cell: number): boolean =>
  row === 0
    ? cell >= 0x20 || textControls.has(cell)
    : row <= 6 ||
      row === 0x0e ||
      row === 0x20 ||
      row === 0x30 ||
      row === 0xff ||
      (row >= 0x4e && row <= 0x9f) ||
      (row >= 0xac && row <= 0xd7);

const isSign = (row: number, cell: number): boolean =>
  row === 0
    ? cell >= 0x20 || cell === 0x0a || cell === 0x0d
    : (row === 0x30 && cell <= 2) || (row === 0xff && cell === 0x0c);

/** The encoding, if the bytes are ASCII, or UTF-8 with at most a few invalid bytes. */
function byUtf8(bytes: Uint8Array): string | undefined {
  if (bufferIsUtf8(bytes)) return hasEscapes(bytes) ? 'iso-2022-jp' : 'utf-8';
  let characters = 0;
  let broken = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x80) continue;
    const trails = lead >= 0xf0 && lead <= 0xf4 ? 3 : lead >= 0xe0 ? 2 : 1;
    let found = 0;
    while (found < trails && ((bytes[index + found + 1] ?? 0) & 0xc0) === 0x80) found += 1;
    const isCutOff = index + found + 1 === bytes.length;
    if (found === trails && lead >= 0xc2 && lead <= 0xf4) characters += 1;
    else if (!isCutOff) broken += 1;
    index += found;
  }
  return characters > 0 && characters >= broken * 4 ? 'utf-8' : undefined;
}

/** ISO-2022-JP switches character sets with escapes, in seven bits. */
function hasEscapes(bytes: Uint8Array): boolean {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sampleSize));
  return sample.includes('\x1b$B') || sample.includes('\x1b$@');
}
