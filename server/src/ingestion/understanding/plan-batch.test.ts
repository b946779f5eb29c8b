import { describe, expect, it } from 'vitest';
import type { SourceId } from '#lib/ids.ts';
import { planBatch } from './plan-batch.ts';

const source = (name: string, chunk_count: number, understood_chunks = 0) => ({
  source_id: name as SourceId,
  knowledge_base_id: 'kb_1' as const,
  revision: 1,
  chunk_count,
  understood_chunks,
  index_version: '1',
  embedding_choice: null,
});

const plan = (sources: ReturnType<typeof source>[], room = 1_000) => {
  const { reads, skips } = planBatch(sources, { room, size: 16 });
  return {
    reads: reads.map(({ source, from, count }) => [source.source_id, from, count]),
    skips: skips.map(({ source_id }) => source_id),
  };
};

describe('planBatch', () => {
  it('takes the first sources whole, and of the next what is left of the batch', () => {
    const sources = [source('a', 3), source('b', 5), source('c', 40), source('d', 1)];
    expect(plan(sources)).toEqual({
      reads: [
        ['a', 0, 3],
        ['b', 0, 5],
        ['c', 0, 8],
      ],
      skips: [],
    });
  });

  it('goes on where a source was left', () => {
    expect(plan([source('a', 40, 32), source('b', 9)]).reads).toEqual([
      ['a', 32, 8],
      ['b', 0, 8],
    ]);
  });

  it('skips a source that there is no room for, and takes a smaller one after it', () => {
    expect(plan([source('a', 2), source('b', 5), source('c', 3)], 6)).toEqual({
      reads: [
        ['a', 0, 2],
        ['c', 0, 3],
      ],
      skips: ['b'],
    });
  });

  it('keeps the room for the rest of a source that it has begun', () => {
    expect(plan([source('a', 40, 39), source('b', 20), source('c', 5)], 23)).toEqual({
      reads: [
        ['a', 39, 1],
        ['b', 0, 15],
      ],
      skips: [],
    });
  });

  it('skips all of them when no chunk may be read', () => {
    expect(plan([source('a', 1), source('b', 2)], 0)).toEqual({ reads: [], skips: ['a', 'b'] });
  });

  it('has nothing to read of a source without chunks', () => {
    expect(plan([source('a', 0)], 0)).toEqual({ reads: [['a', 0, 0]], skips: [] });
  });
});
