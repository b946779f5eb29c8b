import { describe, expect, it } from 'vitest';
import type { Passage } from '#chat/passages/passage.ts';
import type { ChunkId, SourceId } from '#lib/ids.ts';
import { assembleContext, blockText, type ContextBlock } from './assemble-context.ts';

const passage = (source: string, text: string, start = 0): Passage => ({
  chunkId: `chunk_${source}_${start}` as ChunkId,
  sourceId: `src_${source}` as SourceId,
  sourceName: source,
  text,
  start,
  score: 0.5,
  closeness: 0.5,
  share: 0.5,
});

const TEXT = 'One two three. Four five six. Seven eight nine.';

const textsOf = (blocks: readonly ContextBlock[]): string[] =>
  blocks.map(({ passages }) => blockText(passages));

describe('the context of a model', () => {
  it('joins overlapping passages of one source, without repeating the overlap', () => {
    const blocks = assembleContext(
      [passage('b', 'Other.'), passage('a', TEXT.slice(15), 15), passage('a', TEXT.slice(0, 29))],
      10_000,
    );
    expect(blocks.map(({ passages, places }) => [places, blockText(passages)])).toEqual([
      [[{ number: 1, start: 0, end: 6, hasForm: false }], 'Other.'],
      [[{ number: 2, start: 0, end: 47, hasForm: false }], TEXT],
    ]);
  });

  it('keeps separate passages apart', () => {
    const blocks = assembleContext([passage('a', TEXT), passage('a', TEXT, 1_000)], 10_000);
    expect(blocks.map(({ passages }) => passages.length)).toEqual([1, 1]);
  });

  it('numbers blocks by their best passage', () => {
    const blocks = assembleContext(
      [passage('b', 'Best.'), passage('a', 'Second.'), passage('b', 'Third.', 6)],
      10_000,
    );
    expect(textsOf(blocks)).toEqual(['Best.\nThird.', 'Second.']);
  });

  it('contains what fits, and at least the best passage', () => {
    const long = passage('a', 'word '.repeat(1_000));
    expect(textsOf(assembleContext([long, passage('b', TEXT)], 1_000))).toEqual([long.text]);
    expect(textsOf(assembleContext([passage('b', TEXT), long, passage('c', TEXT)], 1_000))).toEqual([
      TEXT,
      TEXT,
    ]);
    expect(assembleContext([], 1_000)).toEqual([]);
  });

  it('numbers paragraphs, and lists, tables and code as a whole', () => {
    const paragraph = 'The pump has to be oiled every spring before it is first used. '.repeat(3).trim();
    const text = `# Care\n\n${paragraph}\n\n- One item.\n- Another item.\n\n| Part | Price |\n| --- | --- |\n| Valve | 90 |\n\n\`\`\`\npump --oil\npump --start\n\`\`\``;
    const [block] = assembleContext([passage('a', text, 50)], 10_000);
    expect(block?.places.map(({ number, start, end }) => [number, text.slice(start - 50, end - 50)])).toEqual(
      [
        [1, `# Care\n\n${paragraph}`],
        [2, '- One item.\n- Another item.'],
        [3, '| Part | Price |\n| --- | --- |\n| Valve | 90 |'],
        [4, expect.stringContaining('pump --oil\npump --start')],
      ],
    );
  });
});
