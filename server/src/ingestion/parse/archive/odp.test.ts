import { describe, expect, it } from 'vitest';
import { makeZip } from '../../../../tests/helpers/make-zip.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { parseOdp } from './odp.ts';

const uri = 'urn:oasis:names:tc:opendocument:xmlns';
const names =
  ['office', 'text', 'table', 'presentation'].map((name) => `xmlns:${name}="${uri}:${name}:1.0"`).join(' ') +
  ` xmlns:draw="${uri}:drawing:1.0" xmlns:svg="${uri}:svg-compatible:1.0"`;
const frame = (content: string, kind = ''): string =>
  `<draw:frame presentation:class="${kind}"><draw:text-box>${content}</draw:text-box></draw:frame>`;
const p = (text: string): string => `<text:p>${text}</text:p>`;

const read = (pages: readonly string[]) =>
  parseOdp(
    upload(
      makeZip([
        {
          name: 'content.xml',
          data: `<office:document-content ${names}><office:body><office:presentation>${pages.map((page) => `<draw:page>${page}</draw:page>`).join('')}</office:presentation></office:body></office:document-content>`,
        },
      ]),
    ),
  );

describe('an ODP', () => {
  it('has the title of a slide first, then texts, lists, tables and notes, without number, date and footer', async () => {
    const item = (text: string): string => `<text:list-item>${p(text)}</text:list-item>`;
    const slide =
      frame(`<text:list>${item('One')}${item('Two')}</text:list>`, 'outline') +
      frame(p('Review'), 'title') +
      frame(p('7'), 'page-number') +
      frame(p('Harbour board'), 'footer') +
      `<draw:frame><table:table><table:table-row><table:table-cell>${p('Ship')}</table:table-cell><table:table-cell>${p('Fee')}</table:table-cell></table:table-row><table:table-row><table:table-cell>${p('Yacht')}</table:table-cell><table:table-cell>${p('12')}</table:table-cell></table:table-row></table:table></draw:frame>` +
      '<draw:frame><draw:image/><svg:desc>Ships in the port</svg:desc></draw:frame>' +
      `<presentation:notes>${frame(p('Say hello.'), 'notes')}</presentation:notes>`;
    const document = await read(['', slide]);
    expect(blocksOf(document)).toEqual([
      'heading 2: Review',
      'list-item: - One',
      'list-item: - Two',
      'table-row: Ship: Yacht | Fee: 12',
      'paragraph: Ships in the port',
      'paragraph: Say hello.',
    ]);
    expect(new Set(document.blocks.map(({ page }) => page))).toEqual(new Set([2]));
    expect(document.pageCount).toBe(2);
  });

  it('with too many slides is rejected with the figures', async () => {
    await expect(read(Array.from({ length: 2_001 }, () => ''))).rejects.toMatchObject({
      code: 'too_many_pages',
    });
  });
});
