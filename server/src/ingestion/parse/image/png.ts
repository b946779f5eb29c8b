import { inflateSync } from 'node:zlib';
import { assertFewPixels } from './assert-few-pixels.ts';
import { pageSize } from './page-size.ts';
import type { PicturePage } from './picture-pdf.ts';
import { luma, onWhite } from './shades.ts';

/** Color type -> samples of a pixel (PNG, 11.2.2). */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;
/** The first pixel and the steps of each pass of an interlaced picture: x, y, step x, step y. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;

type Header = { width: number; height: number; depth: number; colorType: number; isInterlaced: boolean };
type Png = Header & { palette: Uint8Array; alphas: Uint8Array; data: Buffer };

/** The page of a PNG file, in shades of grey on white. Throws for what is no PNG. */
export function pageOfPng(bytes: Uint8Array): PicturePage {
  const png = readChunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const { width, height } = png;
  const picture = {
    left: 0,
    top: 0,
    width,
    height,
    bitsPerComponent: 8,
    colorSpace: '/DeviceGray',
    bytes: grayOf(png),
  };
  return { ...pageSize(width, height), columns: width, rows: height, pieces: [picture] };
}

/** The size of a picture in the header of a PNG file. Throws for a file that is cut off. */
export function sizeOfPng(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function readChunks(file: Buffer): Png {
  let header: Header | undefined;
  let [palette, alphas] = [new Uint8Array(), new Uint8Array()];
  const data: Buffer[] = [];
  for (let at = 8; at + 8 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const chunk = file.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = headerOf(chunk);
    else if (type === 'PLTE') palette = new Uint8Array(chunk);
    else if (type === 'tRNS') alphas = new Uint8Array(chunk);
    else if (type === 'IDAT') data.push(chunk);
    else if (type === 'IEND') break;
    at += 12 + length;
  }
  if (!header) throw new Error('The PNG has no header.');
  return { ...header, palette, alphas, data: Buffer.concat(data) };
}

function headerOf(chunk: Buffer): Header {
  const [width, height] = [chunk.readUInt32BE(0), chunk.readUInt32BE(4)];
  const [depth = 0, colorType = 0] = [chunk[8], chunk[9]];
  assertFewPixels(width, height);
  if (CHANNELS[colorType] === undefined || ![1, 2, 4, 8, 16].includes(depth))
    throw new Error(`The PNG has the colour type ${colorType} with ${depth} bits.`);
  return { width, height, depth, colorType, isInterlaced: chunk[12] === 1 };
}

function grayOf(png: Png): Uint8Array {
  const { width, height, depth, colorType, isInterlaced, data } = png;
  const bits = depth * (CHANNELS[colorType] ?? 1);
  const passes = (isInterlaced ? PASSES : WHOLE).map(([x, y, stepX, stepY]) => {
    const [columns, rows] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)];
    return { x, y, stepX, stepY, columns, rows: columns > 0 ? Math.max(0, rows) : 0 };
  });
  const rowBytes = (columns: number): number => Math.ceil((columns * bits) / 8);
  const size = passes.reduce((total, { columns, rows }) => total + rows * (1 + rowBytes(columns)), 0);
  // A truncated file shows what there is of it.
  const raw = inflateSync(data, { maxOutputLength: size + 1, finishFlush: 2 });
  const pixels = new Uint8Array(width * height).fill(255);
  const shadeAt = shadeReader(png);
  let at = 0;
  for (const { x, y, stepX, stepY, columns, rows } of passes) {
    const length = rowBytes(columns);
    let above = new Uint8Array(length);
    for (let row = 0; row < rows && at + 1 + length <= raw.length; row += 1, at += 1 + length) {
      const line = raw.subarray(at + 1, at + 1 + length);
      unfilter(raw[at] ?? 0, line, above, Math.max(1, bits >> 3));
      above = line;
      const start = (y + row * stepY) * width;
      for (let column = 0; column < columns; column += 1)
        pixels[start + x + column * stepX] = shadeAt(line, column);
    }
  }
  return pixels;
}

/** Undoes the filter of a row, in place (PNG, 9.2). */
function unfilter(type: number, line: Uint8Array, above: Uint8Array, bytesOfPixel: number): void {
  if (type === 0) return;
  for (let index = 0; index < line.length; index += 1) {
    const left = index < bytesOfPixel ? 0 : (line[index - bytesOfPixel] ?? 0);
    const up = above[index] ?? 0;
    const corner = index < bytesOfPixel ? 0 : (above[index - bytesOfPixel] ?? 0);
    const predicted =
      type === 1 ? left : type === 2 ? up : type === 3 ? (left + up) >> 1 : nearest(left, up, corner);
    line[index] = (line[index] ?? 0) + predicted;
  }
}

/** The neighbour that is nearest to left + up - corner. */
function nearest(left: number, up: number, corner: number): number {
  const [toLeft, toUp] = [Math.abs(up - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Reads the shade of a pixel in a row, on white. */
function shadeReader({
  depth,
  colorType,
  palette,
  alphas,
}: Png): (line: Uint8Array, column: number) => number {
  const channels = CHANNELS[colorType] ?? 1;
  const [most, bytes] = [2 ** Math.min(depth, 8) - 1, depth === 16 ? 2 : 1];
  const sample = (line: Uint8Array, index: number): number => {
    if (depth >= 8) return line[index * bytes] ?? 0;
    const bit = index * depth;
    return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & most;
  };
  if (colorType === PALETTE)
    return (line, column) => {
      const color = sample(line, column);
      const [red = 0, green = 0, blue = 0] = palette.subarray(color * 3, color * 3 + 3);
      return onWhite(luma(red, green, blue), alphas[color] ?? 255);
    };
  const hasColor = channels >= 3;
  const hasAlpha = channels === 2 || channels === 4;
  return (line, column) => {
    const first = column * channels;
    const shade = hasColor
      ? luma(sample(line, first), sample(line, first + 1), sample(line, first + 2))
      : (sample(line, first) * 255) / most;
    return hasAlpha ? onWhite(shade, sample(line, first + channels - 1)) : shade;
  };
}
