import { describe, expect, it } from 'vitest';
import { cpuMsOf } from '../../../tests/helpers/cpu-time.ts';
import { parseMarkdown } from './markdown.ts';

const read = (text: string) => {
  const document = parseMarkdown({
    bytes: new TextEncoder().encode(text),
    mimeType: null,
    fileName: 'a.md',
    origin: 'file',
  });
  return {
    ...document,
    lines: document.blocks.map(
      ({ kind, level, start, end }) => `${kind}${level ?? ''}: ${document.text.slice(start, end)}`,
    ),
  };
};

describe('parseMarkdown', () => {
  it('reads the visible text', () => {
    expect(
      read('# A *b* `c`\n\nSee [the **docs**](http://x) ![a heron](h.png)\nand &amp; 2 \\* 3.').lines,
    ).toEqual(['heading1: A b c', 'paragraph: See the docs a heron and & 2 * 3.']);
    expect(read('- a\n  - b\n\n3. c\n4. d\n\n       code').lines).toEqual([
      'list-item: - a',
      'list-item: - b',
      'list-item: 3. c',
      'list-item: 4. d',
      'code: code',
    ]);
    expect(read('~~~js\na  = 1\n\nb\n~~~').lines).toEqual(['code: a  = 1\n\nb']);
    expect(read('| A | B |\n|---|---|\n| 1 | `x\\|y` |').lines).toEqual(['table-row: A: 1 | B: x|y']);
    expect(read('<div align="center">\n\n## T\n\n</div>\n\na<br>b <kbd>c</kbd><!-- d -->').lines).toEqual([
      'heading2: T',
      'paragraph: a\nb c',
    ]);
  });

  it('takes the title from the front matter, or else from the first heading', () => {
    expect(read('---\ntitle: "A: b"\ntags: [x]\n---\n# C')).toMatchObject({
      title: 'A: b',
      lines: ['heading1: C'],
    });
    expect(read("+++\ntitle = 'A'\n+++\ntext")).toMatchObject({ title: 'A', lines: ['paragraph: text'] });
    expect(read('Sub\n---\n\nTop\n===')).toMatchObject({ title: 'Top' });
    expect(read('---\n\ntext\n\n---\nmore')).toMatchObject({ lines: ['paragraph: text', 'paragraph: more'] });
    expect(read('text').title).toBeUndefined();
  });

  it('keeps all text that is nested too deep', () => {
    expect(read(`${'>'.repeat(300)} deep`).text).toContain('deep');
    expect(read(`${'- '.repeat(300)} deep`).text).toContain('deep');
  });

  it.each([
    ['emphasis', '*a_'.repeat(50_000)],
    ['brackets', '['.repeat(1_000_000)],
    ['images', '![['.repeat(200_000)],
    ['quotes', '>'.repeat(50_000)],
    ['lists', '- '.repeat(50_000)],
    ['ticks', Array.from({ length: 1_000 }, (_, index) => '`'.repeat(index + 1)).join(' ')],
    ['tables', `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}\n${'a|\n'.repeat(50_000)}`],
    ['html', '<table><tr><td>\n\n'.repeat(50_000)],
    ['settings', `---\n${'a: b\n'.repeat(200_000)}`],
    ['megabytes', 'Some text.\n\n'.repeat(500_000)],
  ])(
    'reads hostile %s in seconds',
    (_, text) => {
      expect(cpuMsOf(() => read(text))).toBeLessThan(8_000);
    },
    60_000,
  );
});
