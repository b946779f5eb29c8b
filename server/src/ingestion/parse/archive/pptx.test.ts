import { describe, expect, it } from 'vitest';
import { makeZip } from '../../../../tests/helpers/make-zip.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { parsePptx } from './pptx.ts';

const names =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const text = (words: string, properties = ''): string =>
  `<a:p>${properties}<a:r><a:t>${words}</a:t></a:r></a:p>`;
const shape = (content: string, place = ''): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:txBody>${content}</p:txBody></p:sp>`;

const presentation = (slides: readonly string[]): Uint8Array =>
  makeZip([
    {
      name: 'ppt/presentation.xml',
      data: `<p:presentation ${names}><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="r${index}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${slides.map((_, index) => `<Relationship Id="r${index}" Type="http://x/slide" Target="slides/s${index}.xml"/>`).join('')}</Relationships>`,
    },
    ...slides.map((content, index) => ({
      name: `ppt/slides/s${index}.xml`,
      data: `<p:sld ${names}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`,
    })),
  ]);

const read = (slides: readonly string[]) => parsePptx(upload(presentation(slides)));

describe('a PPTX', () => {
  it('has the title of a slide first, without its number, date and footer', async () => {
    const slide =
      shape(text('Body')) +
      shape(text('Footer'), '<p:ph type="ftr"/>') +
      shape('<a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>') +
      shape(text('Two') + text('lines'), '<p:ph type="title"/>');
    const document = await read(['', slide]);
    expect(blocksOf(document)).toEqual(['heading 2: Two lines', 'paragraph: Body']);
    expect(document.blocks.map(({ page }) => page)).toEqual([2, 2]);
    expect(document.pageCount).toBe(2);
  });

  it('has lists where bullets are shown', async () => {
    const place = '<p:ph idx="1"/>';
    const slide =
      shape(text('One') + text('Two') + text('No item', '<a:pPr><a:buNone/></a:pPr>'), place) +
      shape(text('Alone'), place) +
      shape(text('Own bullet', '<a:pPr><a:buChar char="x"/></a:pPr>'));
    expect(blocksOf(await read([slide]))).toEqual([
      'list-item: - One',
      'list-item: - Two',
      'paragraph: No item',
      'paragraph: Alone',
      'list-item: - Own bullet',
    ]);
  });

  it('has descriptions of pictures, and formulas as LaTeX', async () => {
    const picture =
      '<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3" descr="Ships in the port"/></p:nvPicPr></p:pic>';
    const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
    const formula = `<a:p><a:r><a:t>Hence </a:t></a:r><m:oMath ${math}><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath></a:p>`;
    expect(blocksOf(await read([picture + shape(formula)]))).toEqual([
      'paragraph: Ships in the port',
      'paragraph: Hence \\frac{1}{2}',
    ]);
  });

  it('without text is empty but has a page count', async () => {
    expect(await read(['', ''])).toEqual({ text: '', blocks: [], pageCount: 2 });
  });

  it('with too many slides is rejected with the figures', async () => {
    await expect(read(Array.from({ length: 2_001 }, () => ''))).rejects.toMatchObject({
      code: 'too_many_pages',
      message: 'The presentation has 2001 slides. The limit is 2000. Split it and add the parts.',
    });
  });
});
