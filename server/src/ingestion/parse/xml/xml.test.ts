import { describe, expect, it } from 'vitest';
import { parse } from '#ingestion/parse/parse.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';

const parseXml = (text: string) => parse(upload(new TextEncoder().encode(`<?xml version="1.0"?>\n${text}`)));
const read = async (text: string): Promise<string[]> => blocksOf(await parseXml(text));

describe('an XML file', () => {
  it('of a book has headings, paragraphs, lists, code and tables', async () => {
    const document = await parseXml(
      `<book><title>Manual</title><chapter><title>Start</title><para>Press <emphasis>the</emphasis> button.</para><itemizedlist><listitem><para>One</para></listitem><listitem><para>Two</para></listitem></itemizedlist><programlisting>a = 1
  b = 2</programlisting><table><row><entry>W</entry><entry>3</entry></row></table></chapter></book>`,
    );
    expect(document).toMatchObject({ format: 'xml', title: 'Manual' });
    expect(blocksOf(document)).toEqual([
      'heading 1: Manual',
      'heading 2: Start',
      'paragraph: Press the button.',
      'list-item: - One',
      'list-item: - Two',
      'code: a = 1\n  b = 2',
      'table-row: W | 3',
    ]);
  });

  it('of records has a row for each, with the names of the fields', async () => {
    expect(
      await read(
        '<c><b id="1"><author>Ada</author><title>Engines</title></b><b><author><name>Bob</name></author><title>Looms</title></b><person name="Nina" city="Rome"/></c>',
      ),
    ).toEqual([
      'table-row: author: Ada | title: Engines',
      'table-row: author: Bob | title: Looms',
      'table-row: name: Nina | city: Rome',
    ]);
  });

  it('of a feed has its entries, and what their HTML shows', async () => {
    const feed = `<rss version="2.0"><channel><title>News</title><item><title>First</title><pubDate>3 Nov</pubDate><description>&lt;p&gt;Hello &lt;b&gt;you&lt;/b&gt;&lt;/p&gt;&lt;p&gt;More&lt;/p&gt;</description></item><item><title>Second</title><description>Short</description></item></channel></rss>`;
    expect(await read(feed)).toEqual([
      'heading 1: News',
      'heading 2: First',
      'table-row: pubDate: 3 Nov',
      'paragraph: Hello you',
      'paragraph: More',
      'table-row: title: Second | description: Short',
    ]);
  });

  it('of Word is read like its documents', async () => {
    const word = `<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:styles><w:style w:type="paragraph" w:styleId="s1"><w:name w:val="heading 1"/></w:style></w:styles><w:body><w:p><w:pPr><w:pStyle w:val="s1"/></w:pPr><w:r><w:t>Head</w:t></w:r></w:p><w:p><w:r><w:t>Bo</w:t></w:r><w:r><w:t>dy</w:t></w:r></w:p></w:body></w:wordDocument>`;
    expect(await read(word)).toEqual(['heading 1: Head', 'paragraph: Body']);
    const part = `<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"><pkg:part><pkg:binaryData>QUJD</pkg:binaryData></pkg:part><pkg:part><pkg:xmlData><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Text</w:t></w:r></w:p></w:body></w:document></pkg:xmlData></pkg:part></pkg:package>`;
    expect(await read(part)).toEqual(['paragraph: Text']);
  });

  it('with entities of its own does not expand them', async () => {
    const entities = Array.from(
      { length: 9 },
      (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
    );
    expect(
      await read(`<!DOCTYPE a [<!ENTITY l0 "lol">${entities.join('')}]><a><b>&l9;</b><c>x</c></a>`),
    ).toEqual(['table-row: b: &l9; | c: x']);
  });

  it('has no encoded data', async () => {
    expect(await read(`<a><name>Logo</name><data>${'QUJD'.repeat(50)}</data></a>`)).toEqual([
      'table-row: name: Logo',
    ]);
  });

  it.each([
    ['is not well-formed', '<a><b></a>'],
    ['is nested 100,000 deep', '<a>'.repeat(100_000)],
  ])('that %s is refused', async (_, text) => {
    await expect(parseXml(text)).rejects.toMatchObject({ code: 'unreadable_file' });
  });
});

describe('an SVG file', () => {
  const svg = (content: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;

  it('is read as its texts', async () => {
    const drawing = svg(
      '<title>Plan</title><style>x{}</style><text><tspan>Kitchen</tspan><tspan>North</tspan></text><path d="M0"/>',
    );
    expect(await parseXml(drawing)).toMatchObject({ format: 'svg', title: 'Plan' });
    expect(await read(drawing)).toEqual(['paragraph: Plan', 'paragraph: Kitchen North']);
  });

  it('without texts has none', async () => {
    expect(await read(svg('<path d="M0"/>'))).toEqual([]);
  });
});

describe('an OpenDocument in one XML file', () => {
  const names = ['office', 'text', 'table', 'style', 'presentation']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  const flat = (type: string, body: string): string =>
    `<office:document ${names} xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" office:mimetype="application/vnd.oasis.opendocument.${type}"><office:meta><dc:title>Named</dc:title></office:meta><office:master-styles><style:header><text:p>Header</text:p></style:header></office:master-styles><office:body><office:${type}>${body}</office:${type}></office:body></office:document>`;
  const row = (...cells: string[]): string =>
    `<table:table-row>${cells.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`;

  it('is read like an ODT, without its pictures', async () => {
    const document = await parseXml(
      flat(
        'text',
        '<text:h text:outline-level="1">Head</text:h><text:p>Text<draw:frame><draw:image><office:binary-data>QUJD</office:binary-data></draw:image></draw:frame></text:p>',
      ),
    );
    expect(document).toMatchObject({ format: 'fodt', title: 'Named' });
    expect(blocksOf(document)).toEqual(['heading 1: Head', 'paragraph: Text']);
  });

  it('has sheets as tables below their names', async () => {
    const sheets = `<table:table table:name="Prices">${row('Item', 'Price', 'Stock')}${row('Widget', '3', '10')}${row('Gadget', '4', '11')}<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table><table:table table:name="Empty"/>`;
    const document = await parseXml(flat('spreadsheet', sheets));
    expect(document.format).toBe('fods');
    expect(blocksOf(document)).toEqual([
      'heading 2: Prices',
      'table-row: Item: Widget | Price: 3 | Stock: 10',
      'table-row: Item: Gadget | Price: 4 | Stock: 11',
    ]);
  });

  it('has slides as pages below their titles', async () => {
    const frame = (text: string, kind: string): string =>
      `<draw:frame presentation:class="${kind}"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
    const document = await parseXml(
      flat(
        'presentation',
        `<draw:page>${frame('One', 'title')}${frame('Body', 'outline')}</draw:page><draw:page>${frame('Two', 'title')}</draw:page>`,
      ),
    );
    expect(document).toMatchObject({ format: 'fodp', pageCount: 2 });
    expect(document.blocks.map(({ kind, page }) => [kind, page])).toEqual([
      ['heading', 1],
      ['paragraph', 1],
      ['heading', 2],
    ]);
  });
});
