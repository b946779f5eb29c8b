import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countOf, PostingLists, visitList } from './posting-lists.ts';

const batches = fc.array(fc.record({ term: fc.nat(9), count: fc.integer({ min: 1, max: 700 }) }), {
  maxLength: 40,
});

describe('posting lists', () => {
  it('a list returns its postings in the order in which they were appended, with terms interleaved', () => {
    fc.assert(
      fc.property(batches, (batches) => {
        const lists = new PostingLists();
        const expected = new Map<number, number[]>();
        let next = 0;
        for (const { term, count } of batches) {
          const added = Array.from({ length: count }, (_, i) => next + 256 * i);
          lists.append(term, Uint32Array.from([7, ...added, 7]), 1, 1 + count);
          expected.set(term, [...(expected.get(term) ?? []), ...added]);
          next += 256 * count;
        }
        for (let term = 0; term < 10; term++) {
          expect(all(lists, term)).toEqual(expected.get(term) ?? []);
          expect(countOf(lists.arrays, term)).toBe(expected.get(term)?.length ?? 0);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('visit passes every posting of a range of slots, and few others', () => {
    const lists = new PostingLists();
    lists.append(
      0,
      Uint32Array.from({ length: 10_000 }, (_, slot) => slot << 8),
      0,
      10_000,
    );
    const shown = all(lists, 0, 5000, 5010).map((posting) => posting >>> 8);
    expect(shown).toEqual(expect.arrayContaining([5000, 5009]));
    expect(shown.length).toBeLessThanOrEqual(512);
  });

  it('a thread that lacks the pages added since its search began finds all that was there', () => {
    const lists = new PostingLists();
    const append = (first: number, end: number): void => {
      for (let slot = first; slot < end; slot++)
        for (const term of [0, 1, 2]) lists.append(term, Uint32Array.of((slot << 8) | 1), 0, 1);
    };
    append(0, 5000);
    // The numbers of the lists are shared and grow under the thread, its pages do not.
    const { terms, pages } = lists.arrays;
    const known = { terms, pages: [...pages] };
    append(5000, 20_000);
    for (const term of [0, 1, 2]) {
      const found: number[] = [];
      visitList(known, term, 0, 5000, (cells, from, to) => {
        for (const cell of cells.subarray(from, to)) if (cell >>> 8 < 5000) found.push(cell >>> 8);
      });
      expect(found).toEqual(Array.from({ length: 5000 }, (_, slot) => slot));
    }
  });

  it('a posting takes little more than four bytes', () => {
    const lists = new PostingLists();
    for (let slot = 0; slot < 1000; slot++)
      for (let term = 0; term < 100; term++) lists.append(term, Uint32Array.of(slot << 8), 0, 1);
    expect(lists.byteSize / 100_000).toBeLessThan(5);
  });
});

function all(lists: PostingLists, term: number, first = 0, end = Number.POSITIVE_INFINITY): number[] {
  const postings: number[] = [];
  visitList(lists.arrays, term, first, end, (cells, from, to) => postings.push(...cells.subarray(from, to)));
  return postings;
}
