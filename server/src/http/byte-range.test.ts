import { expect, it } from 'vitest';
import { isKnown, rangeOf } from './byte-range.ts';

const of = (range: string | undefined, ifRange?: string) =>
  rangeOf(
    { headers: { ...(range && { range }), ...(ifRange && { 'if-range': ifRange }) } },
    { sizeBytes: 100, etag: '"a"' },
  );

it.each([
  ['bytes=0-9', { from: 0, to: 10 }],
  ['bytes=90-', { from: 90, to: 100 }],
  ['bytes=90-500', { from: 90, to: 100 }],
  ['bytes=-10', { from: 90, to: 100 }],
  ['bytes=-500', { from: 0, to: 100 }],
  ['bytes=99-99', { from: 99, to: 100 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
])('%s of 100 bytes', (range, expected) => expect(of(range)).toEqual(expected));

it.each([undefined, 'bytes=0-1,5-6', 'bytes=9-3', 'bytes=-', 'bytes=a-b', 'lines=0-1', 'bytes=1e3-'])(
  '%s is no range: the answer is the whole file',
  (range) => expect(of(range)).toBeUndefined(),
);

it('a range of another version is the whole file', () => {
  expect(of('bytes=0-9', '"b"')).toBeUndefined();
  expect(of('bytes=0-9', '"a"')).toEqual({ from: 0, to: 10 });
});

it('a version is known by its tag, weak or one of several', () => {
  const known = (tags: string): boolean => isKnown({ headers: { 'if-none-match': tags } }, '"a"');
  expect(['"a"', 'W/"a"', '"b", "a"', '*'].map(known)).toEqual([true, true, true, true]);
  expect(['"b"', 'a', ''].map(known)).toEqual([false, false, false]);
});
