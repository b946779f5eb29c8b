import { describe, expect, it } from 'vitest';
import type { Passage } from '#chat/passages/passage.ts';
import type { ChunkId, SourceId } from '#lib/ids.ts';
import { assembleContext, blockText } from './assemble-context.ts';

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

describe('the context of a model', () => {
  it('joins overlapping passages of one source, without repeating the overlap', () => {
    const blocks = assembleContext(
      [passage('b', 'Other.'), passage('a', TEXT.slice(15), 15), passage('a', TEXT.slice(0, 29))],
      10_000,
    );
    expect(blocks.map((block) => [block.number, blockText(block)])).toEqual([
      [1, 'Other.'],
      [2, TEXT],
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
    expect(blocks.map(blockText)).toEqual(['Best.\nThird.', 'Second.']);
  });

  it('contains what fits, and at least the best passage', () => {
    const long = passage('a', 'word '.repeat(1_000));
    expect(assembleContext([long, passage('b', TEXT)], 1_000).map(blockText)).toEqual([long.text]);
    expect(assembleContext([passage('b', TEXT), long, passage('c', TEXT)], 1_000).map(blockText)).toEqual([
      TEXT,
      TEXT,
    ]);
    expect(assembleContext([], 1_000)).toEqual([]);
  });
});
