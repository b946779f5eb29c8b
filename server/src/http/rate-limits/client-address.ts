import { isIPv6 } from 'node:net';

/** The address of a client for rate limits: for IPv6 the first 64 bits, because one client has them all. An IPv4
 *  address mapped to IPv6 counts as IPv4. */
export function addressBucket(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end stands for two groups.
  const count = groups.length + after.length + (plain.includes('.') ? 1 : 0);
  const all = tail === undefined ? groups : [...groups, ...Array<string>(8 - count).fill('0'), ...after];
  const prefix = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}
