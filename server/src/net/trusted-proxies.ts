import { BlockList, isIP } from 'node:net';

/** Proxies whose `X-Forwarded-For` is trusted, in Fastify's format. hop: 0 is the peer of the connection. */
export type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean);

/** Parses TRUST_PROXY: `off`, a number of proxies, or addresses and ranges separated by commas. Undefined if invalid. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'off') return false;
  if (/^[1-9]\d?$/.test(text)) return (_, hop) => hop < Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  return addresses.every(isAddressOrRange) ? addresses : undefined;
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  try {
    new BlockList().addSubnet(
      address,
      /^\d+$/.test(bits) ? Number(bits) : -1,
      family === 4 ? 'ipv4' : 'ipv6',
    );
    return true;
  } catch {
    return false;
  }
}
