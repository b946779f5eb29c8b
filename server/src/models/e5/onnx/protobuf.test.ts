import { expect, it } from 'vitest';
import { float, message, text, whole } from './protobuf.ts';

it.each([
  ['a whole number of two bytes', whole(1, 150), '089601'],
  ['a text', text(2, 'testing'), '120774657374696e67'],
  ['a float', float(2, 1), '150000803f'],
  ['a message within a field of a greater number', message(20, [whole(1, 3)]), 'a2010208 03'],
])('%s is written as Protocol Buffers have it', (_, bytes, hex) => {
  expect(bytes.toString('hex')).toBe(hex.replace(' ', ''));
});
