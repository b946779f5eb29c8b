import { describe, expect, it } from 'vitest';
import { chunkId, newId } from './ids.ts';

describe('newId', () => {
  it('sorts ids in the order in which they were made, also within a millisecond', () => {
    const ids = Array.from({ length: 10_000 }, () => newId('message'));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]).toMatch(/^msg_[0-9a-z]{25}$/);
  });
});

describe('chunkId', () => {
  it('sorts the chunks of a source by revision and position', () => {
    const source = newId('source');
    const ids = [
      chunkId(source, 1, 9),
      chunkId(source, 1, 10),
      chunkId(source, 1, 46_655),
      chunkId(source, 2, 0),
    ];
    expect(ids.toSorted()).toEqual(ids);
  });
});
