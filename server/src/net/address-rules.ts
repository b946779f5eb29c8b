import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether an address belongs to the public internet. False for addresses of this machine, private networks, cloud
 *  metadata services, multicast groups and reserved ranges, even if packed into an IPv6 address. Does not detect a NAT64
 *  prefix that an operator chose from their own public range (RFC 6052, 2.2).
 *  ip: as a resolver writes it (`93.184.216.34`, `2606:2800:220:1::1`). Any other spelling is not public.
 *  Ranges: the IANA special-purpose address registries (RFC 6890). */
export function isPublicAddress(ip: string): boolean {
  const version = isIP(ip);
  if (version === 0 || ip.includes('%')) return false;
  // Normalised first: ipaddr.js reads `::8.8.8.8` as `::ffff:8.8.8.8`, which is a different address.
  const address = ipaddr.process(version === 6 ? inOneSpelling(ip) : ip);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4'
    ? address.toString() !== AZURE_PLATFORM
    : isGlobalUnicast(address.toByteArray());
}

/** The metadata and DNS service of Azure machines. Its address is formally public. */
const AZURE_PLATFORM = '168.63.129.16';

const inOneSpelling = (ipv6: string): string => new URL(`http://[${ipv6}]/`).hostname.slice(1, -1);

/** 2000::/3 is the only range that IANA has ever allocated. The ranges that carry an IPv4 address lie outside it: ::/96,
 *  NAT64 and IPv4-translated. Inside it, 6to4 and Teredo are special ranges, and ISATAP is recognised by its last 64
 *  bits. */
function isGlobalUnicast(bytes: readonly number[]): boolean {
  const [first = 0] = bytes;
  if (first >> 5 !== 1) return false;
  const [universal, zero, five, fe, ...embedded] = bytes.slice(8);
  const isIsatap = (universal === 0 || universal === 2) && zero === 0 && five === 0x5e && fe === 0xfe;
  return !isIsatap || isPublicAddress(embedded.join('.'));
}

/** Whether a name means this machine, whatever a resolver returns (RFC 6761, 6.3): `localhost`, `a.localhost`. */
export const isLoopbackName = (hostname: string): boolean => /(?:^|\.)localhost\.?$/i.test(hostname);
