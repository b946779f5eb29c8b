import { describe, expect, it } from 'vitest';
import { parseTrustedProxies } from './trusted-proxies.ts';

describe('parseTrustedProxies', () => {
  it('trusts no proxy with `off`', () => {
    expect(parseTrustedProxies('off')).toBe(false);
  });

  it('takes addresses and ranges', () => {
    expect(parseTrustedProxies('10.0.0.0/8, 192.0.2.7,2001:db8::/32')).toEqual([
      '10.0.0.0/8',
      '192.0.2.7',
      '2001:db8::/32',
    ]);
  });

  it('takes a number of proxies, counted from the connection', () => {
    const isTrusted = parseTrustedProxies('2');
    if (typeof isTrusted !== 'function') throw new Error('A number of proxies gave no function.');
    expect([0, 1, 2, 3].map((hop) => isTrusted('192.0.2.7', hop))).toEqual([true, true, false, false]);
  });

  it.each([
    '',
    'on',
    '0',
    '-1',
    '100',
    '1.5',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.1,,10.0.0.2',
    '::1/129',
  ])('refuses "%s"', (text) => {
    expect(parseTrustedProxies(text)).toBeUndefined();
  });
});
