import { expect, it } from 'vitest';
import { LIMITS } from '#isomorphic/limits.ts';
import { type RowShape, readCsv, readJsonLines } from './imported-rows.ts';

const ROWS: RowShape = {
  columns: ['question', 'answer'],
  required: ['question', 'answer'],
  lists: [],
  flags: [],
  optional: [],
  most: LIMITS.importedAnswers,
  number: 'must have some',
  noun: 'an answer',
};
const TOO_MANY = LIMITS.importedAnswers + 1;

it('CSV is read up to the first row too many', () => {
  expect(readCsv(`question,answer\n${'a,b\n'.repeat(5_000)}`, ROWS)).toHaveLength(TOO_MANY);
});

it('JSONL is read up to the first line too many', () => {
  const rows = readJsonLines(`\n${'{}\n'.repeat(5_000)}`, ROWS);
  expect(rows).toHaveLength(TOO_MANY);
  expect(rows[0]).toEqual({ value: {}, place: 'line 2' });
});

it('a row of separators is read up to the first cell too many, and refused', () => {
  const [row] = readCsv(`question,answer\na,b${','.repeat(5_000)}`, ROWS);
  expect(row?.value).toHaveProperty(['a cell without a column']);
});
