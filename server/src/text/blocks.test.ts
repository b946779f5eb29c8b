import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../tests/helpers/expect-linear.ts';
import { blocksOf, MOST_BLOCKS } from './blocks.ts';

const read = (text: string): string[] =>
  blocksOf(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);

const sentence = (number: number): string =>
  `Sentence number ${number} says something about refunds and parcels.`;

describe('blocksOf', () => {
  it('reads items that end with a semicolon as a list', () => {
    const items = [
      '- dump the tables with a tool;\n  an archive helps',
      '- copy the files:\n  they are large',
    ];
    expect(read(items.join('\n'))).toEqual(items.map((item) => `list-item: ${item}`));
  });

  it('knows the end of code whose beginning was cut off', () => {
    const rest = '\n\nAnother port is free.\n\n```sh\nnpm start\n```\n';
    const blocks = ['paragraph: Another port is free.', 'code: ```sh\nnpm start\n```'];
    expect(read(`\`\`\`${rest}`)).toEqual(blocks);
    expect(read(`npm install\n\`\`\`${rest}`)).toEqual(['code: npm install', ...blocks]);
    expect(read('```\nnpm start\n```\n\nAnother port is free.')).toEqual([
      'code: ```\nnpm start\n```',
      'paragraph: Another port is free.',
    ]);
  });

  it('tells the blocks of Markdown apart', () => {
    const text = [
      '# Refunds',
      '',
      'We refund within 14 days.',
      'This line continues it.',
      '',
      'What you need:',
      '',
      '- the receipt',
      '- the parcel,',
      '  closed',
      '',
      '```sh',
      'npm start',
      '',
      '# a comment',
      '```',
      '',
      '| Country | Days |',
      '| --- | --- |',
      '| Spain | 14 |',
      '',
      'Questions',
      '---------',
      'Write to us.',
    ].join('\n');
    expect(read(text)).toEqual([
      'heading: # Refunds',
      'paragraph: We refund within 14 days.\nThis line continues it.',
      'paragraph: What you need:',
      'list-item: - the receipt',
      'list-item: - the parcel,\n  closed',
      'code: ```sh\nnpm start\n\n# a comment\n```',
      'table-row: | Country | Days |\n| --- | --- |',
      'table-row: | Spain | 14 |',
      'heading: Questions\n---------',
      'paragraph: Write to us.',
    ]);
  });

  it('reads the text of a format that keeps no signs: titles, rows with their columns, code without a fence', () => {
    const text = [
      'Set up the client',
      '',
      'Install it first:',
      '',
      'npm install footnote',
      '',
      "const client = createClient('https://example.org');",
      '',
      'for (const hit of hits) {',
      '  console.log(hit.text)',
      '}',
      '',
      'option: timeout | default: 30 s',
      'option: retries | default: 2',
      '',
      'status: 409 | code: conflict | what to do: Wait',
      'status: 429 | code: rate_limited',
      '',
      'All of them are optional',
    ].join('\n');
    expect(read(text)).toEqual([
      'heading: Set up the client',
      'paragraph: Install it first:',
      `code: ${text.slice(text.indexOf('npm install'), text.indexOf('}') + 1)}`,
      'table-row: option: timeout | default: 30 s',
      'table-row: option: retries | default: 2',
      'table-row: status: 409 | code: conflict | what to do: Wait',
      'table-row: status: 429 | code: rate_limited',
      'paragraph: All of them are optional',
    ]);
  });

  it.each([
    ['a line of data', 'Phone: 555 0100\n\nWe answer at once.'],
    ['a sentence', 'We answer at once.\n\nAlways.'],
    ['a question', 'How do I pay?\n\nBy card.'],
    ['a lead-in', 'Bring these:\n\nA receipt.'],
    ['the only line', 'Opening hours'],
  ])('takes %s for a paragraph, not for a title', (_, text) => {
    expect(blocksOf(text)[0]?.kind).toBe('paragraph');
  });

  it.each([
    ['parentheses', 'The fee (5 euros) is due\nwhen the parcel (or letter) leaves our house.'],
    ['a semicolon', 'We refund the price; the fee stays.\nThat is all that we can do.'],
    ['an equals sign', 'In our books profit = income - cost, as everybody knows.'],
    ['a word of code', 'return the parcel within two weeks.'],
    ['a poem', '  Roses are red,\n  violets are blue,\n  sugar is sweet.'],
  ])('does not take prose with %s for code', (_, text) => {
    expect(blocksOf(text).map(({ kind }) => kind)).not.toContain('code');
  });

  it('splits a long paragraph into its sentences, and leaves a short one whole', () => {
    const short = [1, 2, 3].map(sentence).join(' ');
    const long = [1, 2, 3, 4, 5, 6, 7, 8].map(sentence).join(' ');
    expect(read(short)).toEqual([`paragraph: ${short}`]);
    expect(read(long)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `paragraph: ${sentence(number)}`));
  });

  it('keeps a very short sentence with the one before it', () => {
    const long = [1, 2, 3, 4, 5, 6, 7].map(sentence).join(' Really! ');
    expect(read(long)[0]).toBe(`paragraph: ${sentence(1)} Really!`);
  });

  it('splits Chinese, which says more in a sign, sooner', () => {
    const one = '退款将在收到退货后的十四个工作日内退回到您原来的付款账户。';
    expect(read(one.repeat(6))).toEqual(Array.from({ length: 6 }, () => `paragraph: ${one}`));
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n\t\n '],
    ['rules', '---\n\n***'],
  ])('finds no block in %s', (_, text) => {
    expect(blocksOf(text)).toEqual([]);
  });

  it('takes one giant line without an end for one block', () => {
    const text = 'word '.repeat(50_000).trim();
    expect(blocksOf(text)).toEqual([{ kind: 'paragraph', start: 0, end: text.length }]);
  });

  it('joins neighbours of a text with too many blocks', () => {
    const text = Array.from({ length: 100 }, (_, row) => `Row: ${row} | Value: ${row * 2}`).join('\n');
    const blocks = blocksOf(text);
    expect(blocks.length).toBeLessThanOrEqual(MOST_BLOCKS);
    expect(blocks.length).toBeGreaterThan(MOST_BLOCKS / 2);
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['table-row']));
    expect(blocks.at(-1)?.end).toBe(text.length);
  });

  it('returns blocks in order that do not overlap, trimmed and never empty, whatever the text', () => {
    const unit = fc.constantFrom(
      'a',
      'Word. ',
      '\n',
      '\n\n',
      '- ',
      '# ',
      '```',
      ' | ',
      '|',
      '---',
      '=',
      '  ',
      '{',
      ';',
      '。',
      '漢',
      '\u{1f600}',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 200 }), (text) => {
        let before = 0;
        const blocks = blocksOf(text);
        expect(blocks.length).toBeLessThanOrEqual(MOST_BLOCKS);
        for (const { start, end } of blocks) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
          before = end;
        }
      }),
    );
  });

  it.each([
    ['one line', 'a'],
    ['lines', 'a\n'],
    ['empty lines', '\n'],
    ['fences', '```\n'],
    ['bars', '| '],
    ['list signs', '- a\n'],
    ['rules', '- '],
    ['sentences', 'A b. '],
    ['spaces', ' '],
    ['braces', '{\n'],
  ])('takes time in proportion to the length of %s', async (_, unit) => {
    await expectLinear((length) => unit.repeat(length / unit.length), blocksOf);
  });
});
