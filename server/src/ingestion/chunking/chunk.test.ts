import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText } from '#ingestion/parse/text.ts';
import { cpuMsOf } from '../../../tests/helpers/cpu-time.ts';
import { chunkDocument } from './chunk.ts';

const chunksOf = (text: string) => chunkDocument(parseText(text));
const countWords = (text: string) => text.split(/\s+/).length;
const sentence = 'This is a sentence of some ten words or so. ';

describe('chunkDocument', () => {
  it('cuts long prose evenly, with one sentence shared', () => {
    const chunks = chunksOf(
      Array.from({ length: 60 }, (_, index) => `Sentence ${index} has some ten words in it or so.`).join(' '),
    );
    expect(chunks.length).toBe(4);
    for (const [index, chunk] of chunks.entries()) {
      expect(countWords(chunk.text)).toBeGreaterThan(120);
      expect(countWords(chunk.text)).toBeLessThan(190);
      const before = chunks[index - 1];
      if (before) expect(before.text.endsWith(chunk.text.slice(0, before.end - chunk.start))).toBe(true);
      if (before) expect(chunk.start).toBeLessThan(before.end);
    }
  });

  it('starts a chunk at a heading, with its path and without overlap', () => {
    const [first, second] = chunksOf(
      `# Guide\n\n${sentence.repeat(8)}\n\n## Setup ##\n\n${sentence.repeat(8)}`,
    );
    expect(first).toMatchObject({ position: 0, heading: 'Guide' });
    expect(second).toMatchObject({ position: 1, heading: 'Guide › Setup' });
    expect(second?.text.startsWith('## Setup ##')).toBe(true);
  });

  it('joins small sections under their common path', () => {
    const prices = Array.from({ length: 12 }, (_, index) => `## Item ${index}\n${index} dollars`).join(
      '\n\n',
    );
    const chunks = chunksOf(`# Prices\n\n${prices}`);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]?.heading).toBe('Prices');
  });

  it('counts Chinese and Thai characters as parts of words', () => {
    for (const text of [
      '今天天气很好，我们去公园散步。'.repeat(100),
      'ภาษาไทยไม่มีช่องว่างระหว่างคำ '.repeat(60),
    ]) {
      const lengths = chunksOf(text).map((chunk) => chunk.text.length);
      for (const length of lengths) expect(length).toBeLessThan(600);
      expect(Math.min(...lengths)).toBeGreaterThan(200);
    }
  });

  it('leaves no tiny last chunk', () => {
    const chunks = chunksOf(sentence.repeat(19));
    for (const chunk of chunks) expect(countWords(chunk.text)).toBeGreaterThan(60);
  });

  it('keeps the page of each chunk', () => {
    const text = 'One.\n\nTwo.';
    const blocks = [
      { kind: 'paragraph' as const, start: 0, end: 4, page: 3 },
      { kind: 'paragraph' as const, start: 6, end: 10, page: 4 },
    ];
    expect(chunkDocument({ text, blocks })).toEqual([{ position: 0, start: 0, end: 10, text, page: 3 }]);
  });

  it('keeps a sentence together that a page break divides', () => {
    const above = `${sentence.repeat(14)}The pilots row half the distance. No,`;
    const below = `you must not follow them in the dark. ${sentence.repeat(14)}`.trim();
    const text = `${above}\n\n${below}`;
    const blocks = [
      { kind: 'paragraph' as const, start: 0, end: above.length, page: 1 },
      { kind: 'paragraph' as const, start: above.length + 2, end: text.length, page: 2 },
    ];
    const chunks = chunkDocument({ text, blocks });
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.some((chunk) => /No,\s+you must not follow them in the dark\./.test(chunk.text))).toBe(
      true,
    );
    for (const chunk of chunks) expect(chunk.text).not.toMatch(/No,$/);
  });

  it('cuts a long row of a table at the ends of sentences and cells', () => {
    const row =
      `Pier: north | Notes: ${'The north pier was repaired after the storm of that year, at great cost. '.repeat(30)}`.trim();
    const chunks = chunkDocument({
      text: row,
      blocks: [{ kind: 'table-row', start: 0, end: row.length }],
    });
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks) expect(chunk.text).toMatch(/[.|]$/);
  });

  it('leaves out paragraphs of bare numbers, such as the axes of a chart, unless there is nothing else', () => {
    const axis = Array.from({ length: 60 }, (_, index) => `${index * 5}`).join(' ');
    const text = `# Rainfall\n\n${sentence.repeat(20)}\n\n# 2024\n\n${axis}\n\n# Sources\n\n${sentence.repeat(20)}`;
    const chunks = chunksOf(text);
    expect(chunks.some((chunk) => chunk.text.includes('85 90 95'))).toBe(false);
    expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, index) => index));
    expect(chunksOf(axis).map((chunk) => chunk.text)).toEqual([axis]);
  });

  it('keeps numbers in rows of a table and in code', () => {
    const rows = Array.from({ length: 40 }, (_, index) => `| ${index} | ${index * 7} |`).join('\n');
    const text = `# Rates\n\n${sentence.repeat(20)}\n\n# 2024\n\n| 1 | 2 |\n|---|---|\n${rows}`;
    expect(chunksOf(text).some((chunk) => chunk.text.includes('273'))).toBe(true);
  });

  it('covers any text in order, within the size limits', () => {
    const unit = fc.constantFrom(
      'word ',
      'Word. ',
      '\n',
      '\n\n',
      '# ',
      '- ',
      '| a | b |\n',
      '。',
      '漢字',
      'x'.repeat(90),
      '👩‍👩‍👧',
      'e\u0301',
      ' '.repeat(50),
      '```\n',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 600, size: 'max' }), (parts) => {
        const document = parseText(parts.join(''));
        const chunks = chunkDocument(document);
        expect(chunkDocument(document)).toEqual(chunks);
        const covered = new Uint8Array(document.text.length);
        chunks.forEach((chunk, index) => {
          const before = chunks[index - 1];
          expect(chunk.position).toBe(index);
          expect(chunk.text).toBe(document.text.slice(chunk.start, chunk.end));
          expect(chunk.text.isWellFormed()).toBe(true);
          expect(chunk.text.length).toBeLessThanOrEqual(2_000);
          expect(countWords(chunk.text)).toBeLessThanOrEqual(300);
          expect(chunk.start).toBeGreaterThan(before?.start ?? -1);
          expect(chunk.end).toBeGreaterThan(before?.end ?? -1);
          covered.fill(1, chunk.start, chunk.end);
        });
        const missed = [...document.text.matchAll(/\S/g)].filter(({ index }) => !covered[index]);
        expect(missed).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('chunks a million characters of one repeated text within seconds', () => {
    for (const hostile of ['a', '#', '# a\n', '\n', ' ', '。', 'a\n\n', '\u0301', '| a |\n']) {
      const text = hostile.repeat(Math.floor(1_000_000 / hostile.length));
      expect(cpuMsOf(() => chunksOf(text))).toBeLessThan(3_000);
    }
  });
});
