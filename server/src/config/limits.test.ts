import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { trustedProxies } from './limits.ts';

const trusted = (TRUST_PROXY: string) => trustedProxies(readConfig({ TRUST_PROXY }));

describe('TRUST_PROXY', () => {
  it('believes nobody unless it is set', () => {
    expect([trusted(''), trusted('off')]).toEqual([false, false]);
  });

  it('takes addresses and ranges', () => {
    expect(trusted('10.0.0.0/8, 192.0.2.7,2001:db8::/32')).toEqual([
      '10.0.0.0/8',
      '192.0.2.7',
      '2001:db8::/32',
    ]);
  });

  it('takes the number of proxies, counted from the connection', () => {
    const isTrusted = trusted('2');
    if (typeof isTrusted !== 'function') throw new Error('A number of proxies gave no function.');
    expect([0, 1, 2, 3].map((hop) => isTrusted('192.0.2.7', hop))).toEqual([true, true, false, false]);
  });

  it.each([
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
  ])('refuses %s, and says what would be right', (value) => {
    expect(() => trusted(value)).toThrow(/TRUST_PROXY=.*off, a number of proxies, or a comma list/);
  });
});

describe('RATE_LIMIT_…', () => {
  it.each(['0', '-1', '1.5', 'many'])('refuses %s', (value) => {
    expect(() => readConfig({ RATE_LIMIT_CHAT: value })).toThrow(/RATE_LIMIT_CHAT=/);
  });
});
