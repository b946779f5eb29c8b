import { assertFewPixels } from './assert-few-pixels.ts';
import { pageSize } from './page-size.ts';
import type { PicturePage } from './picture-pdf.ts';

const [START_OF_SCAN, EXIF, ADOBE] = [0xda, 0xe1, 0xee];
const COLOR_SPACES: Record<number, string> = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' };

/** The page of a JPEG file, as it should be looked at. Throws for what is no JPEG. */
export function pageOfJpeg(bytes: Uint8Array): PicturePage {
  const { width, height, components, orientation, isAdobe } = headerOfJpeg(bytes);
  assertFewPixels(width, height);
  const colorSpace = COLOR_SPACES[components];
  if (colorSpace === undefined) throw new Error(`The JPEG has ${components} components.`);
  // Adobe's programs write inks inverted.
  const decode = components === 4 && isAdobe ? '1 0 1 0 1 0 1 0' : undefined;
  const picture = {
    left: 0,
    top: 0,
    width,
    height,
    bitsPerComponent: 8,
    colorSpace,
    filter: 'DCTDecode',
    decode,
    bytes,
  };
  return {
    ...pageSize(width, height),
    columns: width,
    rows: height,
    rotate: ROTATIONS[orientation] ?? 0,
    pieces: [picture],
  };
}

/** Exif's orientation -> degrees to turn clockwise. Mirrored pictures are left as they are. */
const ROTATIONS: Record<number, number> = { 3: 180, 6: 90, 8: 270 };

/** The size of a picture as it is looked at. Throws for what is no JPEG. */
export function sizeOfJpeg(bytes: Uint8Array): { width: number; height: number } {
  const { width, height, orientation } = headerOfJpeg(bytes);
  return orientation === 6 || orientation === 8 ? { width: height, height: width } : { width, height };
}

type Header = { width: number; height: number; components: number; orientation: number; isAdobe: boolean };

/** What a JPEG says before its pixels. Throws for what is no JPEG. */
export function headerOfJpeg(bytes: Uint8Array): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let orientation = 1;
  let isAdobe = false;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (view.getUint8(at) !== 0xff) throw new Error('The JPEG has no segment where one should be.');
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) break;
    const length = view.getUint16(at + 2);
    if (length < 2) break;
    if (isFrame(marker))
      return {
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        components: view.getUint8(at + 9),
        orientation,
        isAdobe,
      };
    const segment = bytes.subarray(at + 4, at + 2 + length);
    if (marker === EXIF) orientation = orientationOf(segment) ?? orientation;
    isAdobe ||= marker === ADOBE;
    at += 2 + length;
  }
  throw new Error('The JPEG has no frame.');
}

/** Start of frame; three markers in this range are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const ORIENTATION_TAG = 0x0112;

/** The orientation in an Exif segment, whose data is laid out like a TIFF file. */
function orientationOf(segment: Uint8Array): number | undefined {
  const tiff = segment.subarray(6);
  if (Buffer.from(segment.subarray(0, 4)).toString('latin1') !== 'Exif' || tiff.length < 14) return undefined;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const isLittle = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return undefined;
  const count = view.getUint16(directory, isLittle);
  for (let index = 0, at = directory + 2; index < count && at + 12 <= tiff.length; index += 1, at += 12)
    if (view.getUint16(at, isLittle) === ORIENTATION_TAG) return view.getUint16(at + 8, isLittle);
  return undefined;
}
