import { isUtf8 as bufferIsUtf8 } from 'node:buffer';
import { detect } from 'chardet';

/** Decodes the bytes of a text file. encoding: the name TextDecoder knows it by (`utf-8`, `windows-1252`, …).
 *  By its byte order mark, else as UTF-8 if it is valid throughout, else as UTF-16 by its zero bytes, else by what
 *  chardet finds in a sample. Never throws; what cannot be read becomes U+FFFD. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const encoding = byMark(bytes) ?? (isUtf8(bytes) ? 'utf-8' : (byZeroBytes(bytes) ?? byStatistics(bytes)));
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

/** Whether bytes are no text at all: a known binary format, or too many control characters. An empty file is text. */
export function looksBinary(bytes: Uint8Array): boolean {
  if (byMark(bytes)) return false;
  if (magicNumbers.some((magic) => startsWith(bytes, magic))) return true;
  const sample = bytes.subarray(0, sampleSize);
  if (byZeroBytes(sample)) return false;
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) return true;
    if (byte < 0x20 && !textControls.has(byte)) controls += 1;
  }
  return controls > sample.length / 50;
}

const sampleSize = 65_536;
/** Tab, line feed, vertical tab, form feed, carriage return; escape, which ISO-2022 and terminals write. */
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

function isUtf8(bytes: Uint8Array): boolean {
  return bufferIsUtf8(bytes) && !byZeroBytes(bytes);
}

/** Latin text in UTF-16 has a zero in every second byte; no other text has zeros. */
function byZeroBytes(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, 4_096);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 5;
  if (odd > many && even <= odd / 20) return 'utf-16le';
  return even > many && odd <= even / 20 ? 'utf-16be' : undefined;
}

function byStatistics(bytes: Uint8Array): string {
  const found = detect(bytes.subarray(0, sampleSize));
  try {
    // The web's decoders read ISO-8859-1 as windows-1252, its superset; an unknown label throws.
    return new TextDecoder(found ?? fallback).encoding;
  } catch {
    return fallback;
  }
}

const fallback = 'windows-1252';
