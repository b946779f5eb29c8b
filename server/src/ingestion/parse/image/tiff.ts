import { POINTS_PER_INCH } from '#ingestion/parse/ocr/scans.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { assertFewPixels } from './assert-few-pixels.ts';
import { headerOfJpeg } from './jpeg.ts';
import { pageSize } from './page-size.ts';
import type { EncodedPicture, PicturePage } from './picture-pdf.ts';

const TAGS = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  offsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  lengths: 279,
  xResolution: 282,
  yResolution: 283,
  planes: 284,
  faxOptions: 292,
  resolutionUnit: 296,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileLengths: 325,
  jpegTables: 347,
} as const;
/** Bytes of a value of each type; types of fractions count as two. */
const TYPE_BYTES: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 };
const FRACTION = 5;
/** The most strips or tiles of a page; tiles of A4 with 600 pixels an inch are 560. */
const MAX_PIECES = 1_000;
/** The most bytes of the tables of JPEG. */
const MAX_TABLES = 8_192;
const COMPRESSIONS: Record<number, 'plain' | 'fax' | 'lzw' | 'jpeg' | 'deflate' | 'packbits'> = {
  1: 'plain',
  2: 'fax',
  3: 'fax',
  4: 'fax',
  5: 'lzw',
  7: 'jpeg',
  8: 'deflate',
  32773: 'packbits',
  32946: 'deflate',
};
const [WHITE_IS_ZERO, BLACK_IS_ZERO, RGB, PALETTE, YCBCR] = [0, 1, 2, 3, 6];

type Directory = (tag: keyof typeof TAGS, fallback?: number) => number;
type Tiff = { bytes: Uint8Array; view: DataView; isLittle: boolean };

/** The pages of a TIFF file as fax machines and scanners write them: in strips or tiles, without compression, or with that
 *  of faxes, LZW, JPEG, Deflate or PackBits, all of which a PDF can hold too. Throws for what is none. */
export function pagesOfTiff(bytes: Uint8Array): PicturePage[] {
  const tiff = openTiff(bytes);
  const pages: PicturePage[] = [];
  const seen = new Set<number>();
  for (let at = tiff.view.getUint32(4, tiff.isLittle); at !== 0 && !seen.has(at); ) {
    seen.add(at);
    if (pages.length === LIMITS.pages) throw tooManyPages();
    const { values, next } = readDirectory(tiff, at);
    pages.push(pageOf(tiff, values));
    at = next;
  }
  if (pages.length === 0) throw new Error('The TIFF has no page.');
  return pages;
}

/** Tag -> the most values, where they are not one for each piece. */
const MOST_VALUES: Record<number, number> = { [TAGS.colorMap]: 768, [TAGS.jpegTables]: MAX_TABLES };

/** The size of the first page of a TIFF file. Throws for what is none. */
export function sizeOfTiff(bytes: Uint8Array): { width: number; height: number } {
  const tiff = openTiff(bytes);
  const { values } = readDirectory(tiff, tiff.view.getUint32(4, tiff.isLittle));
  return { width: values.get(TAGS.width)?.[0] ?? 0, height: values.get(TAGS.height)?.[0] ?? 0 };
}

function openTiff(bytes: Uint8Array): Tiff {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { bytes, view, isLittle: view.getUint16(0) === 0x4949 };
}

function readDirectory(
  { view, isLittle }: Tiff,
  start: number,
): { values: Map<number, number[]>; next: number } {
  const count = view.getUint16(start, isLittle);
  const values = new Map<number, number[]>();
  for (let index = 0; index < count; index += 1) {
    const at = start + 2 + 12 * index;
    const [tag, type] = [view.getUint16(at, isLittle), view.getUint16(at + 2, isLittle)];
    const size = TYPE_BYTES[type];
    if (size === undefined) continue;
    const length = Math.min(view.getUint32(at + 4, isLittle), MOST_VALUES[tag] ?? MAX_PIECES);
    const from = size * length <= 4 ? at + 8 : view.getUint32(at + 8, isLittle);
    values.set(
      tag,
      Array.from({ length }, (_, each) => readValue(view, from + each * size, type, isLittle)),
    );
  }
  return { values, next: view.getUint32(start + 2 + 12 * count, isLittle) };
}

function readValue(view: DataView, at: number, type: number, isLittle: boolean): number {
  if (type === FRACTION) return view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle);
  if (type === 4) return view.getUint32(at, isLittle);
  return type === 3 ? view.getUint16(at, isLittle) : view.getUint8(at);
}

/** The pixels of a page, strips and tiles alike: a strip is a tile as wide as the page. */
type Layout = { offsets: number[]; lengths: number[]; across: number; tileWidth: number; tileHeight: number };

function pageOf({ bytes }: Tiff, values: Map<number, number[]>): PicturePage {
  const value: Directory = (tag, fallback = 0) => values.get(TAGS[tag])?.[0] ?? fallback;
  const [width, height] = [value('width'), value('height')];
  assertFewPixels(width, height);
  if (value('planes', 1) !== 1 && value('samples', 1) > 1) throw new Error('The TIFF has planes.');
  const { offsets, lengths, across, tileWidth, tileHeight } = layoutOf(value, values);
  const isTiled = values.has(TAGS.tileWidth);
  const format = formatOf(value, values.get(TAGS.colorMap) ?? []);
  const tables = Uint8Array.from(values.get(TAGS.jpegTables) ?? []);
  const pieces = offsets.map((offset, index): EncodedPicture => {
    const [left, top] = [(index % across) * tileWidth, Math.floor(index / across) * tileHeight];
    // The last strip is shorter than the others, but the last tiles are filled up.
    const rows = isTiled ? tileHeight : Math.min(tileHeight, height - top);
    const data = bytes.subarray(offset, offset + (lengths[index] ?? 0));
    const size = { width: tileWidth, height: rows };
    return {
      ...format,
      ...size,
      left,
      top,
      parameters: parametersOf(value, { width: tileWidth, rows, colors: format.colors }),
      bytes:
        format.filter === 'DCTDecode'
          ? wholeJpeg(data, tables, size)
          : value('fillOrder', 1) === 2
            ? mirrored(data)
            : data,
    };
  });
  const rotate = ROTATIONS[value('orientation', 1)] ?? 0;
  return { ...sizeOf(value, width, height), columns: width, rows: height, rotate, pieces };
}

function layoutOf(value: Directory, values: Map<number, number[]>): Layout {
  const [width, height] = [value('width'), value('height')];
  const isTiled = values.has(TAGS.tileWidth);
  const tileWidth = isTiled ? value('tileWidth') : width;
  const tileHeight = isTiled ? value('tileHeight') : Math.min(value('rowsPerStrip', height), height);
  const [across, down] = [Math.ceil(width / tileWidth), Math.ceil(height / tileHeight)];
  // Some programs list tiles under the tags of strips.
  const [offsets, lengths] = [
    (isTiled ? values.get(TAGS.tileOffsets) : undefined) ?? values.get(TAGS.offsets) ?? [],
    (isTiled ? values.get(TAGS.tileLengths) : undefined) ?? values.get(TAGS.lengths) ?? [],
  ];
  if (offsets.length !== across * down) throw new Error('The TIFF has too many strips or tiles, or too few.');
  assertFewPixels(across * tileWidth, down * tileHeight);
  return { offsets, lengths, across, tileWidth, tileHeight };
}

/** The JPEG of a strip or a tile with the tables that it shares with the others. Throws if it has another size than its
 *  piece of the page. */
function wholeJpeg(
  data: Uint8Array,
  tables: Uint8Array,
  { width, height }: { width: number; height: number },
): Uint8Array {
  // Both begin with the marker of a start; the tables end with that of an end.
  const jpeg = tables.length > 4 ? Buffer.concat([tables.subarray(0, -2), data.subarray(2)]) : data;
  const header = headerOfJpeg(jpeg);
  if (header.width !== width || header.height > height + MAX_FILLED_ROWS)
    throw new Error('The TIFF has a JPEG of another size.');
  return jpeg;
}

/** The rows that a program may add to the last strip, to fill the last blocks of JPEG. */
const MAX_FILLED_ROWS = 16;

const ROTATIONS: Record<number, number> = { 3: 180, 6: 90, 8: 270 };

/** A fax has other resolutions for its width and its height. */
function sizeOf(value: Directory, width: number, height: number): { width: number; height: number } {
  const [x, y, unit] = [value('xResolution'), value('yResolution'), value('resolutionUnit', 2)];
  const inch = unit === 3 ? 2.54 : 1;
  const isTold = unit !== 1 && x * inch >= 60 && y * inch >= 60;
  if (!isTold || !Number.isFinite(x) || !Number.isFinite(y)) return pageSize(width, height);
  return { width: (width / (x * inch)) * POINTS_PER_INCH, height: (height / (y * inch)) * POINTS_PER_INCH };
}

type Format = Omit<EncodedPicture, 'left' | 'top' | 'width' | 'height' | 'bytes'> & { colors: number };

function formatOf(value: Directory, colorMap: readonly number[]): Format {
  const bits = value('bits', 1);
  const compression = COMPRESSIONS[value('compression', 1)];
  const photometric = value('photometric', WHITE_IS_ZERO);
  const colors = value('samples', 1);
  const isGray = photometric === WHITE_IS_ZERO || photometric === BLACK_IS_ZERO;
  const fits =
    (isGray && colors === 1) ||
    (photometric === RGB && colors === 3) ||
    (photometric === YCBCR && colors === 3 && compression === 'jpeg') ||
    (photometric === PALETTE && colors === 1);
  if (
    compression === undefined ||
    !fits ||
    ![1, 2, 4, 8].includes(bits) ||
    (compression === 'jpeg' && bits !== 8)
  )
    throw new Error('The TIFF has an encoding that is not supported.');
  const isFax = compression === 'fax';
  return {
    colors,
    bitsPerComponent: bits,
    colorSpace:
      photometric === PALETTE ? indexed(bits, colorMap) : colors === 3 ? '/DeviceRGB' : '/DeviceGray',
    filter: {
      plain: undefined,
      fax: 'CCITTFaxDecode',
      lzw: 'LZWDecode',
      jpeg: 'DCTDecode',
      deflate: 'FlateDecode',
      packbits: 'RunLengthDecode',
    }[compression],
    // A fax says itself which bits are black.
    decode:
      photometric === WHITE_IS_ZERO && !isFax
        ? '1 0'
        : photometric === BLACK_IS_ZERO && isFax
          ? '1 0'
          : undefined,
  };
}

/** A palette has all reds, then all greens and blues, with 16 bits each. */
function indexed(bits: number, colorMap: readonly number[]): string {
  const colors = 2 ** bits;
  const digits = Array.from({ length: colors }, (_, color) =>
    [0, 1, 2]
      .map((part) => ((colorMap[part * colors + color] ?? 0) >> 8).toString(16).padStart(2, '0'))
      .join(''),
  );
  return `[/Indexed /DeviceRGB ${colors - 1} <${digits.join('')}>]`;
}

function parametersOf(
  value: Directory,
  { width, rows, colors }: { width: number; rows: number; colors: number },
): string | undefined {
  const compression = value('compression', 1);
  if (COMPRESSIONS[compression] === 'fax') {
    const isTwoDimensional = compression === 3 && (value('faxOptions') & 1) === 1;
    const k = compression === 4 ? -1 : isTwoDimensional ? 1 : 0;
    const aligned = compression === 2 || (value('faxOptions') & 4) !== 0;
    return `/K ${k} /Columns ${width} /Rows ${rows} /EndOfBlock false /EncodedByteAlign ${aligned}`;
  }
  if (COMPRESSIONS[compression] === 'jpeg')
    return colors === 3 ? `/ColorTransform ${value('photometric') === YCBCR ? 1 : 0}` : undefined;
  return value('predictor', 1) === 2
    ? `/Predictor 2 /Colors ${colors} /BitsPerComponent ${value('bits', 1)} /Columns ${width}`
    : undefined;
}

/** The bits of each byte in the opposite order. */
const mirrored = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => MIRRORED[byte] ?? 0);

const MIRRORED = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2),
);

const tooManyPages = (): SourceFault =>
  new SourceFault(
    'too_many_pages',
    'parsing',
    `The TIFF has more than ${LIMITS.pages} pages, which is the limit. Split it and add the parts.`,
  );
