import { sizeOfJpeg } from './jpeg.ts';
import { sizeOfPng } from './png.ts';
import { sizeOfTiff } from './tiff.ts';
import { sizeOfWebp } from './webp.ts';

/** Formats of pictures that OCR can read. */
export type PictureFormat = 'png' | 'jpeg' | 'tiff' | 'webp';

/** The format of a picture by its first bytes; undefined for other content. */
export function pictureFormat(head: Uint8Array): PictureFormat | undefined {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 12));
  const signature = start.toString('hex');
  if (signature.startsWith('89504e470d0a1a0a')) return 'png';
  if (signature.startsWith('ffd8ff')) return 'jpeg';
  if (start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8) === 'WEBP') return 'webp';
  return /^(?:49492a00|4d4d002a)/.test(signature) ? 'tiff' : undefined;
}

const SIZES: Record<PictureFormat, (head: Uint8Array) => { width: number; height: number }> = {
  png: sizeOfPng,
  jpeg: sizeOfJpeg,
  tiff: sizeOfTiff,
  webp: sizeOfWebp,
};

/** What a picture says of itself before its pixels; undefined for other content, and for a head that is too short. */
export function pictureHeader(
  head: Uint8Array,
): { format: PictureFormat; width: number; height: number } | undefined {
  const format = pictureFormat(head);
  if (!format) return undefined;
  try {
    return { format, ...SIZES[format](head) };
  } catch {
    return undefined;
  }
}
