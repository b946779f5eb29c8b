import { readFile } from 'node:fs/promises';
import { assertFewPixels } from './assert-few-pixels.ts';
import { pageSize } from './page-size.ts';
import type { PicturePage } from './picture-pdf.ts';
import { luma, onWhite } from './shades.ts';

const GLUE = new URL('./decoders/webp_dec.mjs', import.meta.url);
const MODULE = new URL('./decoders/webp_dec.wasm', import.meta.url);

/** What is used of libwebp. decode: the pixels as RGBA; null for what is damaged. */
type Decoder = { decode(bytes: Uint8Array): { width: number; height: number; data: Uint8Array } | null };

/** The page of a WebP file, in shades of grey on white. Throws for what is no WebP, and for an animation. */
export async function pageOfWebp(bytes: Uint8Array): Promise<PicturePage> {
  const { width, height } = sizeOfWebp(bytes);
  assertFewPixels(width, height);
  // An instance of its own for each picture: its memory never shrinks, and after an error it is in no state to go on.
  const { decode } = await openDecoder();
  const picture = decode(bytes);
  if (picture?.width !== width || picture.height !== height) throw new Error('The WebP cannot be decoded.');
  const pixels = new Uint8Array(width * height);
  for (let index = 0, from = 0; index < pixels.length; index += 1, from += 4)
    pixels[index] = onWhite(
      luma(picture.data[from] ?? 0, picture.data[from + 1] ?? 0, picture.data[from + 2] ?? 0),
      picture.data[from + 3] ?? 255,
    );
  const piece = {
    left: 0,
    top: 0,
    width,
    height,
    bitsPerComponent: 8,
    colorSpace: '/DeviceGray',
    bytes: pixels,
  };
  return { ...pageSize(width, height), columns: width, rows: height, pieces: [piece] };
}

async function openDecoder(): Promise<Decoder> {
  const { default: load } = (await import(GLUE.href)) as { default(options: object): Promise<Decoder> };
  return await load({ noInitialRun: true, wasmBinary: await readFile(MODULE) });
}

/** The size of a picture in the header of a WebP file (RFC 9649, 2.5 to 2.7). Throws for what is no WebP. */
export function sizeOfWebp(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kind = Buffer.from(bytes.subarray(12, 16)).toString('latin1');
  if (kind === 'VP8X')
    return { width: 1 + (view.getUint32(24, true) & 0xffffff), height: 1 + (view.getUint32(26, true) >>> 8) };
  if (kind === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind !== 'VP8L') throw new Error('The WebP has no picture.');
  const bits = view.getUint32(21, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}
