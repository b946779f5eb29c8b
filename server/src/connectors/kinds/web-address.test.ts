import { expect, it } from 'vitest';
import { webAddress } from './web-address.ts';

it.each([
  ['https://example.org/feed', true],
  ['http://example.org:8080/a?token=b', true],
  ['https://ann:secret@example.org/feed', false],
  ['https://ann@example.org/feed', false],
  ['file:///etc/passwd', false],
])('%s is an address of a page: %s', (address, isOne) => {
  expect(webAddress.safeParse(address).success).toBe(isOne);
});
