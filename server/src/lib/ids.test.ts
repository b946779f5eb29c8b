import { describe, expect, it } from 'vitest';
import { chunkId, type MessageId, newId, sortIdsAfter } from './ids.ts';

describe('newId', () => {
  it('sorts ids in the order in which they were made, also within a millisecond', () => {
    const ids = Array.from({ length: 10_000 }, () => newId('message'));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]).toMatch(/^msg_[0-9a-z]{25}$/);
  });
});

describe('sortIdsAfter', () => {
  it('makes new ids sort after an id of a process whose clock is ahead, in order of creation', () => {
    const earlier = newId('message');
    // The first digits are the time; this id is 16 years ahead.
    const theirs: MessageId = `msg_04${earlier.slice('msg_04'.length)}`;
    expect(theirs > earlier).toBe(true);
    sortIdsAfter(theirs);
    const ids = [earlier, theirs, newId('message'), newId('message')];
    expect(ids.toSorted()).toEqual(ids);
    expect(ids.every((id) => id.length === earlier.length)).toBe(true);
  });

  it('does not change new ids if the given id is older', () => {
    const [earlier, later] = [newId('message'), newId('message')];
    sortIdsAfter(earlier);
    expect(newId('message') > later).toBe(true);
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
