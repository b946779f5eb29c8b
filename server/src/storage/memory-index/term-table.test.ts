import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTerm, TermTable } from './term-table.ts';

describe('a term table', () => {
  it('gives each new term the next number and each known one its own', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 4 }), { maxLength: 300 }), (terms) => {
        const table = new TermTable();
        const numbers = new Map<string, number>();
        for (const term of terms) {
          const expected = numbers.get(term) ?? numbers.size;
          expect(findTerm(table.cells, term)).toBe(numbers.get(term));
          expect(table.add(term)).toBe(expected);
          numbers.set(term, expected);
        }
        for (const [term, number] of numbers) expect(findTerm(table.cells, term)).toBe(number);
        expect(table.size).toBe(numbers.size);
      }),
    );
  });

  it('keeps the same terms in other places in each table, so that no one can choose words that share one', () => {
    const layouts = Array.from({ length: 9 }, () => {
      const table = new TermTable();
      for (const term of ['acorn', 'birch', 'cedar']) table.add(term);
      return String(table.cells.slice(1));
    });
    expect(new Set(layouts).size).toBeGreaterThan(1);
  });

  it('tells 200,000 similar terms apart', () => {
    const table = new TermTable();
    for (let i = 0; i < 100_000; i++) {
      table.add(`err_${i}`);
      table.add(i.toString(2));
    }
    expect(table.size).toBe(200_000);
  });

  it('renumbers terms and forgets some', () => {
    const table = new TermTable();
    for (let i = 0; i < 1000; i++) table.add(`t${i}`);
    table.renumber(
      Uint32Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? i / 2 + 1 : 0)),
      500,
    );
    expect([
      table.size,
      findTerm(table.cells, 't998'),
      findTerm(table.cells, 't999'),
      table.add('new'),
    ]).toEqual([500, 499, undefined, 500]);
  });
});
