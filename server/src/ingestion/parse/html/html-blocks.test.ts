import { describe, expect, it } from 'vitest';
import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { cpuMsOf } from '../../../../tests/helpers/cpu-time.ts';
import { addHtmlBlocks } from './html-blocks.ts';

const read = (html: string, options?: { page?: number; headingOffset?: number }) => {
  const builder = createDocumentBuilder();
  const head = addHtmlBlocks(builder, html, options);
  const { text, blocks } = builder.build();
  return {
    head,
    text,
    blocks: blocks.map(({ kind, level, start, end }) => `${kind}${level ?? ''}: ${text.slice(start, end)}`),
    pages: blocks.map(({ page }) => page),
  };
};
const blocksOf = (html: string) => read(html).blocks;

describe('addHtmlBlocks', () => {
  it('adds spaces where a browser shows them, and nowhere else', () => {
    expect(blocksOf('<b>a</b>b<span> c </span> <i>d</i>\n e&nbsp;f<wbr>g')).toEqual([
      'paragraph: ab c d e fg',
    ]);
    expect(blocksOf('<div>a</div>b<p>c')).toEqual(['paragraph: a', 'paragraph: b', 'paragraph: c']);
    expect(blocksOf('<p>Street 1<br>Town<br><br>Next')).toEqual([
      'paragraph: Street 1\nTown',
      'paragraph: Next',
    ]);
  });

  it('tolerates missing, misplaced and stray end tags', () => {
    expect(blocksOf('<ul><li>a<li><b>b<li>c</ul>d')).toEqual([
      'list-item: - a',
      'list-item: - b',
      'list-item: - c',
      'paragraph: d',
    ]);
    expect(blocksOf('<p>a <b>b <div>c</b> d</div> e')).toEqual([
      'paragraph: a b',
      'paragraph: c d',
      'paragraph: e',
    ]);
    expect(blocksOf('<div><table><tr><td>a</div>b<td>1</table></div>c</p>d')).toEqual([
      'table-row: ab | 1',
      'paragraph: c',
      'paragraph: d',
    ]);
    expect(blocksOf('<h2>Title<p>text</h3> more')).toEqual([
      'heading2: Title',
      'paragraph: text',
      'paragraph: more',
    ]);
    expect(blocksOf('<title>T</title>text before <body> any body')).toEqual([
      'paragraph: text before',
      'paragraph: any body',
    ]);
  });

  it('omits invisible content', () => {
    const hidden = [
      'hidden',
      'aria-hidden="true"',
      'style="color: red; DISPLAY : none"',
      'style=visibility:hidden',
    ];
    for (const attribute of hidden)
      expect(blocksOf(`a<div ${attribute}>b<p>c</div>d`)).toEqual(['paragraph: a', 'paragraph: d']);
    expect(
      blocksOf(
        '<style>x</style><script>if (a<b) "</p>"</script><noscript>n</noscript><svg><title>t</title></svg><template>t</template><select><option>o</select><textarea>t</textarea><button>b</button><iframe>i</iframe><object>o</object><dialog>d</dialog>seen',
      ),
    ).toEqual(['paragraph: seen']);
    expect(blocksOf('<h3><button>What is it?</button></h3><svg/>This.')).toEqual([
      'heading3: What is it?',
      'paragraph: This.',
    ]);
  });

  it('adds informative image alternative text, but no placeholders', () => {
    expect(
      blocksOf(
        '<img alt="A heron at dusk"><img alt=""><img alt="logo"><img alt="IMG_2031.jpg"><img alt="icon 3">',
      ),
    ).toEqual(['paragraph: A heron at dusk']);
  });

  it('returns the title, the canonical URL and the language of a page', () => {
    const page =
      '<html lang=pt-BR><head><title>One &amp; two | Site</title><meta property="og:title" content="One &amp; two"><link rel="nofollow canonical" href="/a"></head>x';
    expect(read(page).head).toEqual({ title: 'One & two', canonicalUrl: '/a', lang: 'pt-BR' });
    expect(read('<svg><title>no</title></svg>x').head).toEqual({});
  });

  it('numbers pages and moves headings down', () => {
    const { blocks, pages } = read('<h1>a</h1><h6>b</h6>', { page: 7, headingOffset: 1 });
    expect(blocks).toEqual(['heading2: a', 'heading6: b']);
    expect(pages).toEqual([7, 7]);
  });

  it('reads XHTML, in which any element can be self-closing', () => {
    const xhtml =
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head>';
    expect(blocksOf(`${xhtml}<body><a id="p1"/><p>Text <![CDATA[<raw>]]></p></body></html>`)).toEqual([
      'paragraph: Text <raw>',
    ]);
  });
});

describe('tables', () => {
  it('repeat the column names in each row', () => {
    expect(blocksOf('<table><tr><th>Name<th>Price<tr><td>Widget<td>3</table>')).toEqual([
      'table-row: Name: Widget | Price: 3',
    ]);
    expect(blocksOf('<table><tr><td><b>Name</b><td><b>Price</b><tr><td>Widget<td>3</table>')).toEqual([
      'table-row: Name: Widget | Price: 3',
    ]);
    expect(blocksOf('<table><tr><td>Name<td>Price<tr><td>Widget<td>3<tr><td>Gear<td>5</table>')).toEqual([
      'table-row: Name: Widget | Price: 3',
      'table-row: Name: Gear | Price: 5',
    ]);
    expect(
      blocksOf('<table><tr><td>Berlin<td>Germany<tr><td>Paris<td>France<tr><td>Rome<td>Italy</table>'),
    ).toEqual(['table-row: Berlin | Germany', 'table-row: Paris | France', 'table-row: Rome | Italy']);
    expect(blocksOf('<table><tr><th>Weight<td>3 kg<tr><th>Colour<td>red</table>')).toEqual([
      'table-row: Weight: 3 kg',
      'table-row: Colour: red',
    ]);
  });

  it('repeat cells that span rows, and headers that span columns', () => {
    expect(blocksOf('<table><tr><th>A<th>B<tr><td rowspan=2>x<td>1<tr><td>2</table>')).toEqual([
      'table-row: A: x | B: 1',
      'table-row: A: x | B: 2',
    ]);
    expect(
      blocksOf('<table><tr><th rowspan=2>N<th colspan=2>G<tr><th>a<th>b<tr><td>1<td>2<td>3</table>'),
    ).toEqual(['table-row: N: 1 | G a: 2 | G b: 3']);
  });

  it('are read as text where they only lay out a page', () => {
    expect(
      blocksOf(
        '<table><tr><td>Menu<td><h1>Title</h1><p>Text<table><tr><th>A<th>B<tr><td>1<td>2</table></table>',
      ),
    ).toEqual(['paragraph: Menu', 'heading1: Title', 'paragraph: Text', 'table-row: A: 1 | B: 2']);
    expect(blocksOf('<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>')).toEqual(['code: a\nb']);
  });
});

describe('hostile HTML is read in linear time', () => {
  const cases: [string, string][] = [
    ['20,000 divs in each other', `${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}end`],
    ['20,000 tables in each other', `${'<table><tr><td>'.repeat(20_000)}deep${'</table>'.repeat(20_000)}end`],
    ['elements that are never closed', '<b><i><div><span>'.repeat(100_000)],
    ['end tags of nothing', `${'<b>'.repeat(2_000)}${'</i></div></p>'.repeat(100_000)}`],
    ['a huge attribute', `<p class="${'x '.repeat(2_000_000)}" title='${'&amp;'.repeat(200_000)}'>a`],
    ['very many attributes', `<p ${'a=b '.repeat(500_000)}>a`],
    [
      'spans of a thousand million',
      `<table>${'<tr><td colspan=1000000000 rowspan=1000000000>a<td>b'.repeat(20_000)}</table>`,
    ],
    [
      'many tables of wide spans',
      '<table><tr><td rowspan=1000 colspan=1000>a<tr><td>b</table>'.repeat(20_000),
    ],
    [
      'long names of columns',
      `<table><tr>${`<th>${'x'.repeat(5_000)}`.repeat(100)}${'<tr><td>a<td>b'.repeat(50_000)}</table>`,
    ],
    ['a comment without an end', `a<!-- ${'-- > <!--'.repeat(300_000)}`],
    ['broken entities', '&#x&amp&;&#99999999;&'.repeat(100_000)],
    ['half tags', '<'.repeat(500_000) + '<a '.repeat(300_000)],
    ['headings in headings', '<h1><p></p>'.repeat(100_000)],
    ['lines in code', `<pre>${'<div>a</div>'.repeat(100_000)}`],
  ];
  it.each(cases)('%s', (_, html) => {
    expect(cpuMsOf(() => read(html))).toBeLessThan(5_000);
  });

  it('and keeps the text inside deep nesting', () => {
    for (const html of cases.slice(0, 2).map(([, html]) => html))
      expect(read(html).text).toMatch(/^deep\s+end$/);
  });
});
