import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../server/src/ingestion/parse/markdown.ts';
import { readReply, spokenText } from '../src/shared/markdown/read-reply.ts';
import type { Node } from '../src/shared/markdown/tree.ts';
import { anyReply, textsOf } from './any-reply.ts';

/** A tree in short: `strong(pump)`, footnotes as `word^12`, a line break as `/`. */
const outline = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'text') return node.text;
      if (node.type === 'break') return '/';
      if (node.type === 'footnotes') return `${node.behind}^${node.at}`;
      if (node.type === 'rule') return 'rule ';
      const inside = outline(node.children);
      if (node.type === 'paragraph') return `p(${inside})`;
      if (node.type === 'heading') return `h${node.level}(${inside})`;
      if (node.type === 'list') return `${node.isOrdered ? 'ol' : 'ul'}(${inside})`;
      if (node.type === 'item') return `${node.number ?? '-'}(${inside})`;
      if (node.type === 'code-block') return `code-block(${node.language}|${inside})`;
      if (node.type === 'row') return `${node.isHead ? 'head' : 'row'}(${inside})`;
      if (node.type === 'cell') return `${node.align === 'left' ? '' : node.align}(${inside})`;
      if (node.type === 'link') return `a<${node.url}>(${inside})`;
      return `${node.type}(${inside})`;
    })
    .join('');

const read = (text: string, cuts: number[] = []): string => outline(readReply(text, cuts));
/** Reads a text with a footnote at each `^`, which is removed. */
const readCited = (text: string): string => {
  const pieces = text.split('^');
  const cuts = pieces.slice(1).map((_, index) => pieces.slice(0, index + 1).join('').length);
  return read(pieces.join(''), cuts).replace(/\^\d+/g, '^');
};

describe('a reply with Markdown', () => {
  it.each([
    ['The **pump** is *oiled*.\nNow.', 'p(The strong(pump) is emphasis(oiled)./Now.)'],
    ['***both*** _slanted_ `co*d*e`', 'p(emphasis(strong(both)) emphasis(slanted) code(co*d*e))'],
    ['*a **b** c* `` ` ``', 'p(emphasis(a strong(b) c) code(`))'],
    ['# Items #\n## Two\ntext', 'h1(Items)h2(Two)p(text)'],
    ['a\n- b\n- c\n\nd', 'p(a)ul(-(p(b))-(p(c)))p(d)'],
    ['1. a\n   - b\n\n   c\n2. d', 'ol(1(p(a)ul(-(p(b)))p(c))2(p(d)))'],
    ['10. a\n  - b', 'ol(10(p(a)ul(-(p(b)))))'],
    ['1. a\n1. b\n\n1. c', 'ol(1(p(a))2(p(b))3(p(c)))'],
    ['3. a\n1. b', 'ol(3(p(a))1(p(b)))'],
    ['```js\nx = `1`\n\n  y\n```\nz', 'code-block(js|x = `1`//  y)p(z)'],
    ['- a\n  ~~~\n  b\n    c\n  ~~~', 'ul(-(p(a)code-block(|b/  c)))'],
    ['> a\n> - b\n\nc\n\n---', 'quote(p(a)ul(-(p(b))))p(c)rule '],
    [
      '| a | b |\n|:-:|--:|\n| **1** | x\\|y |',
      'table(head(center(a)right(b))row(center(strong(1))right(x|y)))',
    ],
    ['a | b\n--- | ---\nc | d', 'table(head((a)(b))row((c)(d)))'],
    ['[Guide](https://example.org/a_(b))', 'p(a<https://example.org/a_(b)>(Guide))'],
    ['<mailto:a@example.org>', 'p(a<mailto:a@example.org>(mailto:a@example.org))'],
    [
      '(https://example.org/x_y_z). Then',
      'p((a<https://example.org/x_y_z>(https://example.org/x_y_z)). Then)',
    ],
    ['![A pump](https://example.org/pump.png)', 'p(A pump)'],
    ['\\*no\\* 1\\. x', 'p(*no* 1. x)'],
  ])('%j is rendered', (text, shown) => {
    expect(read(text)).toBe(shown);
  });

  it.each([
    ['| Valve | 90 |\n| Pump | 300 |', 'table(row((Valve)(90))row((Pump)(300)))'],
    ['```sh\npump --oil\n\nIt is oiled.', 'code-block(sh|pump --oil)p(It is oiled.)'],
    ['1. a\n- b\n2. c', 'ol(1(p(a)))ul(-(p(b)))ol(2(p(c)))'],
  ])('%j is rendered, although the service left something out', (text, shown) => {
    expect(read(text)).toBe(shown);
  });

  it.each([
    ['これは**「重要」**です。', 'p(これはstrong(「重要」)です。)'],
    ['**중요**는 **重要，**请看', 'p(strong(중요)는 strong(重要，)请看)'],
    ['و**مهم** جدا', 'p(وstrong(مهم) جدا)'],
  ])('%j keeps its marks next to letters of its script', (text, shown) => {
    expect(read(text)).toBe(shown);
  });
});

describe('a reply that only looks like Markdown', () => {
  it.each([
    '5 * 3 * 2 is 30, and so is 5*3*2',
    'x**2 + y**2',
    'snake_case, __init__.py and a_b_c.txt',
    '1986. A great year',
    '42.',
    '- ',
    '# of items: 7',
    '#hash and #1',
    '<b>bold</b> &amp; <script>alert(1)</script>',
    'C:\\dir\\sub\\',
    'un`closed and **open',
    '[a](javascript:alert(1)) [b](/path) [c](data:text/html,x)',
    '[1] and [x][y] and [ ]',
    '[x]: somewhere',
    '\\(x_1 + x_2\\)',
    'a | b',
    '|x| = 5',
    '|x| > |y|',
    'これは1つの*です',
  ])('%j stays as it is', (text) => {
    expect(read(text)).toBe(`p(${text.trim()})`);
  });

  it.each([
    ['    four spaces', 'p(four spaces)'],
    ['a\n===\nb', 'p(a/===/b)'],
    ['a\r\nb\\\nc\r', 'p(a/b\\/c)'],
  ])('%j is rendered as lines of text', (text, shown) => {
    expect(read(text)).toBe(shown);
  });
});

describe('footnotes', () => {
  it.each([
    ['It is **oiled.^** Then^', 'p(It is strong(oiled.^) Then^)'],
    ['It is **oiled.**^ Then', 'p(It is strong(oiled.^) Then)'],
    ['- one^\n- two\n^', 'ul(-(p(one^))-(p(two^)))'],
    ['| a^ | b |\n|---|---|^\n| c | d |^', 'table(head((a^)(b^))row((c)(d^)))'],
    ['# Title^\ntext', 'h1(Title^)p(text)'],
    ['see https://example.org/a.^ Next', 'p(see a<https://example.org/a>(https://example.org/a).^ Next)'],
    ['[Guide](https://example.org)^ x', 'p(a<https://example.org/>(Guide^) x)'],
    ['```\nx = 1\n```^\ny', 'code-block(|x = 1^)p(y)'],
    ['^a', 'p(^a)'],
    ['^', 'p(^)'],
    ['**^', 'p(**^)'],
  ])('follow the words they are for: %j', (text, shown) => {
    expect(readCited(text)).toBe(shown);
  });

  it('stay on the line of the word before them', () => {
    const [paragraph] = readReply('It was built in 1874.', [21]);
    expect(paragraph).toMatchObject({
      children: [{ text: 'It was built in ' }, { type: 'footnotes', behind: '1874.', at: 21 }],
    });
  });
});

const footnotesIn = (nodes: readonly Node[]): number[] =>
  nodes.flatMap((node) =>
    node.type === 'footnotes' ? [node.at] : 'children' in node ? footnotesIn(node.children) : [],
  );
const letters = (text: string): string => text.replace(/\P{L}/gu, '');

describe('any text a model writes', () => {
  it('loses and moves no letter, except URLs of links', () => {
    fc.assert(
      fc.property(anyReply, fc.boolean(), (text, isWhole) => {
        const shown = textsOf(readReply(text, [], { isWhole })).map((each) => each.text);
        const [all, left] = [letters(text), letters(shown.join(''))];
        const withoutAddresses = letters(text.replaceAll('](https://example.org/)', ''));
        if (all !== left && withoutAddresses !== left)
          // Some are links, others text.
          expect(left.replaceAll('httpsexampleorg', '')).toBe(withoutAddresses);
      }),
      { numRuns: 3_000 },
    );
  });

  it('keeps every text at its offset', () => {
    fc.assert(
      fc.property(anyReply, (text) => {
        for (const { text: shown, at } of textsOf(readReply(text)))
          if (at !== undefined) expect(text.slice(at, at + shown.length)).toBe(shown);
      }),
      { numRuns: 1_000 },
    );
  });

  it('shows each footnote once, in order', () => {
    fc.assert(
      fc.property(anyReply, fc.uniqueArray(fc.nat(80)), (text, places) => {
        const cuts = places.map((place) => Math.min(place, text.length));
        const shown = footnotesIn(readReply(text, cuts));
        expect(shown).toEqual([...new Set(cuts)].sort((one, other) => one - other));
      }),
      { numRuns: 3_000 },
    );
  });

  it('has the words that the service reads in the same document', () => {
    const words = fc.constantFrom(
      'The pump',
      'is **oiled**',
      'every *spring*',
      'by `hand`',
      '**「重要」** です',
    );
    const line = fc.array(words, { minLength: 1, maxLength: 4 }).map((some) => some.join(' '));
    const items = fc.array(line, { minLength: 1, maxLength: 4 });
    const block = fc.oneof(
      line,
      line.map((text) => `## ${text}`),
      items.map((all) => all.map((text) => `- ${text}\n  - ${text}`).join('\n')),
      items.map((all) => all.map((text) => `> ${text}`).join('\n')),
      line.map((text) => `\`\`\`\n${text}\n\n${text}\n\`\`\``),
      line.map((text) => `[${text}](https://example.org/) and [x](y z)`),
    );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (blocks) => {
        const text = blocks.join('\n\n');
        const document = parseMarkdown({
          bytes: Buffer.from(text),
          mimeType: null,
          fileName: null,
          origin: 'text',
        });
        const said = (all: string): string => all.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? '';
        expect(said(spokenText(text))).toBe(said(document.text));
      }),
    );
  });
});

describe('hostile replies', () => {
  const long = (text: string, length = 50_000): string => text.repeat(length / text.length);
  const hostile = [
    ...[
      '[',
      '![',
      '[a](',
      '[[a]',
      '](',
      '[a](<b',
      '*a **a ',
      '*a_ ',
      'a**b',
      '*[a]*(',
      '***',
      '_',
      '`',
      '` `` ``` ',
    ],
    ...[
      '> ',
      '>- ',
      '> 1. ',
      '- ',
      '1) ',
      '- a\n',
      '- a\n\n',
      '# ',
      '#',
      '~~~a\n\n',
      '~',
      '```a\n',
      '|',
      '|a',
      '|a|b|\n',
    ],
    ...[
      '<',
      '<https:',
      'https://a)',
      '\\',
      '1\\.',
      '\n',
      ' ',
      '\t',
      ' \n',
      '-',
      '- -',
      '\r',
      'https://(',
      '.',
    ],
    Array.from({ length: 300 }, (_, index) => `${'`'.repeat(index)}a`).join(' '),
    Array.from({ length: 300 }, (_, index) => `${' '.repeat(index)}- a`).join('\n'),
    `# a${' '.repeat(49_000)}b`,
    `${'~'.repeat(49_000)}\``,
    `-${' '.repeat(49_000)}x`,
  ];

  it.each(hostile.map((text) => [text.slice(0, 12), text.length > 100 ? text : long(text)]))(
    'of %j take no time',
    (_, text) => {
      const before = process.cpuUsage();
      readReply(text, [0, 100, text.length]);
      const { user, system } = process.cpuUsage(before);
      // Microseconds. The slowest takes a tenth of it on a busy machine.
      expect(user + system).toBeLessThan(2_000_000);
    },
  );

  it('are nested no deeper than a page can render', () => {
    const depth = (nodes: readonly Node[]): number =>
      Math.max(0, ...nodes.map((node) => ('children' in node ? 1 + depth(node.children) : 0)));
    for (const text of hostile)
      expect(depth(readReply(text.length > 100 ? text : long(text)))).toBeLessThan(30);
  });

  it('of more than 50,000 characters stay plain text', () => {
    const text = `**a**\n${long('word ', 60_000)}`;
    expect(read(text)).toBe(`p(**a**/${text.slice(6)})`);
  });
});

describe('a reply that is being written', () => {
  it('keeps code together until it ends', () => {
    const text = '```sh\npump --oil\n\npump --start';
    expect(outline(readReply(text, [], { isWhole: false }))).toBe('code-block(sh|pump --oil//pump --start)');
  });
});

describe('the spoken text of a reply', () => {
  it('has its words without the marks', () => {
    expect(spokenText('## Oil\n\nThe **pump**:\n\n1. Open `x`.\n2. [Close](https://example.org).')).toBe(
      'Oil\nThe pump:\n1. Open x.\n2. Close.',
    );
  });
});
