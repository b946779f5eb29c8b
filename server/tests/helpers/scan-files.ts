import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EncodedPicture, type PicturePage, picturePdf } from '#ingestion/parse/image/picture-pdf.ts';
import { pagesOfTiff } from '#ingestion/parse/image/tiff.ts';

/** A letter of half a page, drawn with 200 pixels an inch: `letter.txt` as Chromium shows it, in several encodings. */
export const scanFile = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../fixtures/scans/${name}`, import.meta.url))));

/** The paragraphs of the letter. */
export const LETTER = Buffer.from(scanFile('letter.txt')).toString('utf8').trim().split('\n');

const faxPage = (): PicturePage => pagesOfTiff(scanFile('letter.tif'))[0] as PicturePage;

/** A scanned PDF in the encoding of faxes, with the letter on each page. */
export const faxPdf = (pages = 1): Uint8Array<ArrayBuffer> =>
  new Uint8Array(picturePdf(Array.from({ length: pages }, faxPage)));

/** The same with the strips of the page as JBIG2, which can hold the code of faxes (ITU-T T.88, 6.2.6). */
export const jbig2Pdf = (): Uint8Array => {
  const page = faxPage();
  return picturePdf([{ ...page, pieces: page.pieces.map(asJbig2) }]);
};

function asJbig2(strip: EncodedPicture): EncodedPicture {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(strip.width, 0);
  size.writeUInt32BE(strip.height, 4);
  const pageInformation = segment(0, 48, Buffer.concat([size, Buffer.alloc(11)]));
  const isFaxCode = Buffer.from([1]);
  const region = segment(1, 38, Buffer.concat([size, Buffer.alloc(9), isFaxCode, strip.bytes]));
  return {
    ...strip,
    filter: 'JBIG2Decode',
    parameters: undefined,
    bytes: new Uint8Array(Buffer.concat([pageInformation, region])),
  };
}

function segment(number: number, type: number, data: Buffer): Buffer {
  const header = Buffer.alloc(11);
  header.writeUInt32BE(number, 0);
  header.writeUInt8(type, 4);
  header.writeUInt8(1, 6);
  header.writeUInt32BE(data.length, 7);
  return Buffer.concat([header, data]);
}

/** A PDF with a page of text and then the letter as a picture, which covers a share of its page. */
export function mixedPdf(share = 1): Uint8Array<ArrayBuffer> {
  const letter = faxPage();
  const scan = Buffer.from(picturePdf([letter])).toString('latin1');
  const text =
    'BT /F1 12 Tf 72 700 Td (The minutes of the tenants meeting come first, and the notice follows.) Tj ET';
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  const head = `%PDF-1.7\n901 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 902 0 R /Resources << /Font << /F1 903 0 R >> >> >>\nendobj\n902 0 obj\n<< /Length ${text.length} >>\nstream\n${text}\nendstream\nendobj\n903 0 obj\n${font}\nendobj\n`;
  // Without a table of its objects, a reader looks for them in the file.
  const body = scan
    .replace('%PDF-1.7\n', head)
    .replace('/Count 1 /Kids [', '/Count 2 /Kids [901 0 R ')
    .replace(
      `/MediaBox [0 0 ${letter.width.toFixed(3)} ${letter.height.toFixed(3)}]`,
      `/MediaBox [0 0 ${letter.width.toFixed(3)} ${(letter.height / share).toFixed(3)}]`,
    )
    .replace(/xref\n0 [\s\S]*?trailer/, 'trailer')
    .replace(/startxref\n\d+\n/, '');
  return new Uint8Array(Buffer.from(body, 'latin1'));
}
