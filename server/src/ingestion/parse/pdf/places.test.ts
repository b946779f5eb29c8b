import { describe, expect, it } from 'vitest';
import { placesOfRange } from '#text/places/places-of-range.ts';
import { makePdf, type PdfPage } from '../../../../tests/helpers/make-pdf.ts';
import { scanFile } from '../../../../tests/helpers/scan-files.ts';
import { findOcrEngine } from '../ocr/find-ocr-engine.ts';
import { openPageReader } from '../ocr/open-page-reader.ts';
import { parse } from '../parse.ts';
import { parsePdf } from './parse-pdf.ts';

/** The width of text of the letters b, d, n, o, p, q, u, spaces and full stops in Helvetica. */
const widthOf = (text: string, size = 10): number =>
  Array.from(text, (sign) => (' .'.includes(sign) ? 0.278 : 0.556)).reduce((sum, width) => sum + width, 0) *
  size;

async function boxesOf(pages: readonly PdfPage[], words: string) {
  const document = await parsePdf({
    bytes: makePdf(pages),
    mimeType: null,
    fileName: 'a.pdf',
    origin: 'file',
  });
  return boxesIn(document, words);
}

function boxesIn({ text, places }: { text: string; places?: Uint8Array | undefined }, words: string) {
  const start = text.indexOf(words);
  if (start < 0 || !places) throw new Error(`There is no "${words}" in ${text}`);
  return placesOfRange(text, places, { start, end: start + words.length }).pages;
}

/** Each number within a distance of the expected one. */
function expectNear(
  box: { x: number; y: number; width: number; height: number } | undefined,
  expected: readonly number[],
  distance: number,
): void {
  const found = box ? [box.x, box.y, box.width, box.height] : [];
  expect(found).toHaveLength(4);
  for (const [index, value] of expected.entries())
    expect(Math.abs((found[index] ?? 0) - value), `${found} for ${expected}`).toBeLessThanOrEqual(distance);
}

const ONE = 'bob dud noon pond.';
const TWO = 'dodo bud qoph uno nod.';

describe('the boxes of a passage in a PDF', () => {
  it('are on the words of a sentence that is drawn by itself', async () => {
    const texts = [
      { text: ONE, x: 60, y: 700 },
      { text: TWO, x: 60 + widthOf(`${ONE} `), y: 700 },
    ];
    const [page] = await boxesOf([{ texts }], TWO);
    expect(page).toMatchObject({ page: 1, width: 595, height: 842 });
    expect(page?.boxes).toHaveLength(1);
    expectNear(page?.boxes[0], [60 + widthOf(`${ONE} `), 842 - 707.5, widthOf(TWO), 10], 0.5);
  });

  it('are on the words of a sentence in the middle of a line, and on each line that it runs through', async () => {
    const texts = [
      { text: `${ONE} ${TWO} ${ONE} ${TWO} Dodo bud noon`, x: 60, y: 700 },
      { text: `pond bob dud. ${TWO}`, x: 60, y: 687 },
    ];
    const [page] = await boxesOf([{ texts }], 'Dodo bud noon pond bob dud.');
    const left = 60 + widthOf(`${ONE} ${TWO} ${ONE} ${TWO} `);
    expect(page?.boxes).toHaveLength(2);
    expectNear(page?.boxes[0], [left, 134.5, widthOf('Dodo bud noon'), 10], 5);
    expectNear(page?.boxes[1], [60, 147.5, widthOf('pond bob dud.'), 10], 3);
  });

  it('follow a word that is divided at the end of a line, and a paragraph into the next column', async () => {
    const lines = [
      `${ONE} quoduno ${TWO}`,
      `${TWO} ${ONE} dodo bob`,
      `${TWO} ${ONE} bob quod-`,
      `uno nod bud bob.`,
    ];
    const column = [0, 1, 2].map((index) => ({ text: `${TWO} ${TWO}`, x: 320, y: 700 - 13 * index }));
    const texts = [...lines.map((text, index) => ({ text, x: 40, y: 700 - 13 * index })), ...column];
    const [page] = await boxesOf([{ texts }], 'quoduno nod bud');
    expect(page?.boxes).toHaveLength(2);
    const left = 40 + widthOf(`${TWO} ${ONE} bob `);
    expectNear(page?.boxes[0], [left, 842 - 681.5, widthOf('quod.'), 10], 5);
    expectNear(page?.boxes[1], [40, 842 - 668.5, widthOf('uno nod bud'), 10], 4);
    const [other] = await boxesOf([{ texts }], `${TWO} ${TWO} ${TWO} ${TWO}`);
    expect(other?.boxes.map(({ x, y }) => [x, y])).toEqual([
      [320, 134.5],
      [320, 147.5],
    ]);
  });

  it('are those of the page as it is displayed, turned and cut', async () => {
    const texts = [{ text: ONE, x: 100, y: 500 }];
    const [page] = await boxesOf([{ texts, entries: '/Rotate 90 /CropBox [50 100 545 742]' }], ONE);
    expect(page).toMatchObject({ width: 642, height: 495 });
    expectNear(page?.boxes[0], [397.5, 50, 10, widthOf(ONE)], 0.5);
    const [left] = await boxesOf([{ texts, entries: '/Rotate 270 /CropBox [50 100 545 742]' }], 'bob dud');
    // Text that runs upwards begins below.
    expectNear(left?.boxes[0], [742 - 507.5, 545 - 100 - widthOf('bob dud'), 10, widthOf('bob dud')], 3);
    const [scaled] = await boxesOf([{ texts, entries: '/UserUnit 2' }], ONE);
    expect(scaled).toMatchObject({ width: 1190, height: 1684 });
    expectNear(scaled?.boxes[0], [200, 2 * (842 - 507.5), 2 * widthOf(ONE), 20], 1);
  });

  it('begin at the right in a language that is written so', async () => {
    // pdf.js tells the direction of text; the program draws its letters from left to right.
    const words = 'שלום עולם';
    const drawn = Array.from(words).reverse().join('');
    const texts = [{ text: drawn, x: 100, y: 700, font: 'unicode' as const }];
    const width = words.length * 6;
    const [first] = await boxesOf([{ texts }], 'שלום');
    const [last] = await boxesOf([{ texts }], 'עולם');
    expect(first?.boxes[0]?.x).toBeGreaterThan(100 + width / 2 - 6);
    expect(last?.boxes[0]?.x).toBe(100);
  });

  it('are whole rows in a table', async () => {
    const rows = [
      ['Ship', 'Oil', 'Crew'],
      ['Ada', '412', '9'],
      ['Bob', '388', '12'],
      ['Cora', '64', '7'],
    ];
    const texts = rows.flatMap((cells, row) =>
      cells.map((text, column) => ({ text, x: 60 + 120 * column, y: 700 - 14 * row })),
    );
    const [page] = await boxesOf([{ texts }], '388');
    expect(page?.boxes).toHaveLength(1);
    expectNear(page?.boxes[0], [60, 842 - 679.5, 240 + widthOf('12'), 10], 1);
  });

  it('stay on their page, and in bounds, whatever a hostile page says', async () => {
    const wide = { text: 'bob '.repeat(400), x: 60, y: 700 };
    const huge = { text: 'dodo', x: 100, y: 600, size: 9_999_999 };
    const letters = Array.from({ length: 3_000 }, (_, index) => ({
      text: 'n',
      x: 60 + 5.56 * (index % 80),
      y: 500 - 10 * Math.floor(index / 80),
    }));
    const bytes = makePdf([
      { texts: [wide, huge, ...letters] },
      { texts: [wide], entries: '/MediaBox [0 0 1e30 1e30]' },
    ]);
    const document = await parsePdf({ bytes, mimeType: null, fileName: 'a.pdf', origin: 'file' });
    const { pages } = placesOfRange(document.text, document.places ?? new Uint8Array(), {
      start: 0,
      end: document.text.length,
    });
    expect(pages.flatMap(({ boxes }) => boxes).length).toBeGreaterThan(10);
    for (const { width, height, boxes } of pages)
      for (const box of boxes) {
        expect([box.x, box.y].every((from) => from >= 0)).toBe(true);
        expect(box.x + box.width).toBeLessThanOrEqual(width);
        expect(box.y + box.height).toBeLessThanOrEqual(height);
      }
    // Letters that are drawn one by one do not take more than the words that they make.
    expect(document.places?.length).toBeLessThan(3_000);
  });
});

it('OCR keeps where the words of a picture are, and how sure it is of them', async () => {
  const page = await openPageReader(await findOcrEngine(['eng'], {}));
  const scans = { maxPages: 1, read: { page, onPage: () => {} } };
  const content = {
    bytes: scanFile('letter.png'),
    mimeType: null,
    fileName: 'letter.png',
    origin: 'file' as const,
  };
  const { text, places = new Uint8Array() } = await parse(content, scans);
  const heading = text.split('\n', 1)[0] ?? '';
  const { pages, scanned } = placesOfRange(text, places, { start: 0, end: heading.length });
  expect(scanned?.pages).toBe(1);
  expect(scanned?.confidence).toBeGreaterThan(80);
  expect(pages[0]?.confidence).toBeGreaterThan(80);
  expect(pages[0]?.boxes).toHaveLength(1);
  const [box] = pages[0]?.boxes ?? [];
  expect(box?.y).toBeLessThan((pages[0]?.height ?? 0) / 4);
});
