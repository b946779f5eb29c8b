import { describe, expect, it } from 'vitest';
import { parse } from '#ingestion/parse/parse.ts';
import {
  jpegTiff,
  letterPixels,
  makePng,
  makeWebp,
  plainPicture,
} from '../../../../tests/helpers/make-pictures.ts';
import { makeZip, type ZipEntry } from '../../../../tests/helpers/make-zip.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { LETTER, scanFile } from '../../../../tests/helpers/scan-files.ts';
import { findOcrEngine } from './find-ocr-engine.ts';
import { openPageReader } from './open-page-reader.ts';
import { NeedsOcr, type ReadPage, type Word } from './scans.ts';

const bundled = openPageReader(await findOcrEngine(['eng'], {}));
const native = await findOcrEngine(['eng'], { PATH: process.env['PATH'] ?? '' });

type Parts = Record<string, string | Uint8Array>;
const zip = (parts: Parts): Uint8Array =>
  makeZip(Object.entries(parts).map(([name, data]): ZipEntry => ({ name, data })));

const relationships = (targets: Record<string, [type: string, target: string]>): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(
    targets,
  )
    .map(([id, [type, target]]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const NAMES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:v="urn:schemas-microsoft-com:vml"';
const ODF_NAMES =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';

const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const shown = (id: string): string =>
  `<w:p><w:r><w:drawing><a:blip r:embed="${id}"/></w:drawing></w:r></w:p>`;

/** A DOCX with pictures, each shown after the first of two paragraphs. */
function docx(
  pictures: readonly Uint8Array[],
  show = pictures.map((_, index) => shown(`r${index}`)).join(''),
) {
  const files = pictures.map((bytes, index): [string, Uint8Array] => [`word/media/p${index}.png`, bytes]);
  const targets = files.map((_, index): [string, [string, string]] => [
    `r${index}`,
    ['image', `media/p${index}.png`],
  ]);
  return zip({
    'word/document.xml': `<w:document ${NAMES}><w:body>${paragraph('Before')}${show}${paragraph('After')}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(Object.fromEntries(targets)),
    ...Object.fromEntries(files),
  });
}

const odf = (kind: string, body: string, picture: Uint8Array): Uint8Array =>
  zip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content ${ODF_NAMES}><office:body>${body}</office:body></office:document-content>`,
    'Pictures/1.png': picture,
  });
const FRAME = '<draw:frame><draw:image xlink:href="Pictures/1.png"/></draw:frame>';

const pptx = (picture: Uint8Array): Uint8Array => {
  const slide = (title: string): string =>
    `<p:sld ${NAMES}><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;
  return zip({
    'ppt/presentation.xml': `<p:presentation ${NAMES}><p:sldIdLst><p:sldId r:id="r0"/><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships({
      r0: ['slide', 'slides/s0.xml'],
      r1: ['slide', 'slides/s1.xml'],
    }),
    'ppt/slides/s0.xml': slide('One'),
    'ppt/slides/s1.xml': slide('Two'),
    'ppt/slides/_rels/s1.xml.rels': relationships({ p: ['image', '../media/image1.png'] }),
    'ppt/media/image1.png': picture,
  });
};

const xlsx = (picture: Uint8Array): Uint8Array =>
  zip({
    'xl/workbook.xml': `<x:workbook ${NAMES}><x:sheets><x:sheet name="Stock" r:id="s"/></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': relationships({ s: ['worksheet', 'worksheets/s.xml'] }),
    'xl/worksheets/s.xml': `<x:worksheet ${NAMES}><x:sheetData/></x:worksheet>`,
    'xl/worksheets/_rels/s.xml.rels': relationships({ d: ['drawing', '../drawings/d.xml'] }),
    'xl/drawings/d.xml': `<xdr:wsDr ${NAMES}/>`,
    'xl/drawings/_rels/d.xml.rels': relationships({ i: ['image', '../media/image1.png'] }),
    'xl/media/image1.png': picture,
  });

const part = (fields: string, bytes: Uint8Array): string =>
  `${fields}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')}`;
const eml = (...parts: readonly string[]): Uint8Array =>
  new TextEncoder().encode(
    `From: ada@mail.example\r\nSubject: The plan\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n${[
      'Content-Type: text/html\r\n\r\n<p>See below.</p><img src="cid:1">',
      ...parts,
    ]
      .map((content) => `--b\r\n${content}\r\n`)
      .join('')}--b--\r\n`,
  );
const INLINE = 'Content-Type: image/png\r\nContent-ID: <1>\r\nContent-Disposition: inline';
const attached = (name: string): string =>
  `Content-Type: image/png\r\nContent-Disposition: attachment; filename="${name}"`;

/** Reads with a page reader that finds the same words on each page. */
async function readWith(bytes: Uint8Array, text: string, maxPages = 200) {
  const words = text.split(' ').map(
    (word, index): Word => ({
      text: word,
      confidence: 95,
      left: 20 + index * 120,
      top: 20,
      right: 120 + index * 120,
      bottom: 50,
      paragraph: '1',
      line: '1',
    }),
  );
  let pages = 0;
  const page: ReadPage = () => {
    pages += 1;
    return Promise.resolve(words);
  };
  const progress: [number, number][] = [];
  const document = await parse(upload(bytes), {
    maxPages,
    read: { page, onPage: (done, total) => progress.push([done, total]) },
  });
  return { blocks: blocksOf(document), pages, progress, document };
}
const SIGN = 'Closed on Mondays';
const screenshot = (shade = 255, width = 800): Uint8Array => makePng(plainPicture(width, 200, shade));

describe('a picture in a document', () => {
  it.each([
    ['a PNG', () => scanFile('letter.png')],
    ['a WebP', () => makeWebp(letterPixels())],
    ['a TIFF with JPEG', () => jpegTiff()],
  ])('that is %s is read word for word, where it stands', async (_, picture) => {
    const document = await parse(upload(docx([await picture()])), {
      maxPages: 1,
      read: { page: await bundled, onPage: () => {} },
    });
    expect(blocksOf(document)).toEqual([
      'paragraph: Before',
      ...LETTER.map((text) => `paragraph: ${text}`),
      'paragraph: After',
    ]);
  });

  it.skipIf(native.kind !== 'native')('is read alike by the tesseract of the PATH', async () => {
    const page = await openPageReader(native);
    const read = { page, onPage: () => {} };
    const document = await parse(upload(docx([scanFile('letter.png')])), { maxPages: 1, read });
    expect(blocksOf(document).slice(1, -1)).toEqual(LETTER.map((text) => `paragraph: ${text}`));
  });

  it('of a DOCX of old programs is read too', async () => {
    const show = `<w:p><w:r><w:pict><v:imagedata r:id="r0"/></w:pict></w:r></w:p>`;
    const { blocks } = await readWith(docx([screenshot()], show), SIGN);
    expect(blocks).toEqual(['paragraph: Before', `paragraph: ${SIGN}`, 'paragraph: After']);
  });

  it('of a slide comes at its end', async () => {
    const { blocks, document } = await readWith(pptx(screenshot()), SIGN);
    expect(blocks).toEqual(['heading 2: One', 'heading 2: Two', `paragraph: ${SIGN}`]);
    expect(document.blocks.at(-1)?.page).toBe(2);
  });

  it.each([
    ['an XLSX', xlsx(screenshot()), ['heading 2: Stock', `paragraph: ${SIGN}`]],
    [
      'an ODT',
      odf(
        'text',
        `<office:text><text:p>Before</text:p><text:p>${FRAME}</text:p></office:text>`,
        screenshot(),
      ),
      ['paragraph: Before', `paragraph: ${SIGN}`],
    ],
    [
      'an ODP',
      odf(
        'presentation',
        `<office:presentation><draw:page>${FRAME}</draw:page></office:presentation>`,
        screenshot(),
      ),
      [`paragraph: ${SIGN}`],
    ],
    [
      'an ODS',
      odf(
        'spreadsheet',
        `<office:spreadsheet><table:table table:name="Stock"><table:shapes>${FRAME}</table:shapes></table:table></office:spreadsheet>`,
        screenshot(),
      ),
      ['heading 2: Stock', `paragraph: ${SIGN}`],
    ],
  ])('of %s is read', async (_, bytes, blocks) => {
    expect((await readWith(bytes, SIGN)).blocks).toEqual(blocks);
  });

  it('of a mail is read below its text, and an attached one below its name', async () => {
    const bytes = eml(part(INLINE, screenshot()), part(attached('sign.png'), screenshot(240)));
    const { blocks, progress } = await readWith(bytes, SIGN);
    expect(blocks.slice(2)).toEqual([
      'paragraph: See below.',
      `paragraph: ${SIGN}`,
      'heading 2: sign.png',
      `paragraph: ${SIGN}`,
    ]);
    expect(progress).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  it('of a document that is attached to a mail is read', async () => {
    const bytes = eml(part(attached('notice.docx'), docx([screenshot()])));
    expect((await readWith(bytes, SIGN)).blocks).toContain(`paragraph: ${SIGN}`);
  });
});

describe('a document with pictures', () => {
  it('is left to a thread that reads them, if one is large enough', async () => {
    await expect(parse(upload(docx([screenshot()])), { maxPages: 1 })).rejects.toThrow(NeedsOcr);
    await expect(parse(upload(eml(part(INLINE, screenshot()))), { maxPages: 1 })).rejects.toThrow(NeedsOcr);
  });

  it('does not wait for OCR because of logos, or with OCR off', async () => {
    const logos = docx([makePng(plainPicture(299, 200)), makePng(plainPicture(800, 79))]);
    const blocks = ['paragraph: Before', 'paragraph: After'];
    expect(blocksOf(await parse(upload(logos), { maxPages: 1 }))).toEqual(blocks);
    expect(blocksOf(await parse(upload(docx([screenshot()]))))).toEqual(blocks);
  });

  it('has the text of a picture once, however often it has the picture', async () => {
    const { blocks, pages } = await readWith(docx([screenshot(), screenshot(), screenshot(250)]), SIGN);
    expect(pages).toBe(2);
    expect(blocks.filter((block) => block.includes(SIGN))).toHaveLength(2);
  });

  it('is read without the words of pictures that have hardly any', async () => {
    const { blocks } = await readWith(docx([screenshot()]), 'Exit 7');
    expect(blocks).toEqual(['paragraph: Before', 'paragraph: After']);
  });

  const many = docx(Array.from({ length: 50 }, (_, index) => screenshot(200 + index, 300 + index)));

  it('has its largest twenty pictures read, or as many as OCR_PAGES allows', async () => {
    expect((await readWith(many, SIGN)).pages).toBe(20);
    expect((await readWith(many, SIGN, 3)).pages).toBe(3);
  });

  it('is read no further after five pictures without words', async () => {
    const { blocks, pages } = await readWith(many, '');
    expect(pages).toBe(5);
    expect(blocks).toEqual(['paragraph: Before', 'paragraph: After']);
  });

  it('is read without those that are damaged, too large, or no pictures', async () => {
    const png = screenshot();
    const large = Uint8Array.from(png);
    new DataView(large.buffer).setUint32(16, 4_000_000_000);
    const broken = png.map((byte, index) => (index > 60 ? 0 : byte));
    const text = new TextEncoder().encode('no picture');
    const { blocks, pages } = await readWith(docx([large, broken, text, png.subarray(0, 20), png]), SIGN);
    expect(pages).toBe(1);
    expect(blocks).toEqual(['paragraph: Before', `paragraph: ${SIGN}`, 'paragraph: After']);
  });
});
