import { describe, expect, it } from 'vitest';
import { makeZip } from '../../../../tests/helpers/make-zip.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { parseVsdx } from './vsdx.ts';

const names =
  'xmlns="http://schemas.microsoft.com/office/visio/2012/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

describe('a VSDX', () => {
  it('has the texts of the shapes of each page below its name', async () => {
    const page = (id: string, name: string, more = ''): string =>
      `<Page ID="${id}" Name="${name}" ${more}><Rel r:id="${id}"/></Page>`;
    const shapes = (...texts: string[]): string =>
      `<PageContents ${names}><Shapes>${texts.map((text) => `<Shape><Text><cp IX="0"/>${text}</Text></Shape>`).join('')}</Shapes></PageContents>`;
    const bytes = makeZip([
      {
        name: 'visio/pages/pages.xml',
        data: `<Pages ${names}>${page('r1', 'Order')}${page('r2', 'Back', 'Background="1"')}${page('r3', 'Empty')}${page('r4', 'Ship')}</Pages>`,
      },
      {
        name: 'visio/pages/_rels/pages.xml.rels',
        data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[1, 2, 3, 4].map((n) => `<Relationship Id="r${n}" Type="http://x/page" Target="page${n}.xml"/>`).join('')}</Relationships>`,
      },
      { name: 'visio/document.xml', data: `<VisioDocument ${names}/>` },
      { name: 'visio/pages/page1.xml', data: shapes('Check the stock', 'Send a bill') },
      { name: 'visio/pages/page2.xml', data: shapes('Draft') },
      { name: 'visio/pages/page3.xml', data: shapes('') },
      { name: 'visio/pages/page4.xml', data: shapes('Load') },
    ]);
    const document = await parseVsdx(upload(bytes));
    expect(blocksOf(document)).toEqual([
      'heading 2: Order',
      'paragraph: Check the stock',
      'paragraph: Send a bill',
      'heading 2: Ship',
      'paragraph: Load',
    ]);
    expect(document.blocks.map(({ page: number }) => number)).toEqual([1, 1, 1, 3, 3]);
  });
});
