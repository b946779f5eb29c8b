import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './address-rules.ts';
import { isAllowedHost, parseAllowHosts } from './allowed-hosts.ts';

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.17.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '2001:200::1',
  '::ffff:8.8.8.8',
  '2606:4700::5efe:8.8.8.8',
];

const NOT_PUBLIC: Record<string, string[]> = {
  'this machine': ['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::1', '::'],
  'a private network': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1'],
  'the link': ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1'],
  'a metadata service': [
    '169.254.169.254',
    'fd00:ec2::254',
    'fd20:ce::254',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '::ffff:a83f:8110',
  ],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'many machines': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1', 'ff0e::1'],
  'reserved ranges': [
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '100::1',
    '2001:db8::1',
    '2001:2::1',
    '2001:20::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
    'e000::1',
  ],
  'IPv4 in IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0:127.0.0.1',
    '::127.0.0.1',
    '::10.0.0.1',
    '::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::10.0.0.1',
    '2002:7f00:1::1',
    '2002:808:808::1',
    '2001::1',
    '2001:0:808:808::1',
    '2606:4700::5efe:10.0.0.1',
    '2606:4700::200:5efe:127.0.0.1',
  ],
  'no address': [
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '8.8.8.8 ',
    '8.8.8',
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    '8.8.8.8/32',
  ],
};

describe('isPublicAddress', () => {
  it.each(PUBLIC)('%s is public', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });

  describe.each(Object.entries(NOT_PUBLIC))('%s', (_, addresses) => {
    it.each(addresses)('%s is not public', (ip) => {
      expect(isPublicAddress(ip)).toBe(false);
    });
  });

  it('agrees with a table of ranges about every IPv4 address, however a URL spells it', () => {
    fc.assert(
      fc.property(anIpv4, fc.nat(), (address, seed) => {
        const hostname = new URL(`http://${spellIpv4(address, seed)}/`).hostname.replace(/^\[|\]$/g, '');
        expect(isPublicAddress(hostname)).toBe(isPublicIpv4(address));
      }),
      { numRuns: 3_000 },
    );
  });

  it('agrees with a table of ranges about every IPv6 address, however a URL spells it', () => {
    fc.assert(
      fc.property(anIpv6, fc.nat(), (address, seed) => {
        const hostname = new URL(`http://[${spellIpv6(address, seed)}]/`).hostname.slice(1, -1);
        expect(isPublicAddress(hostname)).toBe(isPublicIpv6(address));
      }),
      { numRuns: 3_000 },
    );
  });
});

type Range = [base: bigint, bits: number];

const v4 = (text: string): bigint => text.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
const v6 = (text: string): bigint => {
  const [head = '', tail = ''] = text.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
};
const ranges = (lines: string, read: (text: string) => bigint): Range[] =>
  lines
    .trim()
    .split(/\s+/)
    .map((line) => line.split('/'))
    .map(([base = '', bits]) => [read(base), Number(bits)]);

const PRIVATE_V4 = ranges(
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
   192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
   198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`,
  v4,
);
const GLOBAL_V6 = ranges('2000::/3', v6);
const SPECIAL_V6 = ranges('2001::/23 2001:db8::/32 2002::/16 3fff::/20 2620:4f:8000::/48', v6);
const MAPPED_V6 = ranges('::ffff:0:0/96', v6);
const OTHER_V6 = ranges(
  '::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 fc00::/7 fe80::/10 fec0::/10 ff00::/8 5f00::/16',
  v6,
);

const isIn = (list: Range[], address: bigint, width: number): boolean =>
  list.some(([base, bits]) => address >> BigInt(width - bits) === base >> BigInt(width - bits));
const isPublicIpv4 = (address: bigint): boolean => !isIn(PRIVATE_V4, address, 32);
const isPublicIpv6 = (address: bigint): boolean => {
  const low = address & 0xffff_ffffn;
  if (isIn(MAPPED_V6, address, 128)) return isPublicIpv4(low);
  if (!isIn(GLOBAL_V6, address, 128) || isIn(SPECIAL_V6, address, 128)) return false;
  const isIsatap = [0x5efen, 0x0200_5efen].includes((address >> 32n) & 0xffff_ffffn);
  return !isIsatap || isPublicIpv4(low);
};

/** Addresses inside each range, at its borders, and anywhere else. */
const addressNear = (list: Range[], width: number): fc.Arbitrary<bigint> => {
  const end = (1n << BigInt(width)) - 1n;
  const inside = list.map(([base, bits]) => {
    const size = 1n << BigInt(width - bits);
    const clamp = (value: bigint): bigint => (value < 0n ? 0n : value > end ? end : value);
    return fc.oneof(
      fc.constantFrom(base, clamp(base - 1n), base + size - 1n, clamp(base + size)),
      fc.bigInt({ min: base, max: base + size - 1n }),
    );
  });
  return fc.oneof(...inside, fc.bigInt({ min: 0n, max: end }));
};
const anIpv4 = addressNear(PRIVATE_V4, 32);
const anIsatap = fc
  .tuple(fc.bigInt({ min: v6('2606::'), max: v6('2607::') }), anIpv4, fc.boolean())
  .map(
    ([high, low, isUniversal]) =>
      ((high >> 64n) << 64n) | ((isUniversal ? 0x0200_5efen : 0x5efen) << 32n) | low,
  );
const anIpv6 = fc.oneof(
  addressNear([...GLOBAL_V6, ...SPECIAL_V6, ...MAPPED_V6, ...OTHER_V6], 128),
  anIpv4.map((low) => v6('::ffff:0:0') | low),
  anIsatap,
);

/** An address in decimal, octal or hexadecimal, in one to four parts, or as IPv6. */
function spellIpv4(address: bigint, seed: number): string {
  const part = (value: bigint, index: number): string => {
    const way = (seed >> (index * 2)) % 3;
    return way === 0 ? `${value}` : way === 1 ? `0${value.toString(8)}` : `0X${value.toString(16)}`;
  };
  const octets = [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n);
  const parts = 1 + (seed % 5);
  if (parts === 5) return `[::ffff:${octets.join('.')}]`;
  const last = address & ((1n << BigInt(8 * (5 - parts))) - 1n);
  const dots = seed % 7 === 0 ? '.' : '';
  return [...octets.slice(0, parts - 1), last].map(part).join('.') + dots;
}

/** An address in full, in capitals, with the end as IPv4, or as short as possible. */
function spellIpv6(address: bigint, seed: number): string {
  const parts = Array.from({ length: 8 }, (_, index) => (address >> BigInt(112 - index * 16)) & 0xffffn);
  const hex = parts.map((part) => part.toString(16).padStart(seed % 2 === 0 ? 4 : 1, '0'));
  const dotted = [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n).join('.');
  const text = seed % 3 === 0 ? [...hex.slice(0, 6), dotted].join(':') : hex.join(':');
  return seed % 5 === 0 ? text.toUpperCase() : text;
}

describe('the list of allowed hosts', () => {
  it('accepts hosts with and without a port', () => {
    expect(parseAllowHosts('Intranet.Example, 127.0.0.1:8080,[::1]:80 , [0:0::1], my_service:81,')).toEqual([
      { hostname: 'intranet.example', port: undefined },
      { hostname: '127.0.0.1', port: 8080 },
      { hostname: '::1', port: 80 },
      { hostname: '::1', port: undefined },
      { hostname: 'my_service', port: 81 },
    ]);
    expect(parseAllowHosts('')).toEqual([]);
  });

  it.each([
    'http://example.org',
    'example.org/path',
    '*.example.org',
    '10.0.0.0/8',
    'example.org:0',
    'example.org:65536',
    'example.org:http',
    'example.org:',
    '::1',
    '::1:80',
    '[::1',
    '[::g]',
    'a b',
    'user@example.org',
    ':80',
    '1.2.3.4.5',
    '999.1.1.1',
    'a\\b',
    '%31',
    'x'.repeat(300),
  ])('refuses %s', (entry) => {
    expect(() => parseAllowHosts(`fine.example,${entry}`)).toThrow(
      /^The allowed host ".*" isn't a host .*\.$/,
    );
  });

  it('allows a host only at its port, or at every port if it has none', () => {
    const allowed = parseAllowHosts('127.0.0.1:8080,[::1]:80,intranet.example');
    expect(isAllowedHost(allowed, '127.0.0.1', 8080)).toBe(true);
    expect(isAllowedHost(allowed, '127.0.0.1', 8081)).toBe(false);
    expect(isAllowedHost(allowed, '[::1]', 80)).toBe(true);
    expect(isAllowedHost(allowed, '::1', 443)).toBe(false);
    expect(isAllowedHost(allowed, 'intranet.example', 9)).toBe(true);
    expect(isAllowedHost(allowed, 'INTRANET.example', 9)).toBe(true);
    expect(isAllowedHost(allowed, 'www.intranet.example', 9)).toBe(false);
    expect(isAllowedHost(allowed, 'localhost', 8080)).toBe(false);
    expect(isAllowedHost([], 'intranet.example', 9)).toBe(false);
  });
});
