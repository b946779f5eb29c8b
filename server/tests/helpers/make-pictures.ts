import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import encode, { init } from '@jsquash/webp/encode.js';
import { headerOfJpeg } from '#ingestion/parse/image/jpeg.ts';
import { pageOfPng } from '#ingestion/parse/image/png.ts';
import type { GrayImage } from '#ingestion/parse/ocr/scans.ts';
import { scanFile } from './scan-files.ts';

/** The pixels of the letter. */
export function letterPixels(): GrayImage {
  const [piece] = pageOfPng(scanFile('letter.png')).pieces;
  if (!piece) throw new Error('The letter has no picture.');
  return { width: piece.width, height: piece.height, pixels: piece.bytes };
}

/** A picture of one shade. */
export const plainPicture = (width: number, height: number, shade = 255): GrayImage => ({
  width,
  height,
  pixels: new Uint8Array(width * height).fill(shade),
});

/** Writes a PNG file in shades of grey. */
export function makePng({ width, height, pixels }: GrayImage): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1)
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      pngChunk('IHDR', header),
      pngChunk('IDAT', deflateSync(rows)),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

const ENCODER = fileURLToPath(import.meta.resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm'));

/** Writes a WebP file. isTransparent: black with the ink as opacity, as some programs draw text. */
export async function makeWebp(
  { width, height, pixels }: GrayImage,
  { isLossless = false, isTransparent = false } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  await init({ wasmBinary: readFileSync(ENCODER) } as Parameters<typeof init>[0]);
  const data = new Uint8ClampedArray(pixels.length * 4);
  for (const [index, shade] of pixels.entries())
    data.set(isTransparent ? [0, 0, 0, 255 - shade] : [shade, shade, shade, 255], index * 4);
  const image = { data, width, height } as Parameters<typeof encode>[0];
  return new Uint8Array(await encode(image, { quality: 75, lossless: isLossless ? 1 : 0 }));
}

/** Writes a TIFF file of grey tiles, compressed by Deflate. */
export function tiledTiff({ width, height, pixels }: GrayImage, side = 256): Uint8Array<ArrayBuffer> {
  const tiles: Buffer[] = [];
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side) {
      const tile = Buffer.alloc(side * side);
      for (let row = 0; row < Math.min(side, height - top); row += 1) {
        const from = (top + row) * width + left;
        tile.set(pixels.subarray(from, from + Math.min(side, width - left)), row * side);
      }
      tiles.push(deflateSync(tile));
    }
  return makeTiff(tiles, [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, [8]],
    [259, 3, [8]],
    [262, 3, [1]],
    [277, 3, [1]],
    [322, 4, [side]],
    [323, 4, [side]],
    [324, 4, 'offsets'],
    [325, 4, 'lengths'],
  ]);
}

/** The photograph of the letter as a TIFF file, with the tables of the JPEG apart from its pixels. height: that the file
 *  claims. */
export function jpegTiff(height?: number): Uint8Array<ArrayBuffer> {
  const jpeg = scanFile('letter-turned.jpg');
  const header = headerOfJpeg(jpeg);
  const [start, end] = [Buffer.from('ffd8', 'hex'), Buffer.from('ffd9', 'hex')];
  const [tables, rest]: [Uint8Array[], Uint8Array[]] = [[start], [start]];
  let at = 2;
  while (jpeg[at + 1] !== 0xda) {
    const next = at + 2 + (jpeg[at + 2] ?? 0) * 256 + (jpeg[at + 3] ?? 0);
    const marker = jpeg[at + 1] ?? 0;
    const isTable = marker === 0xdb || marker === 0xc4;
    // Segments of programs are left out: in TIFF, tags say what they do.
    if (isTable || marker < 0xe0) (isTable ? tables : rest).push(jpeg.subarray(at, next));
    at = next;
  }
  const table = Buffer.concat([...tables, end]);
  return makeTiff(
    [Buffer.concat([...rest, jpeg.subarray(at)])],
    [
      [256, 4, [header.width]],
      [257, 4, [height ?? header.height]],
      [258, 3, Array.from({ length: header.components }, () => 8)],
      [259, 3, [7]],
      [262, 3, [header.components === 3 ? 6 : 1]],
      [273, 4, 'offsets'],
      [274, 3, [header.orientation]],
      [277, 3, [header.components]],
      [278, 4, [height ?? header.height]],
      [279, 4, 'lengths'],
      [347, 7, [...table]],
    ],
  );
}

type Tag = [tag: number, type: 3 | 4 | 7, values: readonly number[] | 'offsets' | 'lengths'];

/** Writes a TIFF file with one directory after the pieces of its picture. */
function makeTiff(pieces: readonly Uint8Array[], tags: readonly Tag[]): Uint8Array<ArrayBuffer> {
  const offsets: number[] = [];
  let length = 8;
  for (const piece of pieces) {
    offsets.push(length);
    length += piece.length;
  }
  const values = tags.map(([, type, of]) => {
    const numbers = of === 'offsets' ? offsets : of === 'lengths' ? pieces.map((piece) => piece.length) : of;
    const size = { 3: 2, 4: 4, 7: 1 }[type];
    const bytes = Buffer.alloc(Math.max(4, numbers.length * size));
    for (const [index, value] of numbers.entries()) bytes.writeUIntLE(value, index * size, size);
    return { count: numbers.length, bytes };
  });
  const directory = Buffer.alloc(2 + 12 * tags.length + 4);
  directory.writeUInt16LE(tags.length, 0);
  let behind = length + directory.length;
  const long: Buffer[] = [];
  for (const [index, { count, bytes }] of values.entries()) {
    const at = 2 + 12 * index;
    const [tag, type] = tags[index] ?? [0, 0];
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(count, at + 4);
    if (bytes.length === 4) bytes.copy(directory, at + 8);
    else {
      directory.writeUInt32LE(behind, at + 8);
      long.push(bytes);
      behind += bytes.length;
    }
  }
  const header = Buffer.from('49492a0000000000', 'hex');
  header.writeUInt32LE(length, 4);
  return new Uint8Array(Buffer.concat([header, ...pieces, directory, ...long]));
}
