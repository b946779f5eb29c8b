import { describe, expect, it } from 'vitest';
import { createInnerReader } from '#ingestion/parse/inner-documents.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import { parse } from '#ingestion/parse/parse.ts';
import { makeZip, type ZipEntry } from '../../../../tests/helpers/make-zip.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { parseDocx } from './docx.ts';

/** Reads a DOCX with the documents inside it. */
const readDocx = (content: OriginalContent) =>
  parseDocx(
    content,
    createInnerReader((inner) => parse(inner)),
  );

const names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const relation = (id: string, type: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${type}.xml"/>`;

const document = (body: string, parts: Record<string, string> = {}): Uint8Array => {
  const entries: ZipEntry[] = [
    { name: 'word/document.xml', data: `<w:document ${names}><w:body>${body}</w:body></w:document>` },
    {
      name: 'word/_rels/document.xml.rels',
      data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.keys(
        parts,
      )
        .map((type, index) => relation(`r${index}`, type))
        .join('')}</Relationships>`,
    },
    ...Object.entries(parts).map(([type, xml]) => ({ name: `word/${type}.xml`, data: xml })),
  ];
  return makeZip(entries);
};

const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const paragraph = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${run(text)}</w:p>`;
const cell = (content: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
const table = (...rows: string[]): string => `<w:tbl>${rows.join('')}</w:tbl>`;

const blocks = async (body: string, parts?: Record<string, string>): Promise<string[]> =>
  blocksOf(await readDocx(upload(document(body, parts))));

const styles = `<w:styles ${names}>
  <w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
  <w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Meine Art"/><w:basedOn w:val="berschrift1"/></w:style>
  <w:style w:type="paragraph" w:styleId="Depth"><w:name w:val="Depth"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="Ring1"><w:name w:val="Ring"/><w:basedOn w:val="Ring2"/></w:style>
  <w:style w:type="paragraph" w:styleId="Ring2"><w:name w:val="Ring too"/><w:basedOn w:val="Ring1"/></w:style>
  <w:style w:type="paragraph" w:styleId="Verz1"><w:name w:val="toc 1"/></w:style>
  <w:style w:type="paragraph" w:styleId="Quell"><w:name w:val="HTML Preformatted"/></w:style>
</w:styles>`;

const numbering = `<w:numbering ${names}>
  <w:abstractNum w:abstractNumId="0">
    <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="§ %1"/></w:lvl>
    <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
  </w:abstractNum>
  <w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num>
</w:numbering>`;
const listed = (text: string, level = 0): string =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="3"/></w:numPr>`);

describe('a DOCX', () => {
  it('has headings by style in any language, by parent style, and by outline level', async () => {
    const styled = (id: string): string => paragraph(`In ${id}`, `<w:pStyle w:val="${id}"/>`);
    const direct = paragraph('Direct', '<w:outlineLvl w:val="1"/>');
    expect(
      await blocks(['berschrift1', 'Own', 'Depth', 'Ring1', 'None'].map(styled).join('') + direct, {
        styles,
      }),
    ).toEqual([
      'heading 1: In berschrift1',
      'heading 1: In Own',
      'heading 3: In Depth',
      'paragraph: In Ring1',
      'paragraph: In None',
      'heading 2: Direct',
    ]);
  });

  it('omits its table of contents, and has code as one block', async () => {
    const contents = paragraph('Chapter 1 ........ 7', '<w:pStyle w:val="Verz1"/>');
    const code = ['if (a)', '  b();'].map((line) => paragraph(line, '<w:pStyle w:val="Quell"/>')).join('');
    expect(await blocks(contents + code, { styles })).toEqual(['code: if (a)\n  b();']);
  });

  it('has the numbers of its list items', async () => {
    const body = listed('One') + listed('Part', 1) + listed('Part', 1) + listed('Two') + listed('Part', 1);
    expect(await blocks(body, { numbering })).toEqual([
      'list-item: § 1 One',
      'list-item: 1.a) Part',
      'list-item: 1.b) Part',
      'list-item: § 2 Two',
      'list-item: 2.a) Part',
    ]);
  });

  it('has inserted text, but no deleted, moved, hidden or comment text', async () => {
    const body = `<w:p>${run('Kept ')}<w:ins>${run('inserted')}</w:ins><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del><w:moveFrom>${run('moved')}</w:moveFrom>${run('hidden', '<w:vanish/>')}${run(' shown', '<w:vanish w:val="0"/>')}<w:r><w:commentReference w:id="1"/></w:r></w:p>`;
    expect(await blocks(body)).toEqual(['paragraph: Kept inserted shown']);
  });

  it('has links, breaks, tabs, soft hyphens, fields and symbols as text', async () => {
    const body = `<w:p><w:hyperlink>${run('a link')}</w:hyperlink><w:r><w:tab/><w:t>Trenn</w:t><w:softHyphen/><w:t>strich</w:t><w:br/><w:t>x</w:t><w:noBreakHyphen/><w:t>y</w:t></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:sym w:font="Symbol" w:char="F062"/></w:r></w:p>`;
    expect(await blocks(body)).toEqual(['paragraph: a link Trennstrich x-yβ']);
  });

  it('has a note after the paragraph that refers to it', async () => {
    const footnotes = `<w:footnotes ${names}><w:footnote w:id="1">${paragraph('The note.')}</w:footnote><w:footnote w:id="2">${paragraph('Never referred to.')}</w:footnote></w:footnotes>`;
    const body = `<w:p>${run('Before')}<w:r><w:footnoteReference w:id="1"/></w:r>${run(' after.')}</w:p>${paragraph('Next.')}`;
    expect(await blocks(body, { footnotes })).toEqual([
      'paragraph: Before after.',
      'paragraph: The note.',
      'paragraph: Next.',
    ]);
  });

  it('repeats column names and merged cells in each row', async () => {
    const heading = `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cell(paragraph('Area'))}${cell(paragraph('Price'), '<w:gridSpan w:val="2"/>')}</w:tr>`;
    const body = table(
      heading,
      row(
        cell(paragraph('North'), '<w:vMerge w:val="restart"/>'),
        cell(paragraph('1')),
        cell(paragraph('2')),
      ),
      row(cell('<w:p/>', '<w:vMerge/>'), cell(paragraph('3')), cell(paragraph('4'))),
    );
    expect(await blocks(body)).toEqual([
      'table-row: Area: North | Price: 1 | Price: 2',
      'table-row: Area: North | Price: 3 | Price: 4',
    ]);
  });

  it('names the columns of each row of a long table below a title and a row of numbers', async () => {
    const cells = (...texts: string[]): string => row(...texts.map((text) => cell(paragraph(text))));
    const body = table(
      row(cell(paragraph('Works of 2024'), '<w:gridSpan w:val="4"/>')),
      row(
        cell(paragraph('Name'), '<w:vMerge w:val="restart"/>'),
        cell(paragraph('Unit'), '<w:vMerge w:val="restart"/>'),
        cell(paragraph('Cost'), '<w:gridSpan w:val="2"/>'),
      ),
      row(
        cell('<w:p/>', '<w:vMerge/>'),
        cell('<w:p/>', '<w:vMerge/>'),
        cell(paragraph('each')),
        cell(paragraph('all')),
      ),
      cells('1', '2', '3', '4'),
      ...Array.from({ length: 300 }, (_, index) =>
        cells(`Pipe ${index}`, 'pcs.', '2 172,97', `${index} 459,4`),
      ),
    );
    const lines = await blocks(body);
    expect(lines[0]).toBe('table-row: Works of 2024');
    expect(lines[1]).toBe('table-row: Name: 1 | Unit: 2 | Cost each: 3 | Cost all: 4');
    expect(lines).toHaveLength(302);
    for (const [index, line] of lines.slice(2).entries())
      expect(line).toBe(
        `table-row: Name: Pipe ${index} | Unit: pcs. | Cost each: 2 172,97 | Cost all: ${index} 459,4`,
      );
  });

  it('has a layout table as its content, and a nested table as part of its cell', async () => {
    const inner = table(row(cell(paragraph('a')), cell(paragraph('b'))));
    expect(await blocks(table(row(cell(paragraph('Layout', '<w:outlineLvl w:val="0"/>') + inner))))).toEqual([
      'heading 1: Layout',
      'table-row: a | b',
    ]);
    expect(await blocks(table(row(cell(paragraph('Name')), cell(inner))))).toEqual([
      'table-row: Name | a | b',
    ]);
  });

  it('has the text of a text box once', async () => {
    const box = `<w:txbxContent>${paragraph('In the box.')}</w:txbxContent>`;
    const body = `<w:p>${run('Beside.')}<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    expect(await blocks(body)).toEqual(['paragraph: In the box.', 'paragraph: Beside.']);
  });

  it('has the documents that Word would import: pages, web archives and RTF', async () => {
    const page = '<html><body><h1>Terms</h1><p>Pay within 14 days – net.</p></body></html>';
    const archive = [
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; boundary="=_x"',
      '',
      '--=_x',
      'Content-Type: text/html; charset="utf-8"',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<p>Caf=C3=A9 open until=',
      ' late</p>',
      '--=_x',
      'Content-Type: image/png',
      'Content-Transfer-Encoding: base64',
      '',
      'iVBORw0KGgo=',
      '--=_x--',
    ].join('\r\n');
    const chunk = (id: string): string =>
      `<w:altChunk r:id="${id}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"/>`;
    const relations = ['page.dat', 'mail.dat', 'note.dat']
      .map((name) => `<Relationship Id="${name}" Type="http://x/aFChunk" Target="${name}"/>`)
      .join('');
    const bytes = makeZip([
      {
        name: 'word/document.xml',
        data: `<w:document ${names}><w:body>${paragraph('Before')}${chunk('page.dat')}${chunk('mail.dat')}${chunk('note.dat')}${chunk('none')}</w:body></w:document>`,
      },
      {
        name: 'word/_rels/document.xml.rels',
        data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations}</Relationships>`,
      },
      { name: 'word/page.dat', data: page },
      { name: 'word/mail.dat', data: archive },
      { name: 'word/note.dat', data: '{\\rtf1 Bring the papers.}' },
    ]);
    expect(blocksOf(await readDocx(upload(bytes)))).toEqual([
      'paragraph: Before',
      'heading 1: Terms',
      'paragraph: Pay within 14 days – net.',
      'paragraph: Café open until late',
      'paragraph: Bring the papers.',
    ]);
  });

  it('has its charts as tables, the texts of its diagrams, and descriptions of pictures', async () => {
    const uri = 'http://schemas.openxmlformats.org/drawingml/2006';
    const values = (role: string, ...points: string[]): string =>
      `<c:${role}><c:strRef><c:strCache>${points.map((point, index) => `<c:pt idx="${index}"><c:v>${point}</c:v></c:pt>`).join('')}</c:strCache></c:strRef></c:${role}>`;
    const chart = `<c:chartSpace xmlns:c="${uri}/chart" xmlns:a="${uri}/main"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser>${values('tx', 'North')}${values('cat', 'May', 'June')}${values('val', '3', '4.5')}</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const diagram = `<dgm:dataModel xmlns:dgm="${uri}/diagram" xmlns:a="${uri}/main"><dgm:pt><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p><a:r><a:t>Build</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>`;
    const drawing = (inner: string, description = ''): string =>
      `<w:p>${run('See:')}<w:r><w:drawing><wp:inline xmlns:wp="${uri}/wordprocessingDrawing" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><wp:docPr id="1" name="x" descr="${description}"/>${inner}</wp:inline></w:drawing></w:r></w:p>`;
    const body =
      drawing(`<c:chart xmlns:c="${uri}/chart" r:id="r0"/>`) +
      drawing(`<dgm:relIds xmlns:dgm="${uri}/diagram" r:dm="r1"/>`) +
      drawing('', 'A lighthouse at dusk Description automatically generated') +
      drawing('', 'image1.png');
    expect(await blocks(body, { chart, diagramData: diagram })).toEqual([
      'paragraph: See:',
      'paragraph: Sales',
      'table-row: May | North: 3',
      'table-row: June | North: 4.5',
      'paragraph: See:',
      'list-item: - Plan',
      'list-item: - Build',
      'paragraph: See:',
      'paragraph: A lighthouse at dusk',
      'paragraph: See:',
    ]);
  });

  it('with text only in headers and footers has that text', async () => {
    const part = (name: string, text: string): string => `<w:${name} ${names}>${paragraph(text)}</w:${name}>`;
    const parts = { footer: part('ftr', 'Page'), header: part('hdr', 'Minutes of the board') };
    expect(await blocks('<w:p/>', parts)).toEqual(['paragraph: Minutes of the board', 'paragraph: Page']);
    expect(await blocks(paragraph('Body'), parts)).toEqual(['paragraph: Body']);
  });

  it('has words whole that were broken by hand, and suspended hyphens as they are', async () => {
    const body =
      paragraph('Die Standardi- zation of measures, and their har- monization.') +
      `<w:p>${run('A harbour-')}<w:r><w:br/></w:r>${run('master and a light-')}<w:r><w:br/></w:r>${run('house.')}</w:p>` +
      paragraph('Vor- und Nachteile, pre- and post-war, Haupt- sowie Nebenfach.') +
      paragraph('The lighthouse stands.');
    expect(await blocks(body)).toEqual([
      'paragraph: Die Standardization of measures, and their harmonization.',
      'paragraph: A harbourmaster and a lighthouse.',
      'paragraph: Vor- und Nachteile, pre- and post-war, Haupt- sowie Nebenfach.',
      'paragraph: The lighthouse stands.',
    ]);
  });

  it('without text is an empty document', async () => {
    expect(await readDocx(upload(document('<w:p/>')))).toEqual({ text: '', blocks: [] });
  });

  it('without its main part, or nested 20,000 deep, is unreadable', async () => {
    const code = 'unreadable_file';
    await expect(readDocx(upload(makeZip([{ name: 'word/x.xml', data: '' }])))).rejects.toMatchObject({
      code,
    });
    const deep = '<w:tbl><w:tr><w:tc>'.repeat(7_000);
    await expect(readDocx(upload(document(deep)))).rejects.toMatchObject({ code });
  });
});
