import { describe, expect, it } from 'vitest';
import { parse } from '#ingestion/parse/parse.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';

const parseAs = (fileName: string, text: string) =>
  parse({ ...upload(new TextEncoder().encode(text)), fileName });
const read = async (value: unknown, fileName = 'a.json'): Promise<string[]> =>
  blocksOf(await parseAs(fileName, JSON.stringify(value)));

describe('a JSON file', () => {
  it('is read as lines with paths, and has tables and sections', async () => {
    const value = {
      name: 'Acme',
      address: { city: 'Köln', zip: '50667' },
      tags: ['tools', 'toys'],
      products: [
        { sku: 'A1', price: 3 },
        { sku: 'B2', price: 4, note: 'new' },
      ],
      history: { summary: 'Founded by two. '.repeat(50), founded: 1850 },
    };
    const document = await parseAs('a.json', JSON.stringify(value));
    expect(document).toMatchObject({ format: 'json', title: 'Acme' });
    expect(blocksOf(document)).toEqual([
      'table-row: name: Acme',
      'table-row: address.city: Köln',
      'table-row: address.zip: 50667',
      'table-row: tags: tools, toys',
      'heading 1: products',
      'table-row: sku: A1 | price: 3',
      'table-row: sku: B2 | price: 4 | note: new',
      'heading 1: history',
      `paragraph: summary: ${'Founded by two. '.repeat(50).trim()}`,
      'table-row: founded: 1850',
    ]);
  });

  it('has the objects of a list as rows, and large ones as sections below their names', async () => {
    const story = 'It was long ago. '.repeat(50).trim();
    expect(
      await read([
        { title: 'One', at: { city: 'Rome' }, tags: ['a', 'b'] },
        { at: { list: [1, { b: 2 }] } },
        { title: 'Three', story },
      ]),
    ).toEqual([
      'table-row: title: One | at.city: Rome | tags: a, b',
      'table-row: at.list[1]: 1 | at.list[2].b: 2',
      'heading 1: Three',
      'table-row: title: Three',
      `paragraph: story: ${story}`,
    ]);
  });

  it('has no encoded data and no vectors, and of markup what it shows', async () => {
    const value = {
      image: `data:image/png;base64,${'QUJD'.repeat(50)}`,
      blob: 'QUJD'.repeat(50),
      vector: Array.from({ length: 300 }, (_, index) => index / 7),
      body: '<p>Hello <b>you</b></p><ul><li>one</li></ul>',
    };
    expect(await read(value)).toEqual(['paragraph: Hello you', 'list-item: - one']);
  });

  it('with comments is read as plain text', async () => {
    const document = await parseAs('settings.json', '{ // where\n "city": "Rome" }');
    expect(document.text).toContain('"city": "Rome"');
  });

  it.each([
    ['lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('of 100,000 nested %s is refused', async (_, text) => {
    await expect(parseAs('a.json', text)).rejects.toMatchObject({ code: 'unreadable_file' });
  });

  it('of lines has a row for each', async () => {
    const document = await parseAs('a.jsonl', '{"a":1,"b":"x"}\n\n{"a":2,"b":"y"}\n');
    expect(document.format).toBe('jsonl');
    expect(blocksOf(document)).toEqual(['table-row: a: 1 | b: x', 'table-row: a: 2 | b: y']);
  });
});

describe('a notebook', () => {
  it('has its texts, its code and what the code wrote, without pictures', async () => {
    const notebook = {
      cells: [
        {
          cell_type: 'markdown',
          source: ['# Study\n', 'We *measure*. ![x](data:image/png;base64,', `${'QUJD'.repeat(50)})`],
        },
        {
          cell_type: 'code',
          source: 'df.head()',
          outputs: [
            { output_type: 'stream', text: ['\u001b[31mhello\u001b[0m\n'] },
            {
              data: {
                'text/html': '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
                'text/plain': 'a b',
              },
            },
            { data: { 'image/png': 'QUJD', 'text/plain': '<Figure>' } },
            { output_type: 'error', ename: 'ValueError', evalue: 'bad', traceback: ['long'] },
            { text: `${'x '.repeat(20_000)}end` },
          ],
        },
        { cell_type: 'raw', source: 'note' },
      ],
      metadata: {},
      nbformat: 4,
      nbformat_minor: 5,
    };
    const document = await parseAs('study.ipynb', JSON.stringify(notebook));
    expect(document).toMatchObject({ format: 'ipynb', title: 'Study' });
    expect(blocksOf(document).filter((block) => block.length < 1_000)).toEqual([
      'heading 1: Study',
      'paragraph: We measure. x',
      'code: df.head()',
      'code: hello',
      'table-row: a: 1 | b: 2',
      'code: ValueError: bad',
      'code: note',
    ]);
    expect(document.text).not.toContain('end');
  });

  it.each([
    ['no list of cells', { cells: 5, nbformat: 4 }],
    [
      'cells of wrong types',
      {
        cells: [
          null,
          3,
          'x',
          [],
          { cell_type: 7 },
          { cell_type: 'markdown', source: { a: 1 } },
          { cell_type: 'heading', level: 'x', source: 'H' },
          { cell_type: 'code', outputs: [null, 1, { data: 'x' }, { data: { 'text/html': 5 } }] },
          { cell_type: 'code', outputs: 'no' },
        ],
        metadata: 'x',
        nbformat: 4,
      },
    ],
  ])('with %s is read as well as it can be', async (_, notebook) => {
    expect(await parseAs('a.ipynb', JSON.stringify(notebook))).toMatchObject({ format: 'ipynb' });
  });
});
