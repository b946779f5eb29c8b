import { describe, expect, it } from 'vitest';
import { parse } from '#ingestion/parse/parse.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import {
  jpegTiff,
  letterPixels,
  makeWebp,
  plainPicture,
  tiledTiff,
} from '../../../../tests/helpers/make-pictures.ts';
import { faxPdf, jbig2Pdf, LETTER, mixedPdf, scanFile } from '../../../../tests/helpers/scan-files.ts';
import { findOcrEngine } from './find-ocr-engine.ts';
import { openPageReader } from './open-page-reader.ts';
import { NeedsOcr, type ReadPage } from './scans.ts';

const bundled = openPageReader(await findOcrEngine(['eng'], {}));
const native = await findOcrEngine(['eng'], { PATH: process.env['PATH'] ?? '' });

const content = (bytes: Uint8Array, fileName = 'file') =>
  ({ bytes, mimeType: null, fileName, origin: 'file' }) as const;

async function read(bytes: Uint8Array, page?: ReadPage, maxPages = 200) {
  const progress: [number, number][] = [];
  const document = await parse(content(bytes), {
    maxPages,
    read: { page: page ?? (await bundled), onPage: (done, total) => progress.push([done, total]) },
  });
  const blocks = document.blocks.map(({ kind, page, start, end }) => ({
    kind,
    page,
    text: document.text.slice(start, end),
  }));
  return { blocks, progress };
}

const faultOf = (reading: Promise<unknown>): Promise<SourceFault> =>
  reading.then(
    () => Promise.reject(new Error('It was read.')),
    (error) => (error instanceof SourceFault ? error : Promise.reject(error)),
  );

describe('a picture of a letter', () => {
  it.each([
    ['a PNG', () => scanFile('letter.png')],
    ['a photograph that was turned', () => scanFile('letter-turned.jpg')],
    ['a TIFF in the encoding of faxes', () => scanFile('letter.tif')],
    ['a TIFF in tiles', () => tiledTiff(letterPixels())],
    ['a TIFF with a photograph as JPEG', () => jpegTiff()],
    ['a WebP', () => makeWebp(letterPixels())],
    ['a WebP without loss', () => makeWebp(letterPixels(), { isLossless: true })],
    ['a WebP with black letters on nothing', () => makeWebp(letterPixels(), { isTransparent: true })],
    ['a scanned PDF in the encoding of faxes', () => faxPdf()],
    ['a scanned PDF with JBIG2', jbig2Pdf],
  ])('%s is read word for word, with its heading', async (_, bytes) => {
    const { blocks } = await read(await bytes());
    expect(blocks).toEqual(
      LETTER.map((text, index) => ({ kind: index === 0 ? 'heading' : 'paragraph', page: 1, text })),
    );
  });

  it.skipIf(native.kind !== 'native')('the tesseract of the PATH reads the same', async () => {
    const { blocks } = await read(scanFile('letter.png'), await openPageReader(native));
    expect(blocks.map(({ text }) => text)).toEqual(LETTER);
  });
});

describe('a PDF with text and scans', () => {
  it('is read in the order of its pages, and only its scan by OCR', async () => {
    const { blocks, progress } = await read(mixedPdf());
    expect(blocks.map(({ page, text }) => [page, text])).toEqual([
      [1, 'The minutes of the tenants meeting come first, and the notice follows.'],
      ...LETTER.map((text) => [2, text]),
    ]);
    expect(progress).toEqual([[0, 1]]);
  });

  it('leaves out a picture that covers less than half of its page', async () => {
    const { blocks } = await read(mixedPdf(0.3));
    expect(blocks.map(({ page }) => page)).toEqual([1]);
  });

  it('drops words that OCR is not sure of', async () => {
    const { wordsOfTsv } = await import('./words-of-tsv.ts');
    const row = (confidence: string, text: string): string =>
      ['5', '1', '1', '1', '1', '1', '10', '20', '30', '12', confidence, text].join('\t');
    expect(wordsOfTsv(`level\tpage\n${row('59.9', 'specks')}\n${row('96.4', 'Lane')}\n`)).toEqual([
      {
        text: 'Lane',
        confidence: 96,
        left: 10,
        top: 20,
        right: 40,
        bottom: 32,
        paragraph: '1 1',
        line: '1 1 1',
      },
    ]);
  });

  it('keeps its text if it has more scans than are read', async () => {
    const { blocks } = await read(mixedPdf(), () => Promise.resolve([]), 1);
    expect(blocks.map(({ page }) => page)).toEqual([1]);
  });
});

describe('a document that needs OCR', () => {
  it.each([
    ['a scan', () => faxPdf()],
    ['a PDF with text and a scan', () => mixedPdf()],
    ['a picture', () => scanFile('letter.png')],
  ])('%s is left to a thread that reads pictures', async (_, bytes) => {
    await expect(parse(content(bytes()), { maxPages: 200 })).rejects.toThrow(NeedsOcr);
  });

  it('a scan without OCR names the setting', async () => {
    expect(await faultOf(parse(content(faxPdf())))).toMatchObject({
      code: 'no_text',
      message:
        'The PDF has 1 page but no text layer, like a scan, and OCR is off (OCR=off). Run OCR on it and upload the result.',
    });
    expect(await faultOf(parse(content(scanFile('letter.png'))))).toMatchObject({
      code: 'no_text',
      message: 'The file is a picture (PNG), and OCR is off (OCR=off). Upload its text.',
    });
  });

  it('a scan with more pages than are read fails before a page is read', async () => {
    expect(await faultOf(parse(content(faxPdf(3)), { maxPages: 2 }))).toMatchObject({
      code: 'too_many_pages',
      message:
        'The document has 3 pages without text, and OCR reads at most 2 (OCR_PAGES). Split it and add the parts.',
    });
  });

  it('a picture without words has no text', async () => {
    const reading = parse(content(scanFile('letter.png')), {
      maxPages: 1,
      read: { page: () => Promise.resolve([]), onPage: () => {} },
    });
    expect(await faultOf(reading)).toMatchObject({
      code: 'no_text',
      message: 'OCR found no text in the PNG picture.',
    });
  });
});

describe('a hostile picture', () => {
  const header = (width: number, height: number): Buffer => {
    const chunk = Buffer.alloc(25);
    chunk.writeUInt32BE(13, 0);
    chunk.write('IHDR', 4, 'latin1');
    chunk.writeUInt32BE(width, 8);
    chunk.writeUInt32BE(height, 12);
    chunk.set([8, 2, 0, 0, 0], 16);
    return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk]);
  };
  const frame = (width: number, height: number): Buffer => {
    const bytes = Buffer.from('ffd8ffc0001108000000000301110002110003110000', 'hex');
    bytes.writeUInt16BE(height, 7);
    bytes.writeUInt16BE(width, 9);
    return bytes;
  };

  /** A WebP header of the kind that says the size in 24 bits. */
  const canvas = (width: number, height: number): Buffer => {
    const bytes = Buffer.alloc(40);
    bytes.write('RIFF');
    bytes.write('WEBPVP8X', 8);
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
    return bytes;
  };

  /** Says another size in the first two tags of a TIFF. */
  const resized = (tiff: Uint8Array<ArrayBuffer>, width: number, height: number): Uint8Array => {
    const view = new DataView(tiff.buffer);
    const directory = view.getUint32(4, true);
    view.setUint32(directory + 10, width, true);
    view.setUint32(directory + 22, height, true);
    return tiff;
  };

  it.each([
    ['PNG', header(30_000, 30_000)],
    ['JPEG', frame(30_000, 30_000)],
    ['WebP', canvas(30_000, 30_000)],
    ['TIFF', resized(tiledTiff(plainPicture(20, 20)), 30_000, 30_000)],
  ])('a %s of 30,000 × 30,000 pixels is refused by its header', async (_, bytes) => {
    expect(await faultOf(parse(content(bytes), { maxPages: 1 }))).toMatchObject({
      code: 'too_large',
      message:
        'The picture has 30000 × 30000 pixels. The limit is 50 million pixels. Make it smaller and upload it again.',
    });
  });

  it('a TIFF with a JPEG that is larger than its page is refused', async () => {
    expect(await faultOf(read(jpegTiff(100)))).toMatchObject({ code: 'unreadable_file' });
  });

  it.each([
    ['letter.png', () => scanFile('letter.png')],
    ['letter-turned.jpg', () => scanFile('letter-turned.jpg')],
    ['letter.tif', () => scanFile('letter.tif')],
    ['a TIFF in tiles', () => tiledTiff(letterPixels())],
    ['a TIFF with JPEG', () => jpegTiff()],
    ['a WebP', () => makeWebp(letterPixels())],
  ])('%s, cut off anywhere, is read in part or refused in words', async (_, make) => {
    const bytes = await make();
    const noWords: ReadPage = () => Promise.resolve([]);
    for (let length = 12; length < bytes.length; length += Math.ceil(bytes.length / 40)) {
      const fault = await faultOf(read(bytes.subarray(0, length), noWords));
      expect(['no_text', 'unreadable_file']).toContain(fault.code);
    }
  });
});

describe('OCR_LANGUAGES', () => {
  it('names what to install for a language without data', async () => {
    await expect(findOcrEngine(['eng', 'xyz'], {})).rejects.toThrow(
      'OCR_LANGUAGES: there is no data for xyz. Install @tesseract.js-data/xyz with npm, or Tesseract with eng, xyz, or leave it out.',
    );
  });
});
