import { isIPv6 } from 'node:net';

/** The address of a client as limits count it. Of IPv6 the first 64 bits, for whoever has one address there has them all;
 *  an IPv4 address in the clothes of IPv6 is itself. */
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
