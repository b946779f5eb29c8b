import { describe, expect, it } from 'vitest';
import { makeZip } from '../../../../tests/helpers/make-zip.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { parseOdt } from './odt.ts';

const uri = 'urn:oasis:names:tc:opendocument:xmlns';
const names = ['office', 'text', 'table', 'style', 'manifest']
  .map((name) => `xmlns:${name}="${uri}:${name}:1.0"`)
  .join(' ');
const open = `<office:document-content ${names}>`;
const close = '</office:document-content>';

const text = (body: string, styles = '', manifest = ''): Uint8Array =>
  makeZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', isStored: true },
    {
      name: 'content.xml',
      data: `${open}<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body>${close}`,
    },
    { name: 'META-INF/manifest.xml', data: `<manifest:manifest ${names}>${manifest}</manifest:manifest>` },
  ]);

const read = async (body: string, styles?: string): Promise<string[]> =>
  blocksOf(await parseOdt(upload(text(body, styles))));

describe('an ODT', () => {
  it('omits deleted and hidden text, comments and its table of contents', async () => {
    const body = `<text:tracked-changes><text:changed-region><text:deletion><text:p>Deleted</text:p></text:deletion></text:changed-region></text:tracked-changes>
      <text:table-of-content><text:index-body><text:p>Chapter 7</text:p></text:index-body></text:table-of-content>
      <text:h text:outline-level="2">Head</text:h>
      <text:p>a<text:s text:c="2"/>b<text:tab/>c<text:line-break/>d<office:annotation><text:p>Remark</text:p></office:annotation><text:span text:style-name="T1">hidden</text:span></text:p>`;
    const styles = '<style:style style:name="T1"><style:text-properties text:display="none"/></style:style>';
    expect(await read(body, styles)).toEqual(['heading 2: Head', 'paragraph: a b c d']);
  });

  it('has notes after their paragraphs, and the numbers of lists', async () => {
    const styles = `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" text:display-levels="2"/></text:list-style>`;
    const item = (content: string): string => `<text:list-item>${content}</text:list-item>`;
    const inner = `<text:list>${item('<text:p>Part</text:p>')}</text:list>`;
    const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>The note.</text:p></text:note-body></text:note>`;
    const body = `<text:list text:style-name="L">${item('<text:p>One</text:p><text:p>more</text:p>')}${item(`<text:p>Two${note}.</text:p>${inner}`)}</text:list><text:p>Between</text:p><text:list text:style-name="L" text:continue-numbering="true">${item('<text:p>Three</text:p>')}</text:list>`;
    expect(await read(body, styles)).toEqual([
      'list-item: 1. One',
      'list-item: more',
      'list-item: 2. Two.',
      'paragraph: The note.',
      'list-item: 2.a) Part',
      'paragraph: Between',
      'list-item: 3. Three',
    ]);
  });

  it('has tables with their headers, and limits repeated cells', async () => {
    const cell = (words: string, more = ''): string =>
      `<table:table-cell ${more}><text:p>${words}</text:p></table:table-cell>`;
    const body = `<table:table><table:table-header-rows><table:table-row>${cell('Area')}${cell('Price', 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row>${cell('North')}${cell('1')}${cell('2')}</table:table-row><table:table-row table:number-rows-repeated="1000000">${cell('', 'table:number-columns-repeated="16384"')}</table:table-row></table:table>`;
    expect(await read(body)).toEqual(['table-row: Area: North | Price: 1 | Price: 2']);
  });

  it('of OpenOffice 1 is read too', async () => {
    const old = ['office', 'text', 'table']
      .map((name) => `xmlns:${name}="http://openoffice.org/2000/${name}"`)
      .join(' ');
    const bytes = makeZip([
      {
        name: 'content.xml',
        data: `<office:document-content ${old}><office:body><text:h text:level="2">Head</text:h><text:p>Words</text:p></office:body></office:document-content>`,
      },
    ]);
    expect(blocksOf(await parseOdt(upload(bytes)))).toEqual(['heading 2: Head', 'paragraph: Words']);
  });

  it('with a password is rejected as encrypted', async () => {
    const manifest =
      '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>';
    await expect(parseOdt(upload(text('', '', manifest)))).rejects.toMatchObject({ code: 'encrypted_file' });
  });
});
