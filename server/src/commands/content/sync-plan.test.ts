import { describe, expect, it } from 'vitest';
import { goneSources, isMassDeletion, type SyncedSource } from './sync-plan.ts';

const synced = (...files: string[]): SyncedSource[] =>
  files.map((file) => ({ id: `src_${file}`, externalId: `docs/${file}`, sha256: '0', name: file }));
const gone = (sources: SyncedSource[], files: string[], unlisted: string[] = []): string[] =>
  goneSources(sources, { prefix: 'docs', files, unlisted }).map(({ name }) => name);

describe('goneSources', () => {
  it('are those whose files are gone', () => {
    expect(gone(synced('b.md', 'a.md', 'c.md'), ['c.md', 'new.md'])).toEqual(['a.md', 'b.md']);
  });
  it('never are below a folder that could not be listed', () => {
    const sources = synced('a.md', 'deep/b.md', 'deep/er/c.md', 'deeper.md');
    expect(gone(sources, [], ['deep'])).toEqual(['a.md', 'deeper.md']);
    expect(gone(sources, [], [''])).toEqual([]);
  });
  it('plans for 100,000 files', () => {
    const files = Array.from({ length: 100_000 }, (_, index) => `part/${index}.md`);
    expect(gone(synced(...files), files.slice(1))).toEqual(['part/0.md']);
  });
});

describe('isMassDeletion', () => {
  it.each([
    [0, 0, 0, false],
    [1, 1, 1, false],
    [2, 3, 5, false],
    [3, 4, 1, true],
    [5, 10, 5, false],
    [6, 10, 4, true],
    [1, 1, 0, true],
  ])('%i of %i gone, %i files left: %s', (count, all, files, expected) => {
    expect(isMassDeletion(count, all, files)).toBe(expected);
  });
});
