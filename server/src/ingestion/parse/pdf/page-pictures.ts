import { getResolvedPDFJS } from 'unpdf';
import type { PDFPageProxy } from 'unpdf/pdfjs';
import { luma, onWhite } from '#ingestion/parse/image/shades.ts';
import type { GrayImage } from '#ingestion/parse/ocr/scans.ts';

/** A picture as it lies on the displayed page. matrix maps the unit square, (0, 0) at the top left corner of the
 *  picture, to points of the page from its top left corner. shade: of the ink of a stencil; undefined for a picture. */
type Picture = { gray: GrayImage; matrix: Matrix; shade: number | undefined };
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export type PagePictures = { width: number; height: number; pictures: Picture[] };

/** The most pictures of a page; scanners cut a page into some dozen strips. */
const MAX_PICTURES = 1_000;
/** How often the area of a page may be drawn over. */
const MAX_LAYERS = 20;

/** The pictures of a page in the order in which they are drawn. Decodes them, so the PDF must be opened for it. */
export async function picturesOf(page: PDFPageProxy): Promise<PagePictures> {
  const { OPS } = await getResolvedPDFJS();
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 });
  const pictures: Picture[] = [];
  let matrix = toMatrix(transform);
  let shade = 0;
  const saved: { matrix: Matrix; shade: number }[] = [];
  const add = (image: unknown, isStencil: boolean): void => {
    const gray = isStencil ? stencilOf(image) : grayOf(image);
    if (gray) pictures.push({ gray, matrix: fromTop(matrix), shade: isStencil ? shade : undefined });
  };
  for (const [index, operator] of fnArray.entries()) {
    if (pictures.length === MAX_PICTURES) break;
    const args: readonly unknown[] = argsArray[index] ?? [];
    switch (operator) {
      case OPS.save:
        saved.push({ matrix, shade });
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        ({ matrix, shade } = saved.pop() ?? { matrix, shade });
        break;
      case OPS.transform:
        matrix = multiply(matrix, toMatrix(args));
        break;
      case OPS.paintFormXObjectBegin:
        saved.push({ matrix, shade });
        if (isNumbers(args[0])) matrix = multiply(matrix, toMatrix(args[0]));
        break;
      case OPS.setFillRGBColor:
        shade = shadeOf(args);
        break;
      case OPS.paintImageXObject:
        add(await objectOf(page, args[0]), false);
        break;
      case OPS.paintInlineImageXObject:
        add(args[0], false);
        break;
      case OPS.paintImageMaskXObject:
        add(await stencilData(page, args[0]), true);
        break;
    }
  }
  return { width, height, pictures };
}

/** How much of the page the pictures cover, 0 to 1. Overlapping ones count twice, up to 1. */
export function coverOf({ width, height, pictures }: PagePictures): number {
  const covered = pictures.reduce((total, { matrix }) => {
    const { left, top, right, bottom } = boundsOf(matrix, { width, height });
    return total + Math.max(0, right - left) * Math.max(0, bottom - top);
  }, 0);
  return Math.min(1, covered / (width * height));
}

/** Draws the pictures of a page on white. scale: pixels for a point. */
export function drawPictures({ width, height, pictures }: PagePictures, scale: number): GrayImage {
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const pixels = new Uint8Array(size.width * size.height).fill(255);
  let left = MAX_LAYERS * pixels.length;
  for (const { gray, matrix, shade } of pictures) {
    const scaled = matrix.map((value) => value * scale) as unknown as Matrix;
    const bounds = boundsOf(scaled, size);
    left -= Math.max(0, bounds.right - bounds.left) * Math.max(0, bounds.bottom - bounds.top);
    if (left < 0) break;
    draw({ ...size, pixels }, { gray, matrix: scaled, shade }, bounds);
  }
  return { ...size, pixels };
}

type Bounds = { left: number; top: number; right: number; bottom: number };

function draw(
  target: GrayImage,
  { gray, matrix, shade }: Picture,
  { left, top, right, bottom }: Bounds,
): void {
  const [a, b, c, d, e, f] = matrix;
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-9) return;
  // Pixel of the page -> pixel of the picture.
  const [xByX, xByY] = [(d / determinant) * gray.width, (-c / determinant) * gray.width];
  const [yByX, yByY] = [(-b / determinant) * gray.height, (a / determinant) * gray.height];
  const sample = samplerOf(gray, Math.hypot(xByX, xByY), Math.hypot(yByX, yByY));
  for (let row = Math.floor(top); row < bottom; row += 1) {
    for (let column = Math.floor(left); column < right; column += 1) {
      const [dx, dy] = [column + 0.5 - e, row + 0.5 - f];
      const [x, y] = [dx * xByX + dy * xByY, dx * yByX + dy * yByY];
      if (x < 0 || y < 0 || x >= gray.width || y >= gray.height) continue;
      const at = row * target.width + column;
      const value = sample(x, y);
      target.pixels[at] =
        shade === undefined ? value : ((target.pixels[at] ?? 255) * value + shade * (255 - value)) / 255;
    }
  }
}

/** Averages the pixels that one pixel of the page covers, or interpolates where the picture is coarser than the page.
 *  stepX, stepY: pixels of the picture for one of the page. */
function samplerOf({ width, height, pixels }: GrayImage, stepX: number, stepY: number) {
  const at = (x: number, y: number): number =>
    pixels[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] ?? 255;
  if (stepX < 1 && stepY < 1)
    return (x: number, y: number): number => {
      const [column, row] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
      const [right, below] = [x - 0.5 - column, y - 0.5 - row];
      const upper = at(column, row) * (1 - right) + at(column + 1, row) * right;
      const lower = at(column, row + 1) * (1 - right) + at(column + 1, row + 1) * right;
      return upper * (1 - below) + lower * below;
    };
  const columns = Math.min(6, Math.max(1, Math.round(stepX)));
  const rows = Math.min(6, Math.max(1, Math.round(stepY)));
  return (x: number, y: number): number => {
    const [left, top] = [Math.floor(x - (columns - 1) / 2), Math.floor(y - (rows - 1) / 2)];
    let total = 0;
    for (let row = top; row < top + rows; row += 1)
      for (let column = left; column < left + columns; column += 1) total += at(column, row);
    return total / (rows * columns);
  };
}

/** The smallest upright rectangle around a picture, within the page. */
function boundsOf([a, b, c, d, e, f]: Matrix, { width, height }: { width: number; height: number }): Bounds {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  return {
    left: Math.max(0, Math.min(...xs)),
    top: Math.max(0, Math.min(...ys)),
    right: Math.min(width, Math.max(...xs)),
    bottom: Math.min(height, Math.max(...ys)),
  };
}

/** PDF draws a picture on the unit square with its first row at the top, where y is 1. */
const fromTop = ([a, b, c, d, e, f]: Matrix): Matrix => [a, b, -c, -d, e + c, f + d];

const isNumbers = (value: unknown): value is ArrayLike<number> =>
  Array.isArray(value) || ArrayBuffer.isView(value);

function toMatrix(values: ArrayLike<unknown>): Matrix {
  const [a, b, c, d, e, f] = Array.from(values, Number);
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0];
}

const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

/** pdf.js gives a colour as `#rrggbb`. */
function shadeOf([colour]: readonly unknown[]): number {
  const digits = typeof colour === 'string' ? /^#([0-9a-f]{6})$/i.exec(colour)?.[1] : undefined;
  if (digits === undefined) return 0;
  const number = Number.parseInt(digits, 16);
  return luma(number >> 16, (number >> 8) & 255, number & 255);
}

/** pdf.js delivers some pictures after the list of operators. */
const objectOf = (page: PDFPageProxy, id: unknown): Promise<unknown> =>
  new Promise((resolve) => {
    if (typeof id !== 'string') resolve(undefined);
    else (id.startsWith('g_') ? page.commonObjs : page.objs).get(id, resolve);
  });

/** The data of a stencil that is drawn several times is an object of its own. */
async function stencilData(page: PDFPageProxy, stencil: unknown): Promise<unknown> {
  const { data }: { data?: unknown } = isRecord(stencil) ? stencil : {};
  return typeof data === 'string' ? await objectOf(page, data) : stencil;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

type Raw = { width: number; height: number; data: Uint8Array };

function rawOf(image: unknown): Raw | undefined {
  if (!isRecord(image)) return undefined;
  const { width, height, data } = image;
  if (typeof width !== 'number' || typeof height !== 'number' || !ArrayBuffer.isView(data)) return undefined;
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
}

/** pdf.js gives one bit, three or four bytes for a pixel. In bits, 1 is white. */
function grayOf(image: unknown): GrayImage | undefined {
  const raw = rawOf(image);
  if (!raw) return undefined;
  const { width, height, data } = raw;
  const channels = data.length / (width * height);
  if (channels < 1) return bitsOf(raw);
  if (channels !== 1 && channels !== 3 && channels !== 4) return undefined;
  if (channels === 1) return { width, height, pixels: data };
  const pixels = new Uint8Array(width * height);
  for (let index = 0, from = 0; index < pixels.length; index += 1, from += channels) {
    const shade = luma(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0);
    const alpha = channels === 4 ? (data[from + 3] ?? 255) : 255;
    pixels[index] = onWhite(shade, alpha);
  }
  return { width, height, pixels };
}

/** 0 where the stencil lets ink through, as pdf.js gives it. */
const stencilOf = (image: unknown): GrayImage | undefined => {
  const raw = rawOf(image);
  return raw && bitsOf(raw);
};

function bitsOf({ width, height, data }: Raw): GrayImage | undefined {
  const bytesOfRow = (width + 7) >> 3;
  if (data.length < bytesOfRow * height) return undefined;
  const pixels = new Uint8Array(width * height);
  for (let row = 0, to = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, to += 1)
      pixels[to] = ((data[row * bytesOfRow + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1 ? 255 : 0;
  return { width, height, pixels };
}
